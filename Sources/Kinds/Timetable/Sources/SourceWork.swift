import Console
import HTML
import JSON
import Postgres
import Templates

/// Fetches the schedules of the other server and makes an import of them, which is checked like any other. The
/// preview comes first; the import writes into the draft only if the tenant's settings say so.
struct SourceWork: RowJob {
    static let kind = "timetable.fetch"
    static let label = Strings.timetable_source
    private static let mostGroups = 3000

    let tenant: ID
    let id: ID

    func run(_ job: ID, _ services: Services) async throws {
        let found = try await services.database.perform(.background) { [tenant] connection in
            try connection.inTenant(tenant, .readOnly) { tx in try TimetableSource.find(in: tx) }
        }
        guard let found, found.id == id else { return }
        let sources: [CompatibleSource]
        do {
            guard let server = OutsideServer(found.values["url"]) else { throw OutsideServer.Problem.inner }
            sources = try await Self.fetch(found.groups) { try await server.get($0) }
        } catch {
            services.logger.warning("a timetable's source", metadata: ["cause": "\(error)", "tenant": "\(tenant)"])
            if case OutsideServer.Problem.tooMuch = error { return try await end(services, .tooMuch) }
            return try await end(services, .unreachable)
        }
        guard sources.contains(where: { !$0.lessons.isEmpty }) else { return try await end(services, .empty) }
        let name = found.values["url"]
        try await services.database.perform(.background) { [tenant, id] connection in
            try connection.inTenant(tenant) { tx in
                guard let actor = try found.requester.actor(in: tx), actor.may(.editTimetable) else {
                    _ = try tx.execute(SourceQueries.ended(id, problem: "person", importID: nil, now: .now))
                    return
                }
                let made = try Self.begin(sources, found, named: name, in: tx, by: actor, services)
                try tx.execute(
                    SourceQueries.ended(id, problem: made == nil ? "room" : "", importID: made, now: .now))
            }
        }
    }

    static func begin(
        _ sources: [CompatibleSource], _ found: TimetableSource, named name: String, in tx: borrowing TenantTransaction,
        by actor: Actor, _ services: Services
    ) throws -> ID? {
        var options: Set<String> = [LessonImport.source]
        if found.values.isOn("makes_missing") { options.insert(LessonImport.missing) }
        return try Imports.begin(
            LessonImport.self, csv: try CompatibleRows(sources).csv(in: tx), named: name, options: options,
            runs: found.values.isOn("writes"), in: tx, by: actor, services)
    }

    /// `get` fetches paths below the address of the API. If `groups` is empty, fetches all groups of the server.
    static func fetch(_ groups: [String], get: ([String]) async throws -> [[UInt8]]) async throws -> [CompatibleSource]
    {
        var groups = groups
        if groups.isEmpty {
            let all = try JSONReader.read(try await get(["/student-groups"]).first ?? [])
            groups = all.elements.compactMap { $0["name"]?.text }
        }
        let paths = groups.prefix(mostGroups).map { "/schedule?studentGroup=\(encoded($0))" }
        var sources = CompatibleSources()
        for answer in try await get(paths) where !answer.isEmpty {
            guard sources.add(try JSONReader.read(answer)) else { throw OutsideServer.Problem.tooMuch("lessons") }
        }
        return sources.all
    }

    private static func encoded(_ text: String) -> String {
        let bytes = text.utf8.map { byte -> String in
            let isPlain =
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }
        return bytes.joined()
    }

    private func end(_ services: Services, _ problem: TimetableSource.Problem) async throws {
        try await services.database.perform(.background) { [tenant, id] connection in
            try connection.inTenant(tenant) { tx in
                _ = try tx.execute(SourceQueries.ended(id, problem: problem.rawValue, importID: nil, now: .now))
            }
        }
    }
}
