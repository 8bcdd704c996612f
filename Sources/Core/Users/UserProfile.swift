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

    /// Returns the errors by field.
    func errors(in tx: borrowing TenantTransaction) throws -> [String: LocalText] {
        var errors = errors
        if try tx.first(TenantQueriesAcrossTenants.isZone(zone))?.bool("known") != true {
            errors["zone"] = LocalText(Strings.error_zone)
        }
        return errors
    }

    /// The same without the time zone, which only the database can check.
    var errors: [String: LocalText] {
        var errors: [String: LocalText] = [:]
        for (name, field, edited) in UserFields.edited { errors[name] = field.value.fault(self[keyPath: edited.path]) }
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

/// A check that finds typing errors; only a delivered mail proves an address.
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
