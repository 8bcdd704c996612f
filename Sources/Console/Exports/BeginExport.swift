import HTML
import Postgres
import Sheets
import Templates
import Web

extension Route {
    /// The routes of a file in every format, sent at once or also made in the background, and the page that requests
    /// it. A file with personal data requires step-up authentication, but not the page.
    package static func files<File: ExportedFile>(
        _ file: File.Type, needs permission: Permission, inBackground: Bool = false
    ) -> [Route] {
        let files: [Route] = SheetFormat.allCases.map {
            .download("\(File.path).\($0.rawValue)", needs: permission, TakeFile<File>.self)
        }
        var pages: [Route] = [.get("\(File.path)/export", needs: permission, ShowFileForm<File>.self)]
        if inBackground {
            let post = Route.post("\(File.path)/export", needs: permission, BeginExport<File>.self)
            pages.append(File.holds == .nothingPersonal ? post : post.stepUp)
        }
        return pages + files
    }

    /// The same outside tenants, where no files are made in the background.
    package static func files<File: ExportedFile>(operators file: File.Type) -> [Route] {
        let files: [Route] = SheetFormat.allCases.map {
            .download(operators: "/\(File.path).\($0.rawValue)", TakeFile<File>.self)
        }
        return [.get(operators: "/\(File.path)/export", ShowFileForm<File>.self)]
            + files
    }
}

extension WebRequest {
    /// Returns the parameters of a file: the query or the form, and the values of its path's `:name` parts.
    fileprivate func question(_ query: Query, of path: String) -> Query {
        let names = path.split(separator: "/").filter { $0.first == ":" }.map { String($0.dropFirst()) }
        guard !names.isEmpty else { return query }
        return Query(
            query.items.filter { !names.contains($0.name) }
                + names.compactMap { name in parameters[name].map { (name: name, value: $0) } })
    }
}

/// The page on which an admin chooses columns, language, reason and format.
package struct ShowFileForm<File: ExportedFile>: Viewing {
    private let query: Query

    package init(_ request: WebRequest) { query = request.question(request.query, of: File.path) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try FileRequest(File.path, .csv, query, by: actor).page(File.self, in: tx, by: actor, services)
    }
}

/// Sends the file at once.
package struct TakeFile<File: ExportedFile>: FileTaking {
    package static var file: any ExportedFile.Type { File.self }
    package static var holds: FileContent { File.holds }

    private let format: SheetFormat
    private let query: Query

    package init(_ request: WebRequest) throws {
        guard let format = SheetFormat.allCases.first(where: { request.path.hasSuffix(".\($0.rawValue)") }) else {
            throw Refusal.notFound
        }
        (self.format, query) = (format, request.question(request.query, of: File.path))
    }

    package func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download {
        try FileRequest(File.path, format, query, by: actor).begin(File.self, in: tx, by: actor, services)
    }
}

/// Queues the file. Errors that the direct download would report are reported here too.
package struct BeginExport<File: ExportedFile>: Changing {
    package static func isList(_ field: String) -> Bool { field == FileRequest.columnField }

    private let format: SheetFormat
    private let query: Query

    package init(_ request: WebRequest) throws {
        guard let format = request.form["format"].flatMap({ SheetFormat(rawValue: $0) }) else { throw Refusal.notFound }
        (self.format, query) = (format, request.question(request.form, of: File.path))
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let request = FileRequest(File.path, format, query, by: actor)
        let id = ID.make(at: actor.now)
        var event = try request.begin(File.self, in: tx, by: actor, services).record.begun
        event.changes.append(.init("export", new: id.description))
        try tx.execute(
            ExportQueries.add(
                id, tenant: tx.tenant, request,
                stored: try StoredExport.sealed(request.stored, of: id, tenant: tx.tenant, services.keys), by: actor,
                expiresAt: actor.now.adding(seconds: Int64(StoredExport.hours) * 3600)))
        try Jobs.add(ExportWork(tenant: tx.tenant, id: id), in: tx, by: actor, services)
        return Change(event, next: .to("\(actor.link("exports"))/\(id)"))
    }
}
