import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The admin's own recent exports.
struct ShowExports: Viewing {
    private static let most = 100

    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let rows = try tx.rows(ExportQueries.latest(of: admin, now: actor.now, limit: Self.most)).map { row in
            let found = try StoredExport(row, tenant: tx.tenant, services.keys)
            return WorkTable.Row(
                link: "\(actor.link("exports"))/\(found.id)", name: found.fileName(actor.tenant),
                state: found.state.badge,
                third: found.reason.isEmpty ? "—" : found.reason,
                when: DurationStyle(actor.language).ago(
                    seconds: Int(max(0, actor.now.seconds - found.requestedAt.seconds)))
            )
        }
        return WorkListPage(
            frame: actor.frame(LocalText(Strings.export_list), services),
            table: WorkTable(
                label: LocalText(Strings.export_list), head: LocalText(Strings.import_file),
                third: LocalText(Strings.export_reason),
                rows: rows),
            empty: LocalText(Strings.export_none), advice: Strings.export_kept(hours: StoredExport.hours),
            back: "/t/\(actor.tenant.slug)",
            backLabel: LocalText(Strings.menu_home))
    }
}

/// One export: its progress, or the link to the file.
struct ShowExport: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("export") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let found = try StoredExport.own(id, in: tx, by: actor, services)
        let here: Link = "\(actor.link("exports"))/\(id)"
        let frame = actor.frame(
            found.fileName(actor.tenant), services, crumb: (LocalText(Strings.export_list), actor.link("exports")))
        let deletion = ActButton(
            LocalText(found.state == .running ? Strings.work_stop : Strings.export_delete),
            icon: frame.icon(found.state == .running ? "pause" : "trash"), action: "\(here)/deletion",
            csrf: actor.session?.csrf ?? "")
        if found.state == .running {
            return ProgressPage(
                found, frame, doing: LocalText(Strings.export_doing), soFar: Strings.export_so_far(rows: found.rows),
                here: here, stop: deletion)
        }
        let left = DurationStyle(actor.language).short(
            seconds: Int(max(0, found.expiresAt.seconds - actor.now.seconds)))
        var page = ExportFilePage(
            frame: frame, state: found.state.badge,
            ready: found.state == .done
                ? Strings.export_ready(rows: found.rows, size: Formatted.bytes(found.bytes)) : nil,
            reason: found.reason, left: Strings.export_left(left: left),
            file: found.state == .done && found.isAllowed(to: actor, services) ? "\(here)/file" : nil,
            deletion: deletion)
        page.trail = try ObjectTrail.card(of: id, .export, Strings.user_trail, in: tx, by: actor, services)
        return page
    }
}

/// Downloads the file, for its requester.
struct FetchExport: Downloading {
    /// Of whichever list it was made.
    static let holds = FileContent.personalData

    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("export") }

    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        let found = try StoredExport.own(id, in: tx, by: actor, services)
        guard found.state == .done else { throw Refusal.notFound }
        guard found.isAllowed(to: actor, services) else { throw Refusal.notAllowed }
        let (tenant, keys) = (tx.tenant, services.keys)
        return Download(
            record: ExportRecord(
                AuditEvent(
                    .exportFetched, on: .export, id,
                    changes: [
                        .init("list", new: found.list), .init("format", new: found.format.rawValue),
                        .init("rows", new: String(found.rows)),
                    ],
                    reason: found.reason)),
            name: found.fileName(actor.tenant), format: found.format, pieces: found.chunks
        ) { number, connection in
            let sealed = try connection.inTenant(tenant, .readOnly) { tx in
                try tx.first(ExportQueries.chunk(number, attempt: found.attempt, of: found.id))?.bytes("content")
            }
            // The export was deleted during the download.
            guard let sealed else { throw DatabaseError.readerGone }
            return try keys.data.open(
                sealed, StoredExport.place(number, attempt: found.attempt, of: found.id, tenant: tenant))
        }
    }
}

/// Deletes a file before it expires, or stops it while it is made.
struct DeleteExport: Changing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("export") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let found = try StoredExport.own(id, in: tx, by: actor, services)
        try tx.execute(ExportQueries.delete(id))
        return Change(
            AuditEvent(
                .exportDeleted, on: .export, id,
                changes: [.init("list", new: found.list), .init("format", new: found.format.rawValue)]),
            next: .to(actor.link("exports"), flash: Strings.export_was_deleted))
    }
}
