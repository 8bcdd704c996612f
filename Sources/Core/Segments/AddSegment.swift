import Console
import HTML
import Postgres
import Templates
import Web

/// The form for a new segment, filled with the filter of the list of users, whose query is passed along.
struct ShowNewSegment: Viewing {
    let filter: UserFilter

    init(_ request: WebRequest) { filter = Segment.filter(request.query) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        return try SegmentForm(content: Segment.content(of: filter)).page(in: tx, by: actor, services)
    }
}

struct AddSegment: Changing {
    let typed: SegmentForm

    init(_ request: WebRequest) { typed = SegmentForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        form.check()
        if !CatalogueEntry.isKey(form.key) {
            form.errors["key"] = LocalText(form.key.isEmpty ? Strings.error_required : Strings.error_entry_key)
        }
        let all = try Segments.read(in: tx)
        // Checked before the insert, so that the page can still be made: a violated unique index aborts the
        // transaction.
        if all.contains(where: { $0.key == form.key }) { form.errors["key"] = LocalText(Strings.segments_taken) }
        if all.count >= Segment.most { form.errors["name"] = Strings.segments_too_many(max: Segment.most) }
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        let (id, filter) = (ID.make(at: actor.now), form.filter.encoded)
        try tx.execute(
            SegmentQueries.add(
                id, tenant: tx.tenant, key: form.key, name: form.content["name"], about: form.content["about"],
                filter: filter, by: actor.name,
                now: actor.now))
        try Segments.changed(in: tx, services)
        return Change(
            AuditEvent(
                .segmentAdded, on: .segment, id, name: form.content["name"],
                changes: [.init("key", new: form.key)] + Segment.changes(form.content, filter, nil)),
            next: .to("\(actor.link("segments"))/\(id)", flash: Strings.segments_was_added))
    }
}

extension Segment {
    /// For the audit trail: the filter as one value, like every filter there.
    static func changes(_ content: Content, _ filter: String, _ old: Segment?) -> [AuditEvent.Change] {
        [
            ("name", old?.name, content["name"]), ("about", old?.about, content["about"]),
            ("filter", old?.filter.encoded, filter),
        ]
        .filter { $0.1 ?? "" != $0.2 }.map { .init($0.0, old: $0.1, new: $0.2) }
    }
}

extension Segments {
    /// Invalidates the caches of this process and of all others.
    static func changed(in tx: borrowing TenantTransaction, _ services: Services) throws {
        _ = try tx.rows(Segments.changed(tx.tenant))
        services.segments.invalidate(tx.tenant)
    }
}
