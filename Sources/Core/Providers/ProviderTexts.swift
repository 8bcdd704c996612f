import Console
import HTML
import JSON
import Postgres
import Secrets
import Templates
import Web

/// What a tenant says about itself to a service outside, by the names of the fields. What nobody reads again is sealed.
struct ProviderTexts: Sendable {
    /// Which anybody may read who sees the page.
    var open: [String: String] = [:]
    var secret: [String: String] = [:]

    init() {}

    /// `row` has `settings` and `secrets`; `place` is what the seal holds. `secret` stays empty where nothing is sealed.
    init(_ row: Row, at place: AssociatedData, _ keys: InstallationKeys) throws {
        open = Self.texts(Array(try row.text("settings").utf8))
        if let sealed = try row.bytesOrNil("secrets") { secret = Self.texts(try keys.data.open(sealed, place)) }
    }

    subscript(name: String) -> String { open[name] ?? secret[name] ?? "" }

    var openJSON: String { String(decoding: Self.json(open).bytes, as: UTF8.self) }

    func sealed(at place: AssociatedData, _ keys: InstallationKeys) throws -> [UInt8]? {
        secret.isEmpty ? nil : try keys.data.seal(Self.json(secret).bytes, place)
    }

    private static func json(_ texts: [String: String]) -> JSONText {
        .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    private static func texts(_ json: [UInt8]) -> [String: String] {
        guard case .object(let members)? = try? JSONReader.read(json) else { return [:] }
        return Dictionary(members.compactMap { name, value in value.text.map { (name, $0) } }, uniquingKeysWith: { $1 })
    }

    // MARK: Forms

    /// Takes what was typed, and says what is wrong with it by field. A secret that is left empty stays as it is. What is not used
    /// may be filled in half.
    mutating func take(_ form: Query, _ fields: [ProviderField], isOn: Bool) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        for field in fields {
            let typed = form.trimmed(field.name) ?? ""
            if typed.columnLength > field.most {
                errors[field.name] = Strings.error_too_long(max: field.most)
            } else if !typed.isEmpty, let fault = field.fault(typed) {
                errors[field.name] = LocalText(fault)
            } else if field.isSecret {
                if !typed.isEmpty { secret[field.name] = typed }
            } else {
                open[field.name] = typed.isEmpty ? nil : typed
            }
            if isOn, self[field.name].isEmpty, errors[field.name] == nil {
                errors[field.name] = LocalText(Strings.error_required)
            }
        }
        return errors
    }

    /// Of a secret only that it was changed.
    func changes(since old: ProviderTexts, _ fields: [ProviderField]) -> [AuditEvent.Change] {
        fields.filter { old[$0.name] != self[$0.name] }.map { field in
            field.isSecret
                ? .init(field.name, old: old[field.name].isEmpty ? nil : "…", new: "••••")
                : .init(field.name, old: old.open[field.name], new: open[field.name])
        }
    }

    /// The fields of a form; `typed` is of one that was refused. `prefix` tells the forms of a page apart.
    func fields(_ all: [ProviderField], prefix: String, typed: Query?, errors: [String: LocalText]) -> [Field] {
        all.filter { !$0.isLong }.map { field in
            Field(
                field.name, label: LocalText(field.label),
                value: field.isSecret ? "" : typed.map { $0[field.name] ?? "" } ?? self[field.name],
                type: field.isSecret ? "password" : "text", hint: hint(field), error: errors[field.name],
                autocomplete: field.isSecret ? "new-password" : "off", isRequired: isWanted(field),
                isLatin: field.isLatin
            ).prefixed(prefix)
        }
    }

    func areas(_ all: [ProviderField], prefix: String, errors: [String: LocalText]) -> [Area] {
        all.filter(\.isLong).map { field in
            Area(
                Field(
                    field.name, label: LocalText(field.label), hint: hint(field), error: errors[field.name],
                    isRequired: isWanted(field), isLatin: true
                ).prefixed(prefix), rows: 4)
        }
    }

    /// Whether it has to be filled in to use the service.
    private func isWanted(_ field: ProviderField) -> Bool { !field.isSecret || self[field.name].isEmpty }

    /// What is kept secret is said to be there, and never shown.
    private func hint(_ field: ProviderField) -> LocalText {
        LocalText(field.isSecret && !self[field.name].isEmpty ? Strings.provider_kept : field.hint)
    }
}
