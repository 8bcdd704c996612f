import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// The fields of an app, as typed, and what is wrong with them.
struct AppForm {
    enum AppType: String, CaseIterable {
        case `public`, confidential

        init(isConfidential: Bool) { self = isConfidential ? .confidential : .public }

        var label: StringKey { self == .public ? Strings.apps_public : Strings.apps_confidential }

        static func words(_ text: String, _ language: Language) -> String {
            AppType(rawValue: text).map { LocalText($0.label).resolve(in: language) } ?? text
        }
    }

    var name = ""
    /// One address per line.
    var addresses = ""
    var type = AppType.public
    var idTokens = TokenAlgorithm.es256
    var errors: [String: LocalText] = [:]
    /// What another admin saved while the form was open.
    var conflict: Conflict?
    /// nil for a new app.
    var opened: (id: ID, version: Int)?

    init() {}

    init(_ form: Query) {
        name = form.trimmed("name") ?? ""
        addresses = (form.trimmed("redirect_uris") ?? "").replacing("\r\n", with: "\n")
        type = AppType(rawValue: form["type"] ?? "") ?? .public
        idTokens = TokenAlgorithm(rawValue: form["id_tokens"] ?? "") ?? .es256
    }

    var redirects: [String] {
        var seen: Set<String> = []
        return addresses.split(whereSeparator: \.isWhitespace).map(String.init).filter { seen.insert($0).inserted }
    }

    mutating func check() {
        errors["name"] = LineText.fault(name, most: 80)
        if redirects.isEmpty {
            errors["redirect_uris"] = LocalText(Strings.error_required)
        } else if let wrong = redirects.first(where: { RedirectAddress($0) == nil }) {
            errors["redirect_uris"] = Strings.error_redirect_uri(address: wrong.columnPrefix(80))
        } else if redirects.count > RedirectAddress.most {
            errors["redirect_uris"] = Strings.error_redirect_uris_many(max: RedirectAddress.most)
        }
    }

    /// Returns the fields in which the form differs from the stored app.
    func differences(from row: Row) throws -> [MergeNote] {
        let fields: [(label: StringKey, theirs: String, yours: String)] = [
            (Strings.apps_name, try row.text("name"), name),
            (
                Strings.apps_addresses, try row.texts("redirect_uris").joined(separator: " "),
                redirects.joined(separator: " ")
            ),
            (Strings.apps_id_tokens, try row.text("id_token_algorithm"), idTokens.rawValue),
        ]
        return fields.filter { $0.theirs != $0.yours }.map {
            MergeNote(label: LocalText($0.label), theirs: $0.theirs, yours: $0.yours, isKept: false)
        }
    }

    func page(_ actor: Actor, _ services: Services) -> AppFormPage {
        let list = actor.link("apps")
        let here = opened.map { "\(list)/\($0.id)" as Link }
        var page = AppFormPage(
            frame: actor.frame(
                LocalText(opened == nil ? Strings.apps_add_title : Strings.apps_edit_title), services, current: "apps",
                crumb: (LocalText(Strings.apps_title), list)),
            action: here ?? list,
            name: Field(
                "name", label: LocalText(Strings.apps_name), value: name, hint: LocalText(Strings.apps_name_hint),
                error: errors["name"], isRequired: true, hasFocus: opened == nil),
            type: opened != nil
                ? nil
                : Choice(
                    "type", label: LocalText(Strings.apps_type),
                    options: AppType.allCases.map {
                        .init(
                            value: $0.rawValue, label: LocalText($0.label).resolve(in: actor.language),
                            isSelected: $0 == type)
                    }, hint: LocalText(Strings.apps_type_hint)),
            addresses: Area(
                Field(
                    "redirect_uris", label: LocalText(Strings.apps_addresses), value: addresses,
                    hint: LocalText(Strings.apps_addresses_hint), error: errors["redirect_uris"], isRequired: true,
                    isLatin: true), rows: 4),
            idTokens: Choice(
                "id_tokens", label: LocalText(Strings.apps_id_tokens),
                options: TokenAlgorithm.allCases.map {
                    .init(value: $0.rawValue, label: $0.rawValue, isSelected: $0 == idTokens)
                }, hint: LocalText(Strings.apps_id_tokens_hint)),
            version: opened.map { HiddenValue("version", String($0.version)) }, cancel: here ?? list)
        page.conflict = conflict
        return page
    }
}
