import Console
import HTML
import Postgres
import Templates
import Web

/// Adds a note about a user, for the other admins. Its text is the user's personal data: it is sealed in the trail.
struct AddUserNote: Changing {
    let id: ID
    let body: String

    init(_ request: WebRequest) throws {
        id = try request.id("user")
        body = request.form.trimmed("body") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        // A note about an erased user would concern nobody, and would never be erased.
        guard let held = try tx.first(UserQueries.lock(id)), try !held.bool("is_erased") else { throw Refusal.notFound }
        if body.isEmpty || body.columnLength > 2000 {
            let error = body.isEmpty ? LocalText(Strings.error_required) : Strings.error_too_long(max: 2000)
            throw Refusal.form(
                try UserPageMaker(
                    id, refused: .init(UserNotesCard.self, typed: ["body": body], errors: ["body": error])
                )
                .page(in: tx, by: actor, services))
        }
        try tx.execute(UserQueries.addNote(id, tenant: tx.tenant, note: .make(at: actor.now), by: actor, body: body))
        return Change(
            AuditEvent(.userNoted, on: .user, id, subject: id, changes: [.init("note", new: body, isPersonal: true)]),
            next: .to("/t/\(actor.tenant.slug)/users/\(id)", flash: Strings.users_note_added))
    }
}
