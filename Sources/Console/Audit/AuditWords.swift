import HTML
import Templates

/// Names and values of changed fields in words, as the features declare them. `kind` is the kind of the changed
/// object: a user's roles and an admin's are different lists.
package struct AuditWords {
    package let kind: String
    package let language: Language

    package init(kind: String, language: Language) {
        self.kind = kind
        self.language = language
    }

    package func label(_ field: String) -> String {
        declared(field).flatMap { $0.field.words($0.rest, language) } ?? field
    }

    package func value(_ text: String, of field: String) -> String {
        guard let found = declared(field), let value = found.field.value else { return text.isEmpty ? "—" : text }
        return value(text, found.rest, language)
    }

    private func declared(_ field: String) -> (field: AuditField, rest: String)? {
        Declarations.current.auditField(field, of: ObjectKind(id: kind))
    }

    /// All fields that an event can name, for the menu. If several share a name, the first feature's is used.
    package static var fields: [(name: String, label: StringKey)] {
        var seen: Set<String> = []
        return Declarations.current.auditFields.compactMap { field in
            field.label.flatMap { seen.insert(field.name).inserted ? (field.name, $0) : nil }
        }
    }

    /// For a field that is on or off.
    package static func onOrOff(_ text: String, _ language: Language) -> String {
        LocalText(text == "on" ? Strings.settings_on : Strings.settings_off).resolve(in: language)
    }
}
