import HTML
import Postgres
import Sheets
import Templates
import Web

/// A file that can also be made in the background. `list` with the format behind it is its address.
package protocol BackgroundFile: Downloading {
    static var list: String { get }
}

extension Route {
    /// A file in every format, at once.
    package static func files(_ path: String, needs permission: Permission, _ file: any Downloading.Type) -> [Route] {
        SheetFormat.allCases.map { .download("\(path).\($0.rawValue)", needs: permission, file) }
    }

    /// The same outside of tenants.
    package static func files(operators path: String, _ file: any Downloading.Type) -> [Route] {
        SheetFormat.allCases.map { .download(operators: "\(path).\($0.rawValue)", file) }
    }

    /// Asks for that file in the background. Step-up stands on the line, as on the file's own.
    package static func background<File: BackgroundFile>(_ file: File.Type, needs permission: Permission) -> Route {
        .post("\(File.list)/export", needs: permission, BeginExport<File>.self)
    }
}

/// Puts the file into the queue. What would be wrong with it at once is wrong here too.
package struct BeginExport<File: BackgroundFile>: Changing {
    private let format: SheetFormat
    private let reason: String
    private let query: Query
    private let file: File

    package init(_ request: WebRequest) throws {
        guard let format = request.form["format"].flatMap({ SheetFormat(rawValue: $0) }) else { throw Refusal.notFound }
        self.format = format
        reason = request.form["reason"] ?? ""
        query = Query(request.form.items.filter { !["csrf", "format", "reason", StepUp.field].contains($0.name) })
        file = try File(
            StoredExport.request(
                File.list, format, query, reason: reason, id: request.id, address: request.address, now: request.now))
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let id = ID.make(at: actor.now)
        var event = try file.prepare(in: tx, by: actor, services).record.begun
        event.changes.append(.init("export", new: id.description))
        try tx.execute(
            ExportQueries.add(
                id, tenant: tx.tenant, list: File.list, format,
                query: try StoredExport.sealed(query, of: id, tenant: tx.tenant, services.keys), reason: event.reason,
                by: actor,
                expiresAt: actor.now.adding(seconds: Int64(StoredExport.hours) * 3600)))
        try Jobs.add(ExportWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        return Change(event, next: .to("\(actor.link("exports"))/\(id)"))
    }
}
