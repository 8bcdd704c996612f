import HTML
import Postgres
import Secrets
import Templates

/// Turns stored events into readable entries: opens sealed values, resolves names of linked objects, translates the
/// words.
package struct AuditReader {
    package let trail: AuditTrail
    package let actor: Actor
    /// False on a page that is about the object anyway.
    package let showsObject: Bool
    /// The list to which the entries belong: actor, action and address then link to the list with that filter.
    package var list: (filter: AuditFilter, base: Link)?
    /// Words that the page knows and no declaration can: answers by the questions of the object's own form. nil for a change
    /// that the declarations put into words.
    package var ownWords: (@Sendable (AuditEvent.Change) -> TrailEntry.FieldChange?)?

    package init(trail: AuditTrail, actor: Actor, showsObject: Bool, list: (filter: AuditFilter, base: Link)? = nil) {
        self.trail = trail
        self.actor = actor
        self.showsObject = showsObject
        self.list = list
    }

    package func entries(_ rows: Rows, in tx: borrowing TenantTransaction) throws -> [TrailEntry] {
        let subjects = Set(
            try rows.compactMap { try $0.bytesOrNil("sealed") == nil ? nil : try $0.idOrNil("subject_id") })
        let seen = Declarations.current.objectNames.filter { actor.may($0.needs) }
        let keys = seen.isEmpty ? [:] : try trail.subjectKeys(Array(subjects), in: tx)
        var names: [ID: String] = [:]
        for source in seen where showsObject {
            let objects = Set(
                try rows.compactMap { try $0.text("object_kind") == source.kind.id ? try $0.idOrNil("object_id") : nil }
            )
            names.merge(try source.read(objects, actor.language, in: tx)) { first, _ in first }
        }
        let changes = try rows.map { row in
            (
                kind: try row.text("object_kind"),
                changes: AuditChangesText.read(try row.text("changes"), isPersonal: false) ?? []
            )
        }
        let references = try ReferredNames(changes, in: tx, by: actor)
        let tenant = tx.tenant
        return try zip(rows, changes).map { row, changed in
            try entry(row, changed.changes, keys, names, references, tenant)
        }
    }

    /// "Saved by …, at …": who saved the newer version in a form's conflict.
    package static func lastSaved(
        _ action: AuditAction, of object: ID, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> LocalText? {
        guard let row = try tx.first(AuditQueries.last(action, of: object, zone: actor.tenant.zone)) else { return nil }
        let time = LocalTime(microseconds: Int(try row.localTime("local_at")))
        return Strings.merge_by(name: try row.text("actor_name"), time: Formatted.dateTime(time))
    }

    private func entry(
        _ row: Row, _ plain: [AuditEvent.Change], _ keys: [ID: DataKey], _ names: [ID: String],
        _ references: ReferredNames, _ tenant: ID
    ) throws -> TrailEntry {
        let action = AuditAction(id: try row.text("action"))
        let objectID = try row.idOrNil("object_id")
        let kind = try row.text("object_kind")
        let source = Declarations.current.objectNames.first { $0.kind.id == kind }
        let words = AuditWords(kind: kind, language: actor.language, references: references)
        var changes = plain
        var erased: [TrailEntry.FieldChange] = []
        if let sealed = try row.bytesOrNil("sealed"), let subject = try row.idOrNil("subject_id") {
            func note(_ text: StringKey, isErased: Bool = false) {
                erased = [
                    .init(
                        label: LocalText(text).resolve(in: actor.language), old: nil, new: nil, isErased: isErased)
                ]
            }
            do {
                if !opens(source) {
                    note(Strings.audit_hidden)
                } else if let opened = try trail.open(
                    sealed, of: try row.id("id"), with: keys[subject], tenant: tenant)
                {
                    changes += opened
                } else {
                    note(Strings.audit_erased, isErased: true)
                }
            } catch is SealError {
                // The event was tampered with: the page says so here, and `roost audit verify` proves it; the other
                // events stay readable.
                note(Strings.audit_unreadable)
            }
        }
        var object: String?
        if showsObject {
            let name = try row.text("object_name")
            object =
                source != nil
                ? objectID.map { names[$0] ?? String($0.description.prefix(8)) } : name.isEmpty ? nil : name
            if object?.isEmpty == true { object = objectID.map { String($0.description.prefix(8)) } }
        }
        let micros = try row.localTime("local_at")
        var did = LocalText(action?.phrase ?? Strings.audit_other)
        if let action, object == nil { did = Strings.catalogue_named(name: action.alone(actor.language)) }
        return TrailEntry(
            actor: AuditWords.actor(try row.text("actor_name"), kind: try row.text("actor_kind"), actor.language),
            actorLink: try narrowedByActor(row),
            actorNote: try row.text("actor_kind") == "key" ? LocalText(Strings.audit_by_key) : nil,
            did: did,
            when: DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(micros))),
            address: AuditWords.address(try row.text("address"), actor.language),
            addressLink: try narrowed(by: row.text("address")), object: object,
            objectLink: showsObject ? objectID.flatMap { link(to: $0, source) } : nil,
            changes: changes.map { ownWords?($0) ?? words.change($0) } + erased,
            reason: try row.text("reason"), number: String(try row.int("sequence")))
    }

    /// Personal values are for who may see the person: a student's for who may see students, and those in events about
    /// other objects for who may see any people.
    private func opens(_ source: ObjectNames?) -> Bool {
        source.map { actor.may($0.needs) } ?? Declarations.current.objectNames.contains { actor.may($0.needs) }
    }

    private func narrowedByActor(_ row: Row) throws -> Link? {
        guard let list else { return nil }
        let performer =
            try row.idOrNil("actor_id").map { AuditFilter.ActorFilter.admin($0) }
            ?? AuditFilter.ActorFilter(row.text("actor_kind"))
        return performer.map { performer in list.filter.link(list.base) { $0.actor = performer } }
    }

    private func narrowed(by address: String) -> Link? {
        list.map { list in list.filter.link(list.base) { $0.address = address } }
    }

    /// A user has a page; for any other object the link leads to its history in the list, even if it was deleted.
    private func link(to object: ID, _ source: ObjectNames?) -> Link? {
        if let source, actor.may(source.needs) { return "\(actor.link(source.path))/\(object)" }
        return list.map { list in AuditFilter(object: object).link(list.base) }
    }
}
