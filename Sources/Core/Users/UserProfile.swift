import Console
import HTML
import Postgres
import Templates
import Web

extension UserProfile {
    /// `prefix` is empty for the typed values, `was_` for those with which the form was opened.
    init(_ form: Query, prefix: String = "") {
        for (name, _, edited) in UserFields.edited {
            self[keyPath: edited.path] = form[prefix + name]?.trimmingSpaces ?? ""
        }
    }

    init(_ row: Row) throws {
        for (_, field, edited) in UserFields.edited { self[keyPath: edited.path] = try row.text(field.column) }
    }

    /// The values as they are stored. `home` is the country of a telephone number without one whose user has none.
    func settled(at home: String?) -> UserProfile {
        var settled = self
        for (_, field, edited) in UserFields.edited {
            settled[keyPath: edited.path] = field.value.stored(
                self[keyPath: edited.path], in: country.isEmpty ? home : country)
        }
        return settled
    }

    /// Returns the errors by field. `old` are the stored values: what stays as it is has no error, since it may have
    /// been stored when the rules were others, and must not stop any other change.
    func errors(since old: UserProfile? = nil, in tx: borrowing TenantTransaction) throws -> [String: LocalText] {
        var errors = errors(since: old)
        if zone != old?.zone, try tx.first(TenantQueriesAcrossTenants.isZone(zone))?.bool("known") != true {
            errors["zone"] = LocalText(Strings.error_zone)
        }
        return errors
    }

    /// The same without the time zone, which only the database can check.
    func errors(since old: UserProfile?) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        for (name, field, edited) in UserFields.edited where self[keyPath: edited.path] != old?[keyPath: edited.path] {
            errors[name] = field.value.fault(self[keyPath: edited.path])
        }
        return errors
    }

    /// Returns the old and new value of each changed field.
    func changes(from old: UserProfile?) -> [AuditEvent.Change] {
        UserFields.edited.compactMap { name, _, edited in
            let before = old?[keyPath: edited.path]
            let after = self[keyPath: edited.path]
            guard before != after, old != nil || !after.isEmpty else { return nil }
            return .init(name, old: before, new: after, isPersonal: edited.isPersonal)
        }
    }
}

/// A check that finds typing errors, and addresses that are made to look like another's; only a delivered mail proves an address.
package enum EmailAddress {
    package static func isPlausible(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].unicodeScalars.count), parts[1].contains("."),
            text.columnLength <= 254
        else { return false }
        guard !hasStrangeSign(text), parts[0].first != ".", parts[0].last != ".", !text.contains("..") else {
            return false
        }
        return parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.first != "-" && $0.last != "-"
        }
    }

    private static func hasStrangeSign(_ text: String) -> Bool {
        var last: Unicode.Scalar?
        return text.unicodeScalars.contains { scalar in
            defer { last = scalar }
            return isStrange(scalar) || scalar.properties.generalCategory == .nonspacingMark && last?.isASCII ?? true
        }
    }

    /// What no address has, what nobody sees, and what reads as another sign: a full-width letter, the sign of kelvin, a full stop of
    /// other scripts. A mark on an ASCII letter is spelled as one letter, and so are two addresses not one.
    private static func isStrange(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else {
            return scalar.value <= 0x20 || "\u{7F}<>()[]\\,;:\"".unicodeScalars.contains(scalar)
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return true
        default: break
        }
        if case 0xFF00...0xFFEF = scalar.value { return true }
        return scalar.value == 0x3002 || scalar.properties.isWhitespace
            || scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.lowercaseMapping.unicodeScalars.allSatisfy(\.isASCII)
    }
}
