import HTML
import Postgres
import Secrets
import Sheets
import Templates
import Web

/// A file that is made in the background, and how far it has come.
package struct StoredExport: Sendable {
    package enum State: String, Sendable {
        case running, done, failed

        package var badge: StatusBadge {
            switch self {
            case .running: StatusBadge(LocalText(Strings.work_running), tone: .warn)
            case .done: StatusBadge(LocalText(Strings.work_done), tone: .good)
            case .failed: StatusBadge(LocalText(Strings.export_failed), tone: .bad)
            }
        }
    }

    /// That a file is kept for.
    package static let hours = 24
    /// How often it is begun before it is given up: a server may be killed, but not by every try.
    package static let attempts = 5
    /// Bytes of a piece, before it is sealed.
    package static let chunk = 262_144

    package var id: ID
    package var list: String
    package var format: SheetFormat
    package var query: Query
    package var reason: String
    package var language: Language
    package var state: State
    package var attempt: Int
    package var total: Int
    package var rows: Int
    package var bytes: Int
    package var chunks: Int
    package var requester: Requester
    package var requestedAt: Timestamp
    package var expiresAt: Timestamp

    package init(_ row: Row, tenant: ID, _ keys: InstallationKeys) throws {
        id = try row.id("id")
        list = try row.text("list")
        guard let format = SheetFormat(rawValue: try row.text("format")),
            let state = State(rawValue: try row.text("state"))
        else {
            throw DatabaseError.decoding(column: "state", why: "a format or a state that this version does not know")
        }
        (self.format, self.state) = (format, state)
        query = Query(
            urlEncoded: try keys.data.open(try row.bytes("query"), Self.place("exports", "query", id.bytes, tenant)))
        reason = try row.text("reason")
        language = Language(rawValue: try row.text("language")) ?? .en
        attempt = try row.int("attempt")
        total = try row.int("total")
        rows = try row.int("rows")
        bytes = try row.int("bytes")
        chunks = try row.int("chunks")
        requester = try Requester(row)
        requestedAt = try row.time("asked_at")
        expiresAt = try row.time("expires_at")
    }

    /// One of one's own: nobody else's is there. Past its time it is not there either,
    /// though it may not be swept away yet.
    package static func own(_ id: ID, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> StoredExport
    {
        guard let row = try tx.first(ExportQueries.one(id)) else { throw Refusal.notFound }
        let found = try StoredExport(row, tenant: tx.tenant, services.keys)
        guard found.requester.id == actor.id, found.expiresAt > actor.now else { throw Refusal.notFound }
        return found
    }

    // MARK: What is asked for

    /// As it was asked for, whatever language its asker speaks today.
    package func request(_ tenant: Tenant) -> FileRequest {
        FileRequest(list, format, stored: query, language: language, zone: tenant.zone, reason: reason)
    }

    /// nil when no list is called that any more.
    package func offered(_ services: Services) -> OfferedFile? { services.files[list] }

    /// Whether its asker may take that file out, as of now.
    package func isAllowed(to actor: Actor, _ services: Services) -> Bool {
        offered(services).map { actor.may($0.permission) } ?? false
    }

    package func fileName(_ tenant: Tenant) -> String {
        "\(tenant.slug)-\(list.replacing("/", with: "-")).\(format.rawValue)"
    }

    // MARK: Sealing

    package static func place(_ table: String, _ column: String, _ row: [UInt8], _ tenant: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: table, column: column, row: row)
    }

    /// A piece opens nowhere but at its number in its own attempt.
    package static func place(_ number: Int, attempt: Int, of id: ID, tenant: ID) -> AssociatedData {
        var row = id.bytes
        row.append(bigEndian: Int64(attempt))
        row.append(bigEndian: Int64(number))
        return place("export_chunks", "content", row, tenant)
    }

    package static func sealed(_ query: Query, of id: ID, tenant: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        return try keys.data.seal(query.urlEncoded, place("exports", "query", id.bytes, tenant))
    }
}
