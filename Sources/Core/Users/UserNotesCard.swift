import Console
import HTML
import Postgres
import Templates

/// Admins' notes about the user, and the form for a new one.
struct UserNotesCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.notes
    static let samples: [any Page] = [NotesCard.sample, NotesCard([], form: nil)]

    private let shown: ShownUser
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        self.shown = shown
        statements = [
            UserQueries.notes(shown.id, zone: actor.tenant.zone),
            "select users.erased_at is not null as is_erased from users where users.id = \(shown.id)",
        ]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let dates = DateStyle(actor.language)
        let notes = try rows[0].map {
            UserNote(
                author: try $0.text("author_name"),
                at: dates.dateTime(LocalTime(microseconds: Int(try $0.localTime("written")))), body: try $0.text("body")
            )
        }
        let isErased = try rows[1].first?.bool("is_erased") ?? false
        return NotesCard(notes, form: actor.may(.noteUsers) && !isErased ? form(actor) : nil)
    }

    private func form(_ actor: Actor) -> NoteForm {
        let refused = shown.refused(Self.self)
        return NoteForm(
            action: actor.link("users/\(shown.id)/notes"), csrf: actor.session?.csrf ?? "",
            body: Area(
                Field(
                    "body", label: LocalText(Strings.user_note), value: refused?.typed["body"] ?? "",
                    error: refused?.errors["body"], isRequired: true)))
    }
}
