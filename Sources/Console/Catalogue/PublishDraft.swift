import HTML
import Postgres
import Templates
import Web

/// The part that all acts on an entry share: they lock the entry, which must exist.
package struct EntryAct<C: Catalogued>: Sendable {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("entry") }

    package func locked(in tx: borrowing TenantTransaction, by actor: Actor) throws -> CatalogueEntry {
        let entry = try CatalogueEntry.locked(id, of: C.catalogue, in: tx, by: actor)
        // Where apps can lose something, the act may have to be taken back for the page that says so.
        if C.catalogue.loss != nil { try tx.execute("savepoint entry_act") }
        return entry
    }

    /// For an act that failed, because of another change or a rule: the entry's page shows the present state. `from` is the
    /// typed time of the form that schedules.
    package func conflict(
        _ notice: LocalText = LocalText(Strings.problem_changed_advice), from: String = "",
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .changed(try EntryPageMaker<C>(id: id, notice: notice, from: from).page(in: tx, by: actor, services))
    }

    /// Returns the change, which leads back to the entry. `isSeen`: apps get something else, now or later;
    /// in a catalogue whose acts may need a second admin, every such act does, so its action has to name that act. `isOwn`: the
    /// actor wrote the content. `undo`: it can be undone for an hour. `was`: what apps had of the entry before.
    package func done(
        _ action: AuditAction, _ name: String, _ changes: [AuditEvent.Change] = [], flash: StringKey,
        isSeen: Bool = false, isOwn: Bool = false, undo: Bool = false, was: ContentVersion? = nil,
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        if let was { try mayTake(was.content, in: tx, by: actor, services) }
        if isSeen {
            precondition(action.guardedAct != nil, "an act that changes what apps get is guarded")
            try tx.execute(CatalogueQueries.touch)
            try tx.execute(PublicAnswers.changed(tx.tenant))
        }
        var event = AuditEvent(action, on: .entry, id, name: name, changes: changes)
        if event.guardedAct != nil { event.guardedAct = C.catalogue.guarded }
        // If publishing itself needs no approval, publishing one's own content may still need it.
        if isOwn, try !SecondAdmin.isWanted(for: event, in: tx) { event.guardedAct = .ownContent }
        let here: Link = "\(actor.link(C.catalogue.path))/\(id)"
        return Change(event, next: .to(here, flash: flash, undo: undo ? "\(here)/publication/withdrawal" : nil))
    }
}

extension EntryAct {
    /// Throws the entry's page if apps can't do without what the act has taken from them.
    package func mayTake(
        _ content: Content, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        guard let find = C.catalogue.loss, let loss = try find(tx, actor, content) else { return }
        // The page shows the entry as it was, and not as the act left it.
        try tx.execute("rollback to savepoint entry_act")
        throw try conflict(loss, in: tx, by: actor, services)
    }
}

/// Publishes the draft to apps: now, or from a given time on.
package struct PublishDraft<C: Catalogued>: Changing {
    /// The most days in advance for which an entry can be scheduled.
    package static var mostDays: Int64 { 730 }

    package let act: EntryAct<C>
    /// As it was typed, in the tenant's zone; empty for now.
    package let moment: String

    package init(_ request: WebRequest) throws {
        act = try EntryAct(request)
        moment = request.form.trimmed("from") ?? ""
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let catalogue = C.catalogue
        let entry = try act.locked(in: tx, by: actor)
        // Neither an entry without a draft nor the form of its content has a field for the time.
        let givingBack = actor.givingBack([(Strings.catalogue_from, moment)])
        guard let draft = entry.draft else { throw try act.conflict(in: tx, by: givingBack, services) }
        let missing = catalogue.missing(draft.content, actor.tenant.languages)
        guard missing.isEmpty else {
            var form = ContentForm(
                catalogue: catalogue, form: FormValues(draft.content, of: catalogue, actor.tenant.languages),
                opened: (act.id, draft.revision, draft.content))
            form.errors = missing
            throw Refusal.form(try form.page(in: tx, by: givingBack, services))
        }
        if let obstacle = try catalogue.obstacle(tx, actor) {
            throw try act.conflict(obstacle, from: moment, in: tx, by: actor, services)
        }
        var from: Timestamp?
        if !moment.isEmpty {
            guard let start = try start(in: tx, by: actor) else {
                let error = LocalText(Strings.error_schedule)
                throw Refusal.form(
                    try EntryPageMaker<C>(id: act.id, from: moment, fromError: error).page(in: tx, by: actor, services))
            }
            from = start
        }
        if let from, let live = entry.live, catalogue.loss != nil {
            // What apps lose then is looked for as if it were now.
            try tx.execute(CatalogueQueries.publish(act.id, from: nil, by: actor))
            try act.mayTake(live.content, in: tx, by: actor, services)
            try tx.execute("rollback to savepoint entry_act")
            try tx.execute(CatalogueQueries.publish(act.id, from: from, by: actor))
        } else {
            try tx.execute(CatalogueQueries.publish(act.id, from: from, by: actor))
        }
        let name = catalogue.entryName(draft.content, actor.tenant.languages)
        var changes: [AuditEvent.Change] = [
            .init("version", old: entry.live.map { String($0.number) }, new: String(draft.number))
        ]
        if let from { changes.append(.init("from", new: from.iso)) }
        return try act.done(
            moment.isEmpty ? .entryPublished : .entryScheduled, name,
            changes + draft.content.changes(from: entry.live?.content),
            flash: moment.isEmpty ? Strings.catalogue_was_published : Strings.catalogue_was_scheduled, isSeen: true,
            isOwn: actor.id.map { draft.authors.contains($0) } ?? false, undo: moment.isEmpty,
            was: from == nil ? entry.live : nil, in: tx, by: actor, services)
    }

    private func start(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Timestamp? {
        guard let typed = TypedTime.iso(moment),
            let start = try tx.first(CatalogueQueries.moment(typed, zone: actor.tenant.zone))?.time("moment"),
            start > actor.now, start < actor.now.adding(seconds: Self.mostDays * 86400)
        else { return nil }
        return start
    }
}

/// Turns a scheduled version into a draft again. Fails if there is another draft, since an entry has only one at a
/// time.
package struct Unschedule<C: Catalogued>: Changing {
    package let act: EntryAct<C>

    package init(_ request: WebRequest) throws { act = try EntryAct(request) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let entry = try act.locked(in: tx, by: actor)
        guard let coming = entry.coming else { throw try act.conflict(in: tx, by: actor, services) }
        guard entry.draft == nil else {
            throw try act.conflict(LocalText(Strings.catalogue_one_draft), in: tx, by: actor, services)
        }
        guard try tx.execute(CatalogueQueries.unschedule(act.id, number: coming.number, now: actor.now)) == 1 else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        return try act.done(
            .entryUnscheduled, C.catalogue.entryName(coming.content, actor.tenant.languages),
            [.init("version", old: String(coming.number))],
            flash: Strings.catalogue_was_unscheduled, isSeen: true, in: tx, by: actor, services)
    }
}
