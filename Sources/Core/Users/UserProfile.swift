import Console
import HTML
import Postgres
import Templates
import Web

/// The fields of a user that an admin may change, as typed or as stored. The plan is none of them: it comes from a
/// subscription or a grant.
struct UserProfile: Sendable, Equatable {
    var email = ""
    var name = ""
    var role = "user"
    var country = ""
    var language = "en"
    var zone = "UTC"

    static let fields: [(name: String, path: WritableKeyPath<UserProfile, String> & Sendable, isPersonal: Bool)] = [
        ("email", \.email, true), ("name", \.name, true), ("role", \.role, false),
        ("country", \.country, true), ("language", \.language, true), ("zone", \.zone, true),
    ]

    init() {}

    /// `prefix` is empty for what was typed, `was_` for what the form was opened with.
    init(_ form: Query, prefix: String = "") {
        for field in Self.fields { self[keyPath: field.path] = form[prefix + field.name]?.trimmingSpaces ?? "" }
    }

    init(_ row: Row) throws {
        email = try row.text("email")
        name = try row.text("name")
        role = try row.text("role")
        country = try row.text("country")
        language = try row.text("language")
        zone = try row.text("zone")
    }

    /// What is wrong, by field.
    func errors(in tx: borrowing TenantTransaction) throws -> [String: LocalText] {
        var errors = errors
        if try tx.first(TenantQueriesAcrossTenants.isZone(zone))?.bool("known") != true {
            errors["zone"] = LocalText(Strings.error_zone)
        }
        return errors
    }

    /// The same but for the time zone, which only the database knows.
    var errors: [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if email.isEmpty {
            errors["email"] = LocalText(Strings.error_required)
        } else if email.columnLength > 254 {
            errors["email"] = Strings.error_too_long(max: 254)
        } else if !EmailAddress.isPlausible(email) {
            errors["email"] = LocalText(Strings.error_email)
        }
        if name.columnLength > 200 { errors["name"] = Strings.error_too_long(max: 200) }
        if role.isEmpty { errors["role"] = LocalText(Strings.error_required) }
        if role.columnLength > 40 { errors["role"] = Strings.error_too_long(max: 40) }
        if !country.isEmpty, country.count != 2 || !country.allSatisfy({ $0.isASCII && $0.isUppercase }) {
            errors["country"] = LocalText(Strings.error_country)
        }
        if language.count > 12 || language.isEmpty
            || !language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        {
            errors["language"] = LocalText(Strings.error_language)
        }
        return errors
    }

    /// Old and new value of each field that differs.
    func changes(from old: UserProfile?) -> [AuditEvent.Change] {
        Self.fields.compactMap { field in
            let before = old?[keyPath: field.path]
            let after = self[keyPath: field.path]
            guard before != after, old != nil || !after.isEmpty else { return nil }
            return .init(field.name, old: before, new: after, isPersonal: field.isPersonal)
        }
    }
}

/// A check that catches slips of the finger; only a mail that arrives proves an address.
package enum EmailAddress {
    package static func isPlausible(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].count), parts[1].contains("."), text.count <= 254 else {
            return false
        }
        let forbidden = text.unicodeScalars.contains {
            $0.properties.isWhitespace || $0.value < 0x20 || "<>()[]\\,;:\"".unicodeScalars.contains($0)
        }
        guard !forbidden, parts[0].first != ".", parts[0].last != ".", !text.contains("..") else { return false }
        return parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.first != "-" && $0.last != "-"
        }
    }
}
