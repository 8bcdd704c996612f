import HTML
import Postgres
import Templates
import Web

/// The fields of a new tenant, as typed, and what is wrong with them.
struct TenantForm {
    var name = ""
    var slug = ""
    var kind = ""
    var zone = "UTC"
    var currency = "EUR"
    var languages = "en"
    var errors: [String: LocalText] = [:]

    init() {}

    init(_ form: Query) {
        name = form.trimmed("name") ?? ""
        slug = (form.trimmed("slug") ?? "").lowercased()
        kind = form["kind"] ?? ""
        zone = form.trimmed("zone") ?? ""
        currency = (form.trimmed("currency") ?? "").uppercased()
        languages = form.trimmed("languages") ?? ""
    }

    var languageCodes: [String] {
        languages.split(whereSeparator: { ", ;".contains($0) }).map { $0.lowercased() }
    }

    mutating func check(_ services: Services, in tx: borrowing TenantTransaction) throws {
        func isLatin(_ character: Character) -> Bool { character.isASCII && (character.isLowercase || character.isNumber) }
        if name.isEmpty { errors["name"] = LocalText(Strings.error_required) }
        if name.columnLength > 80 { errors["name"] = Strings.error_too_long(max: 80) }
        let ends = [slug.first, slug.last].compactMap { $0 }
        if slug.isEmpty || slug.count > 40 || !slug.allSatisfy({ isLatin($0) || $0 == "-" }) || !ends.allSatisfy(isLatin) {
            errors["slug"] = LocalText(slug.isEmpty ? Strings.error_required : Strings.error_slug)
        } else if try tx.first(TenantQueriesAcrossTenants.bySlug(slug)) != nil {
            errors["slug"] = LocalText(Strings.error_slug_taken)
        }
        if services.kind(kind) == nil { errors["kind"] = LocalText(Strings.error_choice) }
        if try tx.first(TenantQueriesAcrossTenants.isZone(zone))?.bool("known") != true {
            errors["zone"] = LocalText(Strings.error_zone)
        }
        if currency.count != 3 || !currency.allSatisfy({ $0.isASCII && $0.isUppercase }) {
            errors["currency"] = LocalText(Strings.error_currency)
        }
        let codes = languageCodes
        if codes.isEmpty || codes.count > 20 || !codes.allSatisfy({ (2...12).contains($0.count) && $0.allSatisfy { isLatin($0) || $0 == "-" } }) {
            errors["languages"] = LocalText(Strings.error_languages)
        }
    }

    func page(_ actor: Actor, _ services: Services) -> TenantFormPage {
        TenantFormPage(
            frame: actor.frame(LocalText(Strings.tenants_add_title), services, crumb: (LocalText(Strings.menu_tenants), "/tenants")),
            action: "/tenants",
            name: Field("name", label: LocalText(Strings.tenant_name), value: name, error: errors["name"], isRequired: true, hasFocus: true),
            slug: Field(
                "slug", label: LocalText(Strings.tenant_slug), value: slug, hint: LocalText(Strings.tenant_slug_hint), error: errors["slug"],
                isRequired: true, isLatin: true),
            kind: Choice(
                "kind", label: LocalText(Strings.tenant_kind),
                options: services.kinds.map {
                    .init(value: $0.id, label: LocalText($0.label).resolve(in: actor.language), isSelected: $0.id == kind)
                }, error: errors["kind"]),
            zone: Field("zone", label: LocalText(Strings.tenant_zone), value: zone, hint: LocalText(Strings.tenant_zone_hint), error: errors["zone"], isRequired: true, isLatin: true),
            currency: Field("currency", label: LocalText(Strings.tenant_currency), value: currency, error: errors["currency"], isRequired: true, isLatin: true),
            languages: Field(
                "languages", label: LocalText(Strings.tenant_languages), value: languages, hint: LocalText(Strings.tenant_languages_hint),
                error: errors["languages"], isRequired: true, isLatin: true),
            cancel: "/tenants")
    }
}
