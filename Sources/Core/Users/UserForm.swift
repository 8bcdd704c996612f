import Console
import HTML
import Postgres
import Templates

/// The page of the form for adding and editing a user.
struct UserForm {
    var profile: UserProfile
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// nil for a new user; otherwise the version and the values with which the form was opened.
    var opened: (id: ID, version: Int, was: UserProfile)?

    /// Stores the form. If the e-mail or the external id is taken, the error is shown beside its field: only the unique index knows for
    /// sure.
    func save(_ statement: SQL, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        do {
            try tx.execute(statement)
        } catch {
            guard let broken = UserFields.unique.first(where: { error.violates(unique: $0.index) }) else { throw error }
            var refused = self
            refused.errors[broken.name] = LocalText(broken.taken)
            throw Refusal.form(refused.page(actor, services))
        }
    }

    func page(_ actor: Actor, _ services: Services) -> UserFormPage {
        let slug = actor.tenant.slug
        let list: Link = "/t/\(slug)/users"
        let heading = LocalText(opened == nil ? Strings.users_add_title : Strings.users_edit_title)
        var hidden: [HiddenValue] = []
        if let opened {
            hidden.append(HiddenValue("version", String(opened.version)))
            for (name, _, edited) in UserFields.edited {
                hidden.append(HiddenValue("was_" + name, opened.was[keyPath: edited.path]))
            }
        }
        return UserFormPage(
            frame: actor.frame(heading, services, current: "users", crumb: (LocalText(Strings.menu_users), list)),
            heading: heading.resolve(in: actor.language),
            action: opened.map { "/t/\(slug)/users/\($0.id)" } ?? list,
            inputs: UserFields.edited.map { input($1, $2, services.kind(actor.tenant.kind), actor.language) },
            hidden: hidden, conflict: conflict, cancel: opened.map { "/t/\(slug)/users/\($0.id)" } ?? list)
    }

    private func input(
        _ field: UserField, _ edited: UserField.Edited, _ kind: (any Kind)?, _ language: Language
    ) -> EntryInput {
        let value = profile[keyPath: edited.path]
        guard let offered = offered(field, kind, language) else {
            var line = Field(
                field.name, label: LocalText(field.label), value: value, type: field.value.input,
                hint: edited.hint.map { LocalText($0) }, error: errors[field.name], inputMode: field.value.input,
                isRequired: field.value.isRequired,
                hasFocus: field.name == "email" && opened == nil, isLatin: field.value.isLatin)
            if field.name == "zone" { line.picks = .zones }
            return EntryInput(line: line)
        }
        // A stored value can still be chosen, whatever the list offers today.
        let all = offered.contains { $0.value == value } ? offered : offered + [(value, value)]
        let choice = Choice(
            field.name, label: LocalText(field.label),
            options: all.map { .init(value: $0.value, label: $0.words, isSelected: $0.value == value) },
            error: errors[field.name])
        return EntryInput(choice: choice)
    }

    /// The choices of the form; nil if the field is typed.
    private func offered(_ field: UserField, _ kind: (any Kind)?, _ language: Language) -> [(
        value: String, words: String
    )]? {
        switch field.value {
        case .country: [("", "—")] + Countries.choices(in: language).map { ($0.value, $0.label) }
        case .language: Languages.known.map { ($0.code, "\($0.name) (\($0.code))") }
        default: field.value.choices(kind)?.map { ($0, field.value.words($0, language)) }
        }
    }
}
