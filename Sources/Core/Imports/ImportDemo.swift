import Console
import HTML
import Postgres
import Sheets
import Templates

/// Two imports of users in a demo tenant: one was run last week, one waits for its columns to be matched.
enum ImportDemo: DemoRows {
    private static let columns = ["name", "email", "country", "language"]
    private static let titles = ["Name", "E-mail", "Country", "Language"]
    private static let waiting = [
        ["Lucía Ferrer", "lucia.ferrer@partner.example", "ES", "es"],
        ["Tom Whitaker", "tom.whitaker@partner.example", "GB", "en"],
        ["Ольга Савченко", "olga.savchenko@partner.example", "KZ", "ru"],
        ["نیلوفر احمدی", "niloufar.ahmadi@partner.example", "IR", "fa"],
        ["Marek Zieliński", "marek.zielinski@partner.example", "PL", "pl"],
        // What is wrong with these two the preview says.
        ["Anna Keller", "anna.keller at partner.example", "DE", "de"],
        ["Tom Whitaker", "tom.whitaker@partner.example", "UK", "en"],
    ]

    static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        guard load.tenant.holdsPeople else { return }
        try addRun(load, in: tx)
        let manager = load.actor(.manager, at: load.now.adding(seconds: -5 * 3600))
        _ = try add("partners-november.csv", waiting, load, by: manager, in: tx)
    }

    /// Of users who are there, so that taking it back takes them away.
    private static func addRun(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let manager = load.actor(.manager, at: load.moment(daysAgo: 7, 3))
        let added = try tx.rows(
            """
            select users.id, users.version, users.name, users.email, users.country, users.language from users
            where users.tenant_id = \(load.tenant.id) and users.status = 'active' and users.created_at < \(manager.now)
            order by users.id desc limit 12
            """)
        var cells: [[String]] = []
        for row in added {
            cells.append([
                try row.text("name"), try row.text("email"), try row.text("country"), try row.text("language"),
            ])
        }
        let wrong = ["Peter Novák", "peter.novak@", "CZ", "cs"]
        let id = try add("conference-sign-ups.csv", cells + [wrong], load, by: manager, in: tx)
        let tenant = load.tenant.id
        var written: [ImportRowQueries.Written] = []
        for (number, row) in added.enumerated() {
            let content = ImportContent(
                cells: cells[number],
                changes: zip(columns, cells[number]).map { ImportChange(field: $0, old: nil, new: $1) })
            written.append(
                .init(
                    number: number + 2, state: "added", object: try row.id("id"), version: try row.int("version"),
                    content: try content.sealed(number + 2, of: id, tenant: tenant, load.keys)))
        }
        let fault = ImportFault(field: "email", text: LocalText(Strings.error_email))
        let last = cells.count + 2
        written.append(
            .init(
                number: last, state: "wrong", object: nil, version: 0,
                content: try ImportContent(cells: wrong, faults: [fault]).sealed(
                    last, of: id, tenant: tenant, load.keys)))
        try tx.execute(ImportRowQueries.add(written, to: id, tenant: tenant))
        try tx.execute(
            """
            update imports set state = 'done', total = \(written.count), position = \(last),
                finished_at = \(manager.now.adding(seconds: 41))
            where imports.tenant_id = \(tenant) and imports.id = \(id)
            """)
        for (seconds, action) in [
            (Int64(35), AuditAction.importMatched), (38, .importStarted), (41, .importFinished),
        ] {
            load.diary.note(
                AuditEvent(action, on: .import, id, changes: [.init("list", new: UserImport.list)]),
                by: load.actor(.manager, at: manager.now.adding(seconds: seconds)))
        }
    }

    /// A file that was uploaded.
    private static func add(
        _ name: String, _ rows: [[String]], _ load: DemoLoad, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> ID {
        let (id, tenant) = (ID.make(at: actor.now), load.tenant.id)
        let lines = ([titles] + rows).map { cells in
            cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }
        let file = Array(lines.joined(separator: "\r\n").utf8)
        let dialect = CSVDialect()
        var isGiven = false
        let reader = CSVReader(dialect) {
            defer { isGiven = true }
            return isGiven ? nil : file
        }
        let head = try Import.Head(fileName: name, reader: reader)
        let chunks = try ImportSource.seal(file, of: id, tenant: tenant, load.keys)
        try tx.execute(
            ImportQueries.add(
                id, tenant: tenant, list: UserImport.list, format: .csv, dialect: dialect, bytes: file.count,
                chunks: chunks.count, head: try head.sealed(of: id, tenant: tenant, load.keys), columns: columns,
                by: actor, expiresAt: actor.now.adding(seconds: Int64(Imports.days) * 86_400)))
        try tx.execute(ImportQueries.addChunks(chunks, of: id, tenant: tenant))
        load.diary.note(
            AuditEvent(
                .importUploaded, on: .import, id,
                changes: [.init("list", new: UserImport.list), .init("format", new: SheetFormat.csv.rawValue)]),
            by: actor)
        return id
    }
}
