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
    /// Of groups, and of teachers.
    private static let most = 3000
    /// Schedules that are in memory at once, as they were sent.
    private static let atOnce = 300
    /// In which all answers end.
    private static let seconds: Int64 = 1800

    let tenant: ID
    let id: ID

    func run(_ job: ID, _ services: Services) async throws { try await run(services, reach: .internet) }

    func run(_ services: Services, reach: OutsideReach) async throws {
        let found = try await services.database.perform(.background) { [tenant] connection in
            try connection.inTenant(tenant, .readOnly) { tx in try TimetableSource.find(in: tx) }
        }
        guard let found, found.id == id else { return }
        let sources: [CompatibleSource]
        do {
            guard let server = OutsideServer(found.values["url"], reach: reach) else {
                throw OutsideServer.Problem.inner
            }
            let end = ContinuousClock.now.advanced(by: .seconds(Self.seconds))
            sources = try await Self.fetch(found.groups) { paths in
                let left = ContinuousClock.now.duration(to: end).components.seconds
                guard left > 0 else { throw OutsideServer.Problem.unreachable("\(server.base): too slow") }
                return try await server.get(paths, seconds: left)
            }
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

    /// `get` fetches paths below the address of the API. If `groups` is empty, fetches all groups of the server, and then the
    /// teachers, whose schedules have the lessons without a group.
    static func fetch(_ groups: [String], get: ([String]) async throws -> [[UInt8]]) async throws -> [CompatibleSource]
    {
        func list(_ path: String) async throws -> [JSONText] {
            let answer = try await get([path]).first ?? []
            return answer.isEmpty ? [] : try JSONReader.read(answer).elements
        }
        var sources = CompatibleSources()
        // Without them rooms have no seats, and groups no faculty or programme; that is no reason to have no lessons.
        for path in ["/auditories", "/faculties", "/specialities"] {
            for one in (try? await list(path)) ?? [] { _ = sources.add(one) }
        }
        var paths = groups.map { "/schedule?studentGroup=\(encoded($0))" }
        let known = groups.isEmpty ? try await list("/student-groups") : (try? await list("/student-groups")) ?? []
        for one in known { _ = sources.add(one) }
        if groups.isEmpty {
            let named = known.compactMap { $0["name"]?.text }
            let addresses = try await list("/employees/all").compactMap { $0["urlId"]?.text }
            guard named.count <= most, addresses.count <= most else { throw OutsideServer.Problem.tooMuch("schedules") }
            paths =
                named.map { "/schedule?studentGroup=\(encoded($0))" }
                + addresses.map { "/employees/schedule/\(encoded($0))" }
        }
        for start in stride(from: 0, to: paths.count, by: atOnce) {
            let part = Array(paths[start..<min(paths.count, start + atOnce)])
            for answer in try await get(part) where !answer.isEmpty {
                guard sources.add(try JSONReader.read(answer)) else { throw OutsideServer.Problem.tooMuch("lessons") }
            }
        }
        return sources.told
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
