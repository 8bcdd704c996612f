import HTML

/// At the door: a passkey in place of the six digits. Shown by the script, which alone can use one.
package struct PasskeyOffer: Sendable {
    package var action: Link
    /// What the browser is asked, as JSON.
    package var options: String

    package init(action: Link, options: String) {
        self.action = action
        self.options = options
    }

    package static let sample = PasskeyOffer(
        action: "/sign-in/passkey", options: #"{"challenge":"AAAA","rpId":"localhost","allowCredentials":[]}"#)
}
