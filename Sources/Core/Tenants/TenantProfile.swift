import Console
import HTML
import Postgres
import Templates
import Web

/// A tenant's editable settings, as typed or as stored.
struct TenantProfile: Sendable, Equatable {
    var name = ""
    var slug = ""
    var zone = "UTC"
    /// Language codes with commas between them.
    var languages = "en"
    var currency = "EUR"
    /// `#rrggbb`, one of `Accent.all`.
    var accent = Accent.all[0].color
    var idleMinutes = "15"
    var auditDays = "400"
    /// `HH:MM`; both are set, or neither.
    var quietFrom = ""
    var quietUntil = ""
    var passwordLeast = "8"
    var renewalGrace = "3"

    static let fields: [(name: String, label: StringKey, path: WritableKeyPath<TenantProfile, String> & Sendable)] = [
        ("name", Strings.tenant_name, \.name), ("slug", Strings.tenant_slug, \.slug),
        ("zone", Strings.tenant_zone, \.zone),
        ("languages", Strings.tenant_languages, \.languages), ("currency", Strings.tenant_currency, \.currency),
        ("accent", Strings.settings_accent, \.accent), ("idle_minutes", Strings.settings_idle, \.idleMinutes),
        ("audit_days", Strings.settings_audit_days, \.auditDays),
        ("quiet_from", Strings.settings_quiet_from, \.quietFrom),
        ("quiet_until", Strings.settings_quiet_until, \.quietUntil),
        ("password_least", Strings.settings_password_least, \.passwordLeast),
        ("renewal_grace", Strings.settings_renewal_grace, \.renewalGrace),
    ]

    init() {}

    /// `prefix` is empty for the typed values, `was_` for those with which the form was opened.
    init(_ form: Query, prefix: String = "") {
        for field in Self.fields { self[keyPath: field.path] = form[prefix + field.name]?.trimmingSpaces ?? "" }
        slug = slug.lowercased()
        currency = currency.uppercased()
        languages = languageCodes.joined(separator: ", ")
        for path in [
            \TenantProfile.idleMinutes, \.auditDays, \.quietFrom, \.quietUntil, \.passwordLeast, \.renewalGrace,
        ] {
            self[keyPath: path] = self[keyPath: path].latinDigits
        }
    }

    init(_ row: Row) throws {
        name = try row.text("name")
        slug = try row.text("slug")
        zone = try row.text("zone")
        languages = try row.texts("languages").joined(separator: ", ")
        currency = try row.text("currency")
        accent = try row.text("accent")
        idleMinutes = String(try row.int("idle_minutes"))
        auditDays = String(try row.int("audit_days"))
        quietFrom = try row.text("quiet_from")
        quietUntil = try row.text("quiet_until")
        passwordLeast = String(try row.int("password_least"))
        renewalGrace = String(try row.int("renewal_grace_days"))
    }

    /// A language may also be typed by its own name.
    var languageCodes: [String] {
        languages.split(whereSeparator: { ",;،".contains($0) }).flatMap { part -> [String] in
            let typed = String(part).trimmingSpaces.lowercased()
            if let known = Languages.known.first(where: { $0.name.lowercased() == typed }) { return [known.code] }
            return typed.split(separator: " ").map(String.init)
        }
    }

    private static func isTime(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return false }
        return (0..<24).contains(hour) && (0..<60).contains(minute)
    }

    /// Returns the errors by field. `own` is the tenant that has the slug already; nil for a new one.
    func errors(own: ID?, in tx: borrowing TenantTransaction) throws -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        func isLatin(_ character: Character) -> Bool {
            character.isASCII && (character.isLowercase || character.isNumber)
        }
        errors["name"] = LineText.fault(name, most: 80)
        let ends = [slug.first, slug.last].compactMap { $0 }
        if slug.isEmpty || slug.count > 40 || !slug.allSatisfy({ isLatin($0) || $0 == "-" })
            || !ends.allSatisfy(isLatin)
        {
            errors["slug"] = LocalText(slug.isEmpty ? Strings.error_required : Strings.error_slug)
        } else if let there = try tx.first(TenantQueriesAcrossTenants.bySlug(slug))?.id("id"), there != own {
            errors["slug"] = LocalText(Strings.error_slug_taken)
        }
        if try tx.first(TenantQueriesAcrossTenants.isZone(zone))?.bool("known") != true {
            errors["zone"] = LocalText(Strings.error_zone)
        }
        let codes = languageCodes
        if codes.isEmpty || codes.count > 20
            || !codes.allSatisfy({ (2...12).contains($0.count) && $0.allSatisfy { isLatin($0) || $0 == "-" } })
        {
            errors["languages"] = LocalText(Strings.error_languages)
        }
        if currency.count != 3 || !currency.allSatisfy({ $0.isASCII && $0.isUppercase }) {
            errors["currency"] = LocalText(Strings.error_currency)
        }
        if !Accent.all.contains(where: { $0.color == accent }) { errors["accent"] = LocalText(Strings.error_choice) }
        for (field, value, least, most) in [
            ("idle_minutes", idleMinutes, 15, 60), ("audit_days", auditDays, 90, 3650),
            ("password_least", passwordLeast, 8, 64), ("renewal_grace", renewalGrace, 0, 30),
        ] where !(Int(value).map { (least...most).contains($0) } ?? false) {
            errors[field] = Strings.error_number(least: least, most: most)
        }
        for (field, value, other) in [("quiet_from", quietFrom, quietUntil), ("quiet_until", quietUntil, quietFrom)] {
            if value.isEmpty, !other.isEmpty { errors[field] = LocalText(Strings.error_required) }
            if !value.isEmpty, !Self.isTime(value) { errors[field] = LocalText(Strings.error_time) }
            if !value.isEmpty, value == other { errors[field] = LocalText(Strings.error_quiet_same) }
        }
        return errors
    }

    /// Returns the old and new value of each changed field.
    func changes(from old: TenantProfile) -> [AuditEvent.Change] {
        Self.fields.compactMap { field in
            let (before, after) = (old[keyPath: field.path], self[keyPath: field.path])
            return before == after ? nil : .init(field.name, old: before, new: after)
        }
    }
}
