import HTML

/// What a user has agreed to, or has withdrawn.
package struct UserConsent: Sendable {
    package var purpose: String
    package var isGranted: Bool
    package var version: String
    package var source: String
    package var at: String

    package init(purpose: String, isGranted: Bool, version: String, source: String, at: String) {
        self.purpose = purpose
        self.isGranted = isGranted
        self.version = version
        self.source = source
        self.at = at
    }
}
