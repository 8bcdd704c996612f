import HTML
import Postgres
import Web

/// The filter of the audit log. All of it is in the address, so a view can be bookmarked, and the export contains
/// exactly what the list shows.
package struct AuditFilter: Sendable {
    package enum ActorFilter: Sendable, Equatable {
        case admin(ID)
        /// Actors without an id: scripts, Roost itself, and the users of the apps, whom only the subject of an event
        /// names.
        case kind(Actor.Kind)

        package static let withoutID: [Actor.Kind] = [.script, .system, .user]

        package init?(_ text: String) {
            if let id = ID(text) {
                self = .admin(id)
            } else {
                guard let kind = Self.withoutID.first(where: { $0.rawValue == text }) else { return nil }
                self = .kind(kind)
            }
        }

        package var text: String {
            switch self {
            case .admin(let id): id.description
            case .kind(let kind): kind.rawValue
            }
        }
    }

    package var search = ""
    package var actor: ActorFilter?
    package var action: AuditAction?
    package var kind: ObjectKind?
    package var object: ID?
    package var field = ""
    package var address = ""
    /// The number of hours back from now; 0 for all time.
    package var since = 0
    /// Days in the tenant's zone as yyyy-mm-dd, or empty.
    package var from = ""
    package var until = ""
    /// Leaves out events of reading.
    package var hidesReads = false

    package init(object: ID, action: AuditAction? = nil) {
        self.object = object
        self.action = action
    }

    package init(_ query: Query) {
        search = String((query.trimmed("q") ?? "").prefix(200)).trimmingSpaces
        actor = query["actor"].flatMap { ActorFilter($0) }
        action = query["action"].flatMap { AuditAction(id: $0) }
        kind = query["kind"].flatMap { ObjectKind(id: $0) }
        object = query["object"].flatMap { ID($0) }
        field = String((query.trimmed("field") ?? "").prefix(60)).trimmingSpaces
        address = String((query.trimmed("address") ?? "").prefix(60)).trimmingSpaces
        since = query["since"].flatMap { Int($0) }.map { min(max($0, 0), 87_600) } ?? 0
        from = Self.day(query["from"])
        until = Self.day(query["until"])
        hidesReads = query["reads"] == "hidden"
    }

    /// Returns `yyyy-mm-dd` of a day that exists, of whichever calendar it was typed, or an empty text.
    private static func day(_ text: String?) -> String { text.flatMap { TypedDay.iso($0) } ?? "" }

    /// The parameters of the address that are not at their defaults.
    package var query: [(String, String)] {
        var items: [(String, String)] = []
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { items.append((name, value)) } }
        add("q", search)
        add("actor", actor?.text)
        add("action", action?.id)
        add("kind", kind?.id)
        add("object", object?.description)
        add("field", field)
        add("address", address)
        add("since", since == 0 ? nil : String(since))
        add("from", from)
        add("until", until)
        add("reads", hidesReads ? "hidden" : nil)
        return items
    }

    package func link(_ base: Link, changing change: (inout AuditFilter) -> Void = { _ in }) -> Link {
        var other = self
        change(&other)
        return base.with(query: other.query)
    }

    /// Returns all conditions except those for the search text and the field, which `AuditSearch` adds. `related` are
    /// the objects that belong to the history of the chosen one.
    package func conditions(related: [ID] = [], zone: String, now: Timestamp) -> [SQL] {
        var all: [SQL] = []
        switch actor {
        case .admin(let id): all.append("audit_events.actor_id = \(id)")
        case .kind(let kind): all.append("audit_events.actor_id is null and audit_events.actor_kind = \(kind.rawValue)")
        case nil: break
        }
        if hidesReads { all.append(AuditQueries.notReading) }
        if let action { all.append("audit_events.action = \(action.id)") }
        if let kind { all.append("audit_events.object_kind = \(kind.id)") }
        if let object {
            all.append(
                related.isEmpty
                    ? "audit_events.object_id = \(object)" : "audit_events.object_id = any(\([object] + related))")
        }
        if !address.isEmpty { all.append("audit_events.address = \(address)") }
        let moments = moments(zone: zone, now: now)
        all += moments.begins.map(AuditQueries.begins(at:)) + moments.ends.map(AuditQueries.ends(before:))
        return all
    }

    /// From when on, and before when.
    package func moments(zone: String, now: Timestamp) -> (begins: [SQL], ends: [SQL]) {
        var begins: [SQL] = []
        if since > 0 { begins.append("\(now.adding(seconds: -Int64(since) * 3600))") }
        if !from.isEmpty { begins.append("\(from)::timestamp at time zone \(zone)") }
        return (begins, until.isEmpty ? [] : ["(\(until)::timestamp + interval '1 day') at time zone \(zone)"])
    }

    /// How many filters one index has together.
    package var narrowedBy: Int {
        [
            actor != nil, action != nil, kind != nil, !address.isEmpty, !field.isEmpty, !search.isEmpty,
        ].count { $0 }
    }
}
