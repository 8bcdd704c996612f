import HTML

/// A phone a user is signed in on.
package struct UserDevice: Sendable {
    package var model: String
    package var platform: String
    package var appVersion: String
    package var seen: String

    package init(model: String, platform: String, appVersion: String, seen: String) {
        self.model = model
        self.platform = platform
        self.appVersion = appVersion
        self.seen = seen
    }
}
