import Console
import HTML
import Postgres
import Templates
import Web

/// Saves the address from which the timetable is fetched. From then on it is fetched on behalf of this admin. If the stored version is
/// newer, it merges field by field and shows the result before anything is stored.
struct EditSource: Changing {
    private let typed: BasicValues
    private let was: BasicValues
    private let version: Int

    init(_ request: WebRequest) {
        typed = BasicValues(request.form, TimetableSource.fields)
        was = BasicValues(request.form, TimetableSource.fields, prefix: "was_")
        version = request.form["version"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored = try TimetableSource.find(in: tx, isLocked: true)
        var form = SourceForm(values: typed, stored: stored)
        if let stored, stored.version != version, stored.values != was, stored.values != typed {
            let merge = typed.merged(over: was, with: stored.values, TimetableSource.fields, actor.language)
            form.values = merge.values
            form.conflict = Conflict(
                title: LocalText(Strings.timetable_merge_title),
                saved: try AuditReader.lastSaved(.timetableSourceChanged, of: stored.id, in: tx, by: actor),
                notes: merge.notes)
            throw Refusal.changed(form.page(actor, services))
        }
        for field in TimetableSource.fields { form.errors[field.key] = field.fault(typed[field.key]) }
        if form.errors["url"] == nil, OutsideServer(typed["url"]) == nil {
            form.errors["url"] = LocalText(Strings.timetable_error_source_url)
        }
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        let id = stored?.id ?? .make(at: actor.now)
        let next = TimetableSource.Frequency(rawValue: typed["frequency"])?.seconds.map {
            actor.now.adding(seconds: $0)
        }
        try tx.execute(
            SourceQueries.save(
                .init(
                    id: id, values: typed, nextAt: next, by: actor.id, name: actor.name, address: actor.address,
                    request: actor.requestID), tenant: tx.tenant))
        return Change(
            AuditEvent(
                .timetableSourceChanged, on: .timetableSource, id, name: typed["url"],
                changes: typed.changes(from: stored?.values, TimetableSource.fields)),
            next: .to(actor.link(SourceForm.path), flash: Strings.timetable_saved))
    }
}

/// Fetches the timetable now. The result is an import like any other.
struct FetchSource: Changing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("source") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let stored = try TimetableSource.find(in: tx, isLocked: true), stored.id == id else {
            throw Refusal.notFound
        }
        try Jobs.add(SourceWork(tenant: tx.tenant, id: stored.id), in: tx, by: actor, services)
        return Change(
            AuditEvent(.timetableFetched, on: .timetableSource, stored.id, name: stored.values["url"]),
            next: .to(actor.link(SourceForm.path), flash: Strings.timetable_source_fetching))
    }
}
