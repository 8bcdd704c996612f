import HTML
import Templates

/// Names and values of changed fields in words, as the features declare them. `kind` is the kind of the changed
/// object: a user's roles and an admin's are different lists.
package struct AuditWords {
    package let kind: String
    package let language: Language
    /// The names of the objects that fields refer to.
    package let references: ReferredNames?

    package init(kind: String, language: Language, references: ReferredNames? = nil) {
        self.kind = kind
        self.language = language
        self.references = references
    }

    package func change(_ change: AuditEvent.Change) -> TrailEntry.FieldChange {
        let object = reference(change.field)
        func words(_ text: String) -> String {
            if let named = object.flatMap({ references?.words(text, of: $0) })
                ?? references?.words(text, change.field, kind)
            {
                return named
            }
            // What a person typed says what it says.
            return change.isPersonal ? value(text, of: change.field) : yesOrNo(text, of: change.field)
        }
        return .init(
            label: label(change.field), old: change.old.map(words), new: change.new.map(words),
            link: change.new.flatMap { text in object.flatMap { references?.link(to: text, of: $0) } })
    }

    /// The kind of the objects whose ids are that field's values.
    package func reference(_ field: String) -> ObjectKind? { declared(field)?.field.refersTo }

    package func label(_ field: String) -> String {
        declared(field).flatMap { $0.field.words($0.rest, language) } ?? field
    }

    /// The field with words that are the tenant's own data.
    package func named(_ field: String) -> AuditField? {
        declared(field).flatMap { $0.field.named == nil ? nil : $0.field }
    }

    /// A value that code writes: without words of its own, yes and no are those of every form.
    package func yesOrNo(_ text: String, of field: String) -> String {
        guard declared(field)?.field.value == nil, let words = Self.answers[text] else { return value(text, of: field) }
        return LocalText(words).resolve(in: language)
    }

    private static let answers: [String: StringKey] = [
        "yes": Strings.form_yes, "true": Strings.form_yes, "no": Strings.form_no, "false": Strings.form_no,
        "on": Strings.settings_on, "off": Strings.settings_off,
    ]

    /// Who acted: admins, keys and commands by their names, and a user of an app as such, since only the event's subject says
    /// who it was.
    package static func actor(_ name: String, kind: String, _ language: Language) -> String {
        kind == Actor.Kind.user.rawValue ? LocalText(Strings.audit_one_user).resolve(in: language) : name
    }

    /// From where: a network address as it is, or in words what is none.
    package static func address(_ address: String, _ language: Language) -> String {
        switch address {
        case "app": LocalText(Strings.audit_address_app).resolve(in: language)
        case "local": LocalText(Strings.audit_address_local).resolve(in: language)
        default: address
        }
    }

    package func value(_ text: String, of field: String) -> String {
        guard let found = declared(field), let value = found.field.value else { return text.isEmpty ? "—" : text }
        return value(text, found.rest, language)
    }

    private func declared(_ field: String) -> (field: AuditField, rest: String)? {
        Declarations.current.auditField(field, of: ObjectKind(id: kind))
    }

    /// Returns the fields that an event of the tenant can name, for the menu. If several share a name, the first
    /// feature's is used.
    package static func fields(in tenant: Tenant) -> [(name: String, label: StringKey)] {
        var seen: Set<String> = []
        return Declarations.current.auditFields(in: tenant).compactMap { field in
            field.label.flatMap { seen.insert(field.name).inserted ? (field.name, $0) : nil }
        }
    }

    /// For a field that is on or off.
    package static func onOrOff(_ text: String, _ language: Language) -> String {
        LocalText(text == "on" ? Strings.settings_on : Strings.settings_off).resolve(in: language)
    }
}
