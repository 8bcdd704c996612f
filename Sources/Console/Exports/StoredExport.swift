import HTML
import Postgres
import Secrets
import Sheets
import Templates
import Web

/// A file that is made in the background, and its progress.
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

    /// The number of hours for which a file is stored.
    package static let hours = 24
    /// How often making it is started before it fails: a server may be killed, but not by every attempt.
    package static let attempts = 5
    /// The bytes of a piece before it is sealed.
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

    /// Finds an export of the actor's own; exports of others, and expired ones, are not found, even if they are not
    /// deleted yet.
    package static func own(_ id: ID, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> StoredExport
    {
        guard let row = try tx.first(ExportQueries.one(id)) else { throw Refusal.notFound }
        let found = try StoredExport(row, tenant: tx.tenant, services.keys)
        guard found.requester.id == actor.id, found.expiresAt > actor.now else { throw Refusal.notFound }
        return found
    }

    // MARK: The request

    /// Returns the request as it was made, whatever the requester's language is today.
    package func request(_ tenant: Tenant) -> FileRequest {
        FileRequest(list, format, stored: query, language: language, zone: tenant.zone, reason: reason)
    }

    /// nil if there is no longer a file with this path.
    package func offered(_ services: Services) -> OfferedFile? { services.files[list] }

    /// Returns true if the requester has the permission for that file now.
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

    /// A piece can be opened only as the piece with its number in its own attempt.
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
