import HTML

/// An app's new secret, shown this once.
package struct AppSecretPage: Sendable {
    package var frame: Frame
    package var name: String
    package var clientID: String
    package var secret: String
    package var done: Link

    package init(frame: Frame, name: String, clientID: String, secret: String, done: Link) {
        self.frame = frame
        self.name = name
        self.clientID = clientID
        self.secret = secret
        self.done = done
    }

    package static var sample: AppSecretPage {
        AppSecretPage(
            frame: .sample("The app’s secret", at: "phone", crumbs: [Crumb(label: "Apps", link: "/t/rooster-me/apps")]),
            name: "FitPact \"<&>\" server", clientID: "0193a1b2-77aa-7000-8000-0123456789ab",
            secret: String(repeating: "x", count: 43), done: "/t/rooster-me/apps/1")
    }
}
