import HTML
import Postgres
import Templates
import Web

extension CatalogueDeclaration {
    /// True for keys of other entries: they are ticks, so the field is sent once for each choice.
    package func isList(_ name: String) -> Bool {
        func isThat(_ field: ContentField, _ name: String) -> Bool {
            guard case .keys = field.form else { return false }
            return field.name == name
        }
        let parts = name.split(separator: ".").map(String.init)
        return fields.contains { isThat($0, name) }
            || parts.count == 3
                && groups.contains { group in
                    group.name == parts[0] && group.fields.contains { isThat($0, parts[2]) }
                }
    }
}

extension ContentField {
    /// Returns the typed text in the form that is stored: numbers in Latin digits, days of the Gregorian calendar, an
    /// amount with a decimal point.
    package func stored(_ text: String) -> String {
        let text = text.replacing("\r\n", with: "\n").trimmingSpaces
        return switch form {
        case .number: text.latinDigits
        case .day: TypedDay.iso(text) ?? text.latinDigits
        case .amount, .decimal: text.latinDecimals
        case .currency: text.uppercased()
        default: text
        }
    }
}

/// The page with the form for an entry's content.
package struct ContentForm {
    package let catalogue: CatalogueDeclaration
    package var form: FormValues
    package var errors: [String: LocalText] = [:]
    package var conflict: Conflict?
    /// Only for a new entry.
    package var key = ""
    /// nil for a new entry; for an existing one the draft's revision and the content with which the form was opened.
    package var opened: (id: ID, revision: Int, was: Content)?
    /// The language whose texts are visible; empty: all of them.
    package var shown: String
    /// The input with the focus: its name, or `act-` with the action of a button.
    package var focus: String?

    package init(
        catalogue: CatalogueDeclaration, form: FormValues, key: String = "",
        opened: (id: ID, revision: Int, was: Content)? = nil, shown: String? = nil
    ) {
        self.catalogue = catalogue
        self.form = form
        self.key = key
        self.opened = opened
        self.shown = shown ?? ""
    }

    /// A long form shows one language at a time; a short one shows all translations side by side.
    package static func opening(_ catalogue: CatalogueDeclaration, _ languages: [String]) -> String {
        catalogue.groups.contains { $0.cards != nil } ? languages.first ?? "" : ""
    }

    package func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> EntryFormPage
    {
        let languages = actor.tenant.languages
        var page = self
        page.showErrors(languages)
        let maker = FormInputs(
            form: page, choices: try Self.choices(of: catalogue, in: tx), language: actor.language,
            languages: languages, shaping: shaping(actor), assets: services.assets)
        let list = actor.link(catalogue.path)
        let here = opened.map { "\(list)/\($0.id)" as Link }
        let heading = LocalText(opened == nil ? catalogue.add : Strings.catalogue_edit)
        let makesKey = catalogue.makesKeys
        let above = (label: LocalText(catalogue.title), link: list)
        // Whose draft it is, and the way back to it.
        let entry = opened.map { opened in
            (
                label: Strings.catalogue_named(name: catalogue.entryName(opened.was, languages)),
                link: "\(list)/\(opened.id)" as Link
            )
        }
        return EntryFormPage(
            frame: actor.frame(
                heading, services, current: catalogue.path, crumb: entry ?? above, above: entry == nil ? nil : above),
            action: here ?? list, shaping: shaping(actor), script: services.assets.file("editor.js"),
            shown: page.shown, tabs: maker.tabs,
            key: opened != nil
                ? nil
                : Field(
                    "key", label: LocalText(Strings.catalogue_key), value: key,
                    hint: LocalText(makesKey ? Strings.catalogue_key_made_hint : Strings.catalogue_key_hint),
                    error: errors["key"], isRequired: !makesKey, hasFocus: focus == nil && !makesKey, isLatin: true),
            sections: maker.sections, groups: catalogue.groups.map { maker.group($0) },
            hidden: opened.map { [HiddenValue("revision", String($0.revision)), HiddenValue("was", $0.was.json)] }
                ?? [],
            conflict: conflict, cancel: here ?? list,
            hasAdvice: catalogue.fields.contains { $0.advice != nil }, phones: phones(actor, here ?? list),
            picks: catalogue.asksForCurrency ? .currencies : nil)
    }

    /// Shows the typed content on phones, saved or not.
    private func phones(_ actor: Actor, _ here: Link) -> PhoneCard {
        let languages = actor.tenant.languages
        var typed = form
        typed.tidy(catalogue, languages)
        let content = typed.content(of: catalogue, languages)
        let picture = opened?.was.picture.map { "\(actor.link("images"))/\($0)" as Link }
        return PhoneCard(
            (shown.isEmpty ? languages : [shown]).map {
                catalogue.phone(content, $0, languages, picture: picture, here: here)
            })
    }

    private func shaping(_ actor: Actor) -> Link {
        let list = actor.link(catalogue.path)
        return opened.map { "\(list)/\($0.id)/form" as Link } ?? "\(list)/form"
    }

    /// Makes all errors visible, whichever language was chosen.
    private mutating func showErrors(_ languages: [String]) {
        guard !shown.isEmpty else { return }
        let isElsewhere = errors.keys.contains { name in
            languages.contains { $0 != shown && name.hasSuffix(".\($0)") }
        }
        if isElsewhere { shown = "" }
    }

    /// Returns the choices of the form's menus and ticks, by the name of their field or of the catalogue to which
    /// they refer.
    static func choices(of catalogue: CatalogueDeclaration, in tx: borrowing TenantTransaction) throws
        -> [String: [(value: String, words: String)]]
    {
        var choices: [String: [(value: String, words: String)]] = [:]
        for field in catalogue.fields + catalogue.groups.flatMap(\.fields) {
            switch field.form {
            case .keys(let other) where choices[other] == nil:
                choices[other] = try tx.rows(CatalogueQueries.choices(of: other)).map {
                    (try $0.text("key"), try $0.text("name"))
                }
            case .known(let known):
                choices[field.name] = try tx.rows(known.all).map { (try $0.text("key"), try $0.text("name")) }
            default: break
            }
        }
        return choices
    }
}

extension CatalogueDeclaration {
    fileprivate var asksForCurrency: Bool {
        groups.flatMap(\.fields).contains { if case .currency = $0.form { true } else { false } }
    }

    /// True if a new entry's key can be derived from its name, which needs words in each language. Longer texts give one only where apps
    /// show the entries in an order; a text that stands alone is asked for by its key, which programs fix.
    package var makesKeys: Bool {
        switch fields.first(where: { $0.name == name && $0.isLocal })?.form {
        case .line: true
        case .area: isOrdered
        default: false
        }
    }
}
