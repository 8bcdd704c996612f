import HTML
import Templates

/// The fields of all catalogues in words, for the audit log, which has only their names.
package enum CatalogueWords {
    package static func label(_ field: String, _ language: Language) -> String {
        if field == "key" { return LocalText(Strings.catalogue_key).resolve(in: language) }
        if field == "version" || field == "like_version" {
            return LocalText(field == "version" ? Strings.catalogue_version : Strings.catalogue_like_version).resolve(
                in: language)
        }
        if ["plan_version", "subscribers", "moved_count", "kept_count"].contains(field) {
            let declared = Declarations.current.auditFields.first { $0.name == field && $0.label != nil }
            return declared?.label.map { LocalText($0).resolve(in: language) } ?? field
        }
        if field == "from" { return LocalText(Strings.catalogue_from).resolve(in: language) }
        if field == "moved" { return LocalText(Strings.catalogue_moved).resolve(in: language) }
        for catalogue in Declarations.current.catalogues {
            let label = catalogue.label(field, language)
            if label != field { return label }
        }
        return field
    }

    package static func value(_ text: String, of field: String, _ language: Language) -> String {
        if field == "moved" {
            return LocalText(text == "up" ? Strings.catalogue_up : Strings.catalogue_down).resolve(in: language)
        }
        let own = field.split(separator: ".").last.map(String.init) ?? field
        for catalogue in Declarations.current.catalogues {
            for declared in catalogue.fields + catalogue.groups.flatMap(\.fields) where declared.name == own {
                switch declared.form {
                case .picture: return Strings.catalogue_picture_named(end: String(text.suffix(4))).resolve(in: language)
                case .tick: return LocalText(text == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
                case .choice(let all):
                    if let known = all.first(where: { $0.value == text }) {
                        return LocalText(known.label).resolve(in: language)
                    }
                default: break
                }
            }
        }
        return text
    }
}
