import HTML

/// A phone a user is signed in on.
package struct UserDevice: Sendable {
    package var model: String
    package var platform: String
    package var appVersion: String
    package var seen: String
    /// Where it is removed, for admins who may.
    package var removal: Link?

    /// For one that was removed, and that a legal hold keeps.
    package var kept: StatusBadge?

    package init(
        model: String, platform: String, appVersion: String, seen: String, removal: Link?, kept: StatusBadge? = nil
    ) {
        self.model = model
        self.platform = platform
        self.appVersion = appVersion
        self.seen = seen
        self.removal = removal
        self.kept = kept
    }
}
