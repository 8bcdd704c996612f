import HTML

/// What somebody in a tenant may not do, which permission it takes, and who can give it. The menu stays: all else goes on.
package struct NotAllowedPage: Sendable {
    package var frame: Frame
    package var missing: LocalText
    package var givers: LocalText
    package var back: Link
    package var reference: String

    package init(frame: Frame, missing: LocalText, givers: LocalText, back: Link, reference: String) {
        self.frame = frame
        self.missing = missing
        self.givers = givers
        self.back = back
        self.reference = reference
    }

    package static let sample = NotAllowedPage(
        frame: .sample("Not allowed", crumbs: [Crumb(label: "Not allowed", link: nil)]),
        missing: Strings.problem_missing_permission(permission: "Refund <payments>"),
        givers: Strings.problem_givers(names: "Ada Lovelace, Zoë <zoe>"), back: "/t/rooster-me",
        reference: "0198f3c2-7d1e-7c55-9a3b-000000001f40")
}
