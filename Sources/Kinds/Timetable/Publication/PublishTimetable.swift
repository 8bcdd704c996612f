import Console
import HTML
import Postgres
import Templates
import Web

/// Publishes the draft of a term to students and teachers. If there are clashes it requires a reason; the database counts
/// the clashes itself, and checks it as well.
struct PublishTimetable: Changing {
    private let term: ID
    private let reason: String
    /// The draft that the submitted page showed: if somebody has changed it since, the page shows its changes before they
    /// are published. Empty: publishes whatever is current.
    private let seen: String

    init(_ request: WebRequest) throws {
        term = try request.id("term")
        reason = request.form.trimmed("reason") ?? ""
        seen = request.form["seen"] ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try tx.send(PublicationQueries.lock(term))
        guard let found = try Term.find(term, in: tx) else { throw Refusal.notFound }
        var form = PublicationForm(term: found, reason: reason)
        let changes = try DraftChanges(found, in: tx)
        // Without changes the page has no form.
        guard changes.lessons > 0 else {
            throw Refusal.changed(
                try form.page(in: tx, by: actor.givingBack([(Strings.timetable_reason, reason)]), services))
        }
        if reason.columnLength > 400 {
            form.error = Strings.error_too_long(max: 400)
        } else if changes.clashes > 0, reason.isEmpty {
            form.error = LocalText(Strings.timetable_error_reason)
        }
        if form.error != nil { throw Refusal.form(try form.page(in: tx, by: actor, services)) }
        guard seen.isEmpty || seen == changes.mark else {
            form.notice = Strings.timetable_draft_changed
            throw Refusal.changed(try form.page(in: tx, by: actor, services))
        }
        let number = try Publishing.publish(found, changes, reason: reason, in: tx, by: actor)
        return Change(
            AuditEvent(
                .timetablePublished, on: .timetableTerm, term, name: found.name,
                changes: Publishing.events(changes, number), reason: reason),
            next: .to(
                PublicationForm.link(term, actor),
                flash: Strings.timetable_published))
    }
}

/// Restores the draft to an earlier version, and publishes it as a new one: no published version is lost.
struct ReturnTimetable: Changing {
    private let term: ID
    private let version: Int?
    private let reason: String

    init(_ request: WebRequest) throws {
        term = try request.id("term")
        version = request.form["version"].flatMap { Int($0) }
        reason = request.form.trimmed("reason") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let version else { throw Refusal.notFound }
        _ = try tx.send(PublicationQueries.lock(term))
        guard let found = try Term.find(term, in: tx) else { throw Refusal.notFound }
        let last = try tx.first(PublicationQueries.last(term))?.int("number") ?? 0
        guard (1..<max(last, 1)).contains(version) else { throw Refusal.notFound }
        guard !reason.isEmpty, reason.columnLength <= 400 else {
            guard let row = try tx.first(PublicationQueries.version(version, of: term)) else { throw Refusal.notFound }
            let error = reason.isEmpty ? LocalText(Strings.error_required) : Strings.error_too_long(max: 400)
            throw Refusal.form(
                try PublishedVersion(row).page(typed: reason, error: error, in: tx, by: actor, services))
        }
        let before = try PublicationForm(term: found).page(
            in: tx, by: actor.givingBack([(Strings.timetable_reason, reason)]), services)
        try tx.execute(PublicationQueries.removeOthers(term, version: version, by: actor.name, now: actor.now))
        try tx.execute(PublicationQueries.restore(term, version: version, by: actor.name, now: actor.now))
        try tx.execute(PublicationQueries.bringBack(term, version: version, by: actor.name, now: actor.now))
        let changes = try DraftChanges(found, in: tx)
        // That version is what students see already: a second click must not empty the draft for it.
        guard changes.lessons > 0 else { throw Refusal.changed(before) }
        let number = try Publishing.publish(found, changes, reason: reason, returningTo: version, in: tx, by: actor)
        return Change(
            AuditEvent(
                .timetableReturned, on: .timetableTerm, term, name: found.name,
                changes: Publishing.events(changes, number) + [.init("returned_to", new: String(version))],
                reason: reason),
            next: .to(
                PublicationForm.link(term, actor),
                flash: Strings.timetable_returned))
    }
}

enum Publishing {
    /// Must run in the transaction that has locked the term. Returns the number of the version.
    static func publish(
        _ term: Term, _ changes: DraftChanges, reason: String, returningTo version: Int? = nil,
        in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> Int {
        let number = (try tx.first(PublicationQueries.last(term.id))?.int("number") ?? 0) + 1
        try tx.execute(
            PublicationQueries.add(
                .init(
                    id: .make(at: actor.now), number: number, term: term.id, by: actor.name, reason: reason,
                    clashes: changes.clashes, added: changes.added, changed: changes.changed, removed: changes.removed,
                    groups: changes.groups, returnedTo: version, now: actor.now), tenant: tx.tenant))
        let isMany = changes.lessons > 1000
        if isMany { _ = try tx.rows(PublicationQueries.joinAtOnce(true)) }
        try tx.execute(PublicationQueries.disown(term.id))
        try tx.execute(PublicationQueries.replace(term.id, version: number, now: actor.now))
        try tx.execute(PublicationQueries.forgetRemoved(term.id))
        if isMany { _ = try tx.rows(PublicationQueries.joinAtOnce(false)) }
        try tx.execute(PublicationQueries.forgetEdits(term.id))
        try tx.execute(PublicAnswers.changed(tx.tenant))
        return number
    }

    static func events(_ changes: DraftChanges, _ number: Int) -> [AuditEvent.Change] {
        [
            .init("version", new: String(number)), .init("lessons", new: String(changes.lessons)),
            .init("groups_touched", new: String(changes.groups)), .init("clashes", new: String(changes.clashes)),
        ]
    }
}
