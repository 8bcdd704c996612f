import Postgres
import Secrets
import Web

/// How much of people's lists a reader has read, and with which filters.
package struct ListReading: Sendable {
    /// The most filters that an event names; if there were more, it says so.
    package static let mostFilters = 8

    /// From the last page: its address and request are in the event.
    package var actor: Actor
    package var pages = 0
    package var rows = 0
    package var filters: Set<String> = []

    package mutating func add(_ other: ListReading) {
        actor = other.actor
        pages += other.pages
        rows += other.rows
        // Stores one filter more than the event names, to show that there were more.
        if filters.count <= Self.mostFilters { filters.formUnion(other.filters) }
    }

    package var event: AuditEvent {
        var words = filters.filter { !$0.isEmpty }.sorted().prefix(Self.mostFilters).joined(separator: " · ")
        if filters.count > Self.mostFilters { words += " …" }
        var changes: [AuditEvent.Change] = [
            .init("pages", new: String(pages)), .init("rows", new: String(rows)),
        ]
        if !words.isEmpty { changes.append(.init("filter", new: words)) }
        return AuditEvent(.usersListed, on: .users, changes: changes)
    }

    // MARK: Storage until the event is written

    package func sealed(_ id: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        let items: [(name: String, value: String)] = [
            ("kind", actor.kind.rawValue), ("admin", actor.id?.description ?? ""), ("name", actor.name),
            ("address", actor.address), ("request", actor.requestID), ("pages", String(pages)), ("rows", String(rows)),
        ]
        let query = Query(items + filters.map { (name: "filter", value: $0) })
        return try keys.data.seal(query.urlEncoded, Self.place(id, actor.tenant.id))
    }

    /// From the stored form that a killed server left.
    package init(_ sealed: [UInt8], _ id: ID, of tenant: ID, _ keys: InstallationKeys) throws {
        let query = Query(urlEncoded: try keys.data.open(sealed, Self.place(id, tenant)))
        actor = .system(address: query["address"] ?? "", requestID: query["request"] ?? "")
        actor.kind = query["kind"].flatMap { Actor.Kind(rawValue: $0) } ?? .system
        (actor.id, actor.name) = (query["admin"].flatMap { ID($0) }, query["name"] ?? "")
        (pages, rows) = (query["pages"].flatMap { Int($0) } ?? 0, query["rows"].flatMap { Int($0) } ?? 0)
        filters = Set(query.items.filter { $0.name == "filter" }.map(\.value))
    }

    package init(actor: Actor, rows: Int, filter: String) {
        (self.actor, pages, self.rows, filters) = (actor, 1, rows, [filter])
    }

    private static func place(_ id: ID, _ tenant: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "pending_readings", column: "reading", row: id.bytes)
    }
}
