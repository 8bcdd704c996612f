import Console
import HTML
import Postgres
import Templates
import Web

/// The form with the stored values. Showing it is a reading of personal data, and is recorded as one.
struct ShowUserEdit: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("user") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        guard let row = try tx.first(UserQueries.one(id, zone: actor.tenant.zone)) else { throw Refusal.notFound }
        let profile = try UserProfile(row)
        let form = UserForm(profile: profile, opened: (id, try row.int("version"), profile))
        return (form.page(actor, services), AuditEvent(.userViewed, on: .user, id))
    }
}

/// Saves the form. If the user has a newer version, it merges field by field and shows the result before anything is
/// stored: nobody overwrites values that they have not seen.
struct EditUser: Changing {
    let id: ID
    let typed: UserProfile
    let was: UserProfile
    let version: Int

    init(_ request: WebRequest) throws {
        id = try request.id("user")
        let form = request.form
        typed = UserProfile(form)
        was = UserProfile(form, prefix: "was_")
        version = form["version"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let row = try tx.first(UserQueries.lock(id)) else { throw Refusal.notFound }
        let typed = typed.settled(at: actor.tenant.country)
        let stored = try UserProfile(row)
        let storedVersion = try row.int("version")
        if storedVersion != version, stored != was {
            let saved = try AuditReader.lastSaved(.userChanged, of: id, in: tx, by: actor)
            throw Refusal.changed(merged(typed, with: stored, version: storedVersion, saved: saved, actor, services))
        }
        let form = UserForm(
            profile: typed, errors: try typed.errors(since: stored, in: tx), opened: (id, storedVersion, stored))
        guard form.errors.isEmpty else { throw Refusal.form(form.page(actor, services)) }
        try form.save(UserQueries.save(id, typed), in: tx, by: actor, services)
        return Change(
            AuditEvent(.userChanged, on: .user, id, subject: id, changes: typed.changes(from: stored)),
            next: .to("/t/\(actor.tenant.slug)/users/\(id)", flash: Strings.users_saved))
    }

    private func merged(
        _ typed: UserProfile, with stored: UserProfile, version: Int, saved: LocalText?, _ actor: Actor,
        _ services: Services
    ) -> UserFormPage {
        let merge = Merge(
            typed: typed, was: was, stored: stored,
            fields: UserFields.edited.map { ($0.field.label, $0.edited.path) })
        let conflict = Conflict(title: LocalText(Strings.merge_title), saved: saved, notes: merge.notes)
        return UserForm(profile: merge.values, conflict: conflict, opened: (id, version, stored)).page(actor, services)
    }
}
