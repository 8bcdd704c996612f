import HTML

/// The browser is asked for a new passkey. The code was given: what is left is a press of the button.
package struct NewPasskeyPage: Sendable {
    package var frame: Frame
    package var name: String
    package var action: Link
    /// What the browser is asked, as JSON.
    package var options: String
    package var cancel: Link

    package init(frame: Frame, name: String, action: Link, options: String, cancel: Link) {
        self.frame = frame
        self.name = name
        self.action = action
        self.options = options
        self.cancel = cancel
    }

    package static var sample: NewPasskeyPage {
        NewPasskeyPage(
            frame: .sample("Add a passkey", inTenant: false), name: "Key “<script>alert(1)</script>”",
            action: "/account/passkeys", options: #"{"challenge":"AAAA","rp":{"id":"localhost","name":"Roost"}}"#,
            cancel: "/account")
    }
}
