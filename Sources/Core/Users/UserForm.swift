import Console
import HTML
import Postgres
import Templates

/// The page of the form for adding and editing.
struct UserForm {
    var profile: UserProfile
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// nil for a new user; the version and the values the form was opened with for an old one.
    var opened: (id: ID, version: Int, was: UserProfile)?

    /// Stores the form. An e-mail that somebody has already is said beside its field: only the index knows for sure.
    func save(_ statement: SQL, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        do {
            try tx.execute(statement)
        } catch {
            guard error.violates(unique: "users_email") else { throw error }
            var refused = self
            refused.errors["email"] = LocalText(Strings.error_email_taken)
            throw Refusal.form(refused.page(actor, services))
        }
    }

    func page(_ actor: Actor, _ services: Services) -> UserFormPage {
        let slug = actor.tenant.slug
        let list: Link = "/t/\(slug)/users"
        let heading = LocalText(opened == nil ? Strings.users_add_title : Strings.users_edit_title)
        func field(
            _ name: String, _ label: StringKey, _ value: String, type: String = "text", hint: StringKey? = nil,
            isRequired: Bool = false, isLatin: Bool = false
        ) -> Field {
            Field(
                name, label: LocalText(label), value: value, type: type, hint: hint.map { LocalText($0) },
                error: errors[name],
                isRequired: isRequired, hasFocus: name == "email" && opened == nil, isLatin: isLatin)
        }
        var hidden: [HiddenValue] = []
        if let opened {
            hidden.append(HiddenValue("version", String(opened.version)))
            for item in UserProfile.fields {
                hidden.append(HiddenValue("was_" + item.name, opened.was[keyPath: item.path]))
            }
        }
        return UserFormPage(
            frame: actor.frame(heading, services, current: "users", crumb: (LocalText(Strings.menu_users), list)),
            heading: heading.resolve(in: actor.language),
            action: opened.map { "/t/\(slug)/users/\($0.id)" } ?? list,
            email: field("email", Strings.user_email, profile.email, type: "text", isRequired: true, isLatin: true),
            name: field("name", Strings.user_name, profile.name),
            choices: choices(actor, services),
            zone: field(
                "zone", Strings.user_zone, profile.zone, hint: Strings.user_zone_hint, isRequired: true, isLatin: true),
            hidden: hidden, conflict: conflict, cancel: opened.map { "/t/\(slug)/users/\($0.id)" } ?? list)
    }

    private func choices(_ actor: Actor, _ services: Services) -> [Choice] {
        let kind = services.kind(actor.tenant.kind)
        func choice(_ name: String, _ label: StringKey, _ value: String, _ values: [(String, String)]) -> Choice {
            // What is stored stays choosable, whatever the list says today.
            let all = values.contains { $0.0 == value } ? values : values + [(value, value)]
            return Choice(
                name, label: LocalText(label),
                options: all.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == value) },
                error: errors[name])
        }
        return [
            choice("role", Strings.user_role, profile.role, (kind?.userRoles ?? ["user"]).map { ($0, $0) }),
            choice("country", Strings.user_country, profile.country, [("", "—")] + Countries.codes.map { ($0, $0) }),
            choice(
                "language", Strings.user_language, profile.language,
                Languages.known.map { ($0.code, "\($0.name) (\($0.code))") }),
        ]
    }
}
