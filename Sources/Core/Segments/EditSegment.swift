import Console
import HTML
import Postgres
import Templates
import Web

struct ShowSegmentEdit: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("segment") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let row = try tx.first(SegmentQueries.one(id)) else { throw Refusal.notFound }
        let segment = try Segment(row)
        return try SegmentForm(content: segment.content, opened: (id, segment.version, segment.content)).page(
            in: tx, by: actor, services)
    }
}

/// Saves the form. If the segment has a newer version, it merges field by field and shows the result before anything is
/// stored.
struct EditSegment: Changing {
    let id: ID
    let typed: SegmentForm
    let was: Content

    init(_ request: WebRequest) throws {
        id = try request.id("segment")
        typed = SegmentForm(request.form)
        was = Content(json: request.form["was"] ?? "")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try tx.send(SegmentQueries.lock(id))
        guard let row = try tx.first(SegmentQueries.one(id)) else { throw Refusal.notFound }
        let stored = try Segment(row)
        var form = typed
        form.opened = (id, stored.version, stored.content)
        if stored.content != was {
            let merge = ContentMerge(typed: typed.content, was: was, stored: stored.content)
            form.content = merge.content
            form.conflict = Conflict(
                title: LocalText(Strings.segments_merge),
                saved: Strings.merge_by(name: stored.changedBy, time: Formatted.dateTime(stored.changed)),
                notes: merge.notes.map { note in
                    MergeNote(
                        label: SegmentForm.label(note.field, actor), theirs: note.theirs, yours: note.yours,
                        isKept: note.isKept)
                })
            if !merge.notes.isEmpty { throw Refusal.changed(try form.page(in: tx, by: actor, services)) }
            form.conflict = nil
        }
        form.check()
        guard form.errors.isEmpty else { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        let filter = form.filter.encoded
        try tx.execute(
            SegmentQueries.save(id, name: form.content["name"], about: form.content["about"], filter: filter, by: actor)
        )
        try Segments.changed(in: tx, services)
        return Change(
            AuditEvent(
                .segmentChanged, on: .segment, id, name: form.content["name"],
                changes: Segment.changes(form.content, filter, stored)),
            next: .to("\(actor.link("segments"))/\(id)", flash: Strings.segments_was_saved))
    }
}

/// Deletes a segment that no content uses. Its users stay unchanged.
struct DeleteSegment: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("segment") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        // Locked against an admin who saves content for this segment at the same moment.
        _ = try tx.send(SegmentQueries.lock(id))
        guard let row = try tx.first(SegmentQueries.one(id)) else { throw Refusal.notFound }
        let stored = try Segment(row)
        let uses = try tx.rows(SegmentQueries.uses(of: stored.key)).map { try $0.text("name") }
        guard uses.isEmpty else {
            let names =
                uses.prefix(5).map { "“\($0.columnPrefix(60))”" }.joined(separator: ", ") + (uses.count > 5 ? " …" : "")
            throw Refusal.changed(
                try SegmentPageMaker(id: id, notice: Strings.segments_in_use(names: names)).page(
                    in: tx, by: actor, services))
        }
        try tx.execute(SegmentQueries.delete(id))
        try Segments.changed(in: tx, services)
        return Change(
            AuditEvent(
                .segmentDeleted, on: .segment, id, name: stored.name,
                changes: [
                    .init("key", old: stored.key), .init("about", old: stored.about),
                    .init("filter", old: stored.filter.encoded),
                ]),
            next: .to(actor.link("segments"), flash: Strings.segments_was_deleted))
    }
}
