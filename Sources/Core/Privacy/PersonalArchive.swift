import Console
import HTML
import JSON
import Postgres
import Secrets
import Sheets
import Templates

/// All data about a user, as files that are readable without Roost: for each table one for people and one for programs,
/// their pictures, their audit events, and a page in their language with links to all of it.
struct PersonalArchive: Sendable {
    struct Part: Sendable {
        var name: String
        var bytes: [UInt8]
    }

    /// The page comes first.
    let parts: [Part]
    /// Read one by one after the transaction: they may be stored outside the database.
    let images: [Picture]
    /// The same, of what the person has uploaded.
    let uploads: [Upload]

    struct Picture: Sendable {
        let id: ID
        let ending: Substring
        /// In the archive, beside its first page. By its ending, programs know what it is.
        var link: Link { "images/\(id).\(ending)" }
        var name: String { "images/\(id).\(ending)" }
    }

    struct Upload: Sendable {
        let table: PersonalTable
        let files: PersonalFiles
        let id: ID
        let ending: Substring
        /// In the archive, beside its first page.
        var link: Link { "files/\(id).\(ending)" }
        var name: String { "files/\(id).\(ending)" }
    }

    /// All data is of one moment, that of the transaction.
    init(
        of user: ID, _ language: Language, tenant: Tenant, tables: [PersonalTable], trail: AuditTrail, now: Timestamp,
        in tx: borrowing TenantTransaction
    ) throws {
        var (files, images, uploads): ([Part], [ID], [Upload]) = ([], [], [])
        var listed: [ArchiveIndexPage.File] = []
        for table in tables where !table.columns.isEmpty && table.table.name != Self.trailTable {
            let rows = try tx.rows(PersonalQueries.rows(table, of: user))
            guard rows.count > 0 else { continue }
            for row in rows { images += try row.texts("images").compactMap { ID($0) } }
            if let held = table.files {
                uploads += try tx.rows(PersonalQueries.files(table, held, of: user)).map { row in
                    Upload(table: table, files: held, id: try row.id("id"), ending: try Self.ending(row.text("type")))
                }
            }
            let name = table.table.name
            let columns = (table.columns + table.derived.map { $0.name }).map(\.name)
            files += Self.files(
                name, columns, json: try rows.map { try $0.text("json") },
                cells: try rows.map { row in
                    let cells = try row.texts("cells")
                    return table.sums?.written(cells, columns) ?? cells
                })
            listed.append(.init(name, table.label, rows: rows.count))
        }
        let events = try ArchivedEvents(about: user, trail: trail, in: tx)
        files += Self.files(
            Self.trailTable, ArchivedEvents.columns, json: events.json, cells: events.cells)
        listed.append(.init(Self.trailTable, Strings.privacy_archive_trail, rows: events.json.count))
        self.images = try tx.rows(ImageQueries.types(images)).map { row in
            Picture(id: try row.id("id"), ending: try Self.ending(row.text("media_type")))
        }
        self.uploads = uploads
        let page = ArchiveIndexPage(
            app: tenant.name,
            made: DateStyle(language).dateTime(LocalTime(microseconds: Int(now.microseconds))) + " UTC",
            files: listed, pictures: self.images.map(\.link) + uploads.map(\.link))
        parts = [Part(name: "index.html", bytes: page.rendered(in: language).withUnsafeBytes { Array($0) })] + files
    }

    private static let trailTable = "audit_events"

    /// Of a media type: `image/svg+xml` is written as `svg`.
    private static func ending(_ type: String) -> Substring {
        type.split(separator: "/").last?.prefix { $0 != "+" } ?? "bin"
    }

    private static func files(_ name: String, _ columns: [String], json: [String], cells: [[String]]) -> [Part] {
        let writer = CSVWriter(byteOrderMark: true)
        writer.begin(columns: columns.map { SheetColumn(id: $0, title: $0, kind: .text) })
        for row in cells {
            for cell in row { writer.text(cell) }
            writer.endRow()
        }
        writer.finish()
        return [
            Part(name: "data/\(name).json", bytes: Array(("[\n" + json.joined(separator: ",\n") + "\n]\n").utf8)),
            Part(name: "data/\(name).csv", bytes: writer.take()),
        ]
    }
}

/// The audit events about a user: the changes and the readings, with the values that only the user's key opens.
private struct ArchivedEvents {
    static let columns = ["at", "by", "action", "what", "changes", "reason"]
    private static let most = 1000

    private(set) var json: [String] = []
    private(set) var cells: [[String]] = []

    init(about user: ID, trail: AuditTrail, in tx: borrowing TenantTransaction) throws {
        let key = try trail.subjectKeys([user], in: tx)[user]
        var last = 0
        while true {
            let rows = try tx.rows(PrivacyQueries.events(about: user, after: last, limit: Self.most))
            for row in rows {
                try add(row, of: user, key, trail, tx.tenant)
                last = try row.int("sequence")
            }
            guard rows.count == Self.most else { return }
        }
    }

    private mutating func add(
        _ row: Row, of user: ID, _ key: DataKey?, _ trail: AuditTrail, _ tenant: ID
    ) throws {
        var changes = AuditChangesText.read(try row.text("changes"), isPersonal: false) ?? []
        // Values sealed for another person in an event about this user belong to the other.
        if let sealed = try row.bytesOrNil("sealed"), try row.idOrNil("subject_id") == user {
            changes += try trail.open(sealed, of: try row.id("id"), with: key, tenant: tenant) ?? []
        }
        func text(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
        func written(_ json: JSONText) -> String { String(decoding: json.bytes, as: UTF8.self) }
        let changed = JSONText.object(
            changes.map { ($0.field, .object([("before", text($0.old)), ("after", text($0.new))])) })
        let told = [
            try row.time("at").iso, try row.text("actor_name"), try row.text("action"), try row.text("object_kind"),
        ]
        let reason = try row.text("reason")
        let members: [(String, JSONText)] = zip(Self.columns, told).map { ($0, .string($1)) }
        json.append(written(.object(members + [("changes", changed), ("reason", .string(reason))])))
        cells.append(told + [written(changed), reason])
    }
}
