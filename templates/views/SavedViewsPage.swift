import HTML

/// The views that are saved, and the form that saves one more.
package struct SavedViewsPage: Sendable {
    package var frame: Frame
    package var errors: ErrorSummary?
    package var action: Link
    /// The query of what is saved.
    package var view: String
    /// What it shows, in words.
    package var narrowing: [String]
    /// A text was searched, which is not saved.
    package var hadText: Bool
    package var name: Field
    package var mayShare: Bool
    package var isShared: Bool
    package var rows: [SavedViewRow]
    package var cancel: Link

    package init(
        frame: Frame, errors: ErrorSummary?, action: Link, view: String, narrowing: [String], hadText: Bool,
        name: Field,
        mayShare: Bool, isShared: Bool, rows: [SavedViewRow], cancel: Link
    ) {
        self.frame = frame
        self.errors = errors
        self.action = action
        self.view = view
        self.narrowing = narrowing
        self.hadText = hadText
        self.name = name
        self.mayShare = mayShare
        self.isShared = isShared
        self.rows = rows
        self.cancel = cancel
    }

    package static var sample: SavedViewsPage {
        SavedViewsPage(
            frame: .sample("Saved views", at: "users", crumbs: [Crumb(label: "Users", link: "/t/rooster-me/users")]),
            errors: nil,
            action: "/t/rooster-me/users/views", view: "status=suspended", narrowing: ["Status: Suspended"],
            hadText: true,
            name: Field("name", label: LocalText(Strings.views_name), isRequired: true), mayShare: true, isShared: true,
            rows: [
                SavedViewRow(
                    name: "Suspended <lately>", link: "/t/rooster-me/users?status=suspended", isShared: true,
                    by: "Sara \"& co\"", deletion: nil),
                SavedViewRow(
                    name: "نمای من", link: "/t/rooster-me/users?plan=premium", isShared: false, by: nil,
                    deletion: "/t/rooster-me/users/views/x/deletion"),
            ], cancel: "/t/rooster-me/users")
    }

    package static var sampleEmpty: SavedViewsPage {
        var page = sample
        page.rows = []
        page.narrowing = []
        page.hadText = false
        return page
    }
}

package struct SavedViewRow: Sendable {
    package var name: String
    package var link: Link
    package var isShared: Bool
    /// Who shared it, when it is somebody else.
    package var by: String?
    /// Where a POST deletes it, for who may.
    package var deletion: Link?

    package init(name: String, link: Link, isShared: Bool, by: String?, deletion: Link?) {
        self.name = name
        self.link = link
        self.isShared = isShared
        self.by = by
        self.deletion = deletion
    }
}
