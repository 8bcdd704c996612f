import HTML

/// The first page of somebody's archive: it leads to the files beside it, and needs nothing else.
package struct ArchiveIndexPage: Sendable {
    package struct File: Sendable {
        package var name: String
        package var label: LocalText
        package var rows: Int

        package init(_ name: String, _ label: StringKey, rows: Int) {
            self.name = name
            self.label = LocalText(label)
            self.rows = rows
        }

        package var csv: Link { "data/\(name).csv" }
        package var json: Link { "data/\(name).json" }
    }

    package var app: String
    package var made: String
    package var files: [File]
    package var pictures: [Link]

    package init(app: String, made: String, files: [File], pictures: [Link]) {
        self.app = app
        self.made = made
        self.files = files
        self.pictures = pictures
    }

    package static let sample = ArchiveIndexPage(
        app: "RoosterMe <b>", made: "23 Nov 2026, 08:14",
        files: [
            File("users", Strings.user_profile, rows: 1),
            File("account_sessions", Strings.personal_sessions, rows: 12_004),
            File("audit_events", Strings.privacy_archive_trail, rows: 31),
        ], pictures: ["images/1"])
}
