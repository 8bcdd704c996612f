import Console
import HTML
import Postgres
import Templates
import Web

/// One of a tenant's own roles, as typed or as stored.
struct RoleProfile: Sendable, Equatable {
    var name = ""
    var permissions: Set<Permission> = [.seeHome]

    init() {}

    init(name: String, permissions: Set<Permission>) {
        self.name = name
        self.permissions = permissions.whole
    }

    /// `prefix` is empty for the typed values, `was_` for those with which the form was opened.
    init(_ form: Query, prefix: String = "") {
        self.init(
            name: form[prefix + "name"]?.trimmingSpaces ?? "",
            permissions: Permission.stored(form.items.filter { $0.name == prefix + "may" }.map(\.value)))
    }

    static func isList(_ field: String) -> Bool { field == "may" || field == "was_may" }

    /// Reads all stored permissions, also those that don't apply in its tenant.
    init(_ row: Row) throws {
        name = try row.text("name")
        permissions = Permission.stored(try row.texts("permissions"))
    }

    init(_ row: Row, in tenant: Tenant) throws {
        name = try row.text("name")
        permissions = Permission.stored(try row.texts("permissions"), in: tenant)
    }

    /// A permission as a field that can be compared and merged.
    subscript(_ permission: Permission) -> String {
        get { permissions.contains(permission) ? "yes" : "no" }
        set { if newValue == "yes" { permissions.insert(permission) } else { permissions.remove(permission) } }
    }

    static func words(_ value: String) -> LocalText {
        LocalText(value == "yes" ? Strings.roles_allowed : Strings.roles_not_allowed)
    }

    static var fields: [(name: String, label: StringKey, path: WritableKeyPath<RoleProfile, String> & Sendable)] {
        [("name", Strings.roles_name, \.name)]
            + Permission.all.map { permission in (permission.id, permission.label, \.[permission]) }
    }

    /// Returns the errors by field. Nobody creates a role with more permissions than their own, or changes one so.
    func errors(_ actor: Actor) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        errors["name"] = LineText.fault(name, most: 60)
        // A role named like one of Roost's would deceive, in any language.
        let known = Language.allCases.flatMap { language in
            Role.allCases.map { LocalText($0.label).resolve(in: language).lowercased() }
        }
        if known.contains(name.lowercased()) { errors["name"] = LocalText(Strings.error_role_taken) }
        if !actor.permissions.isSuperset(of: permissions) {
            errors["may"] = LocalText(Strings.error_permission_exceeds)
        }
        return errors
    }

    /// Returns the old and new value of each changed field; for a new role, its name and its permissions.
    func changes(from old: RoleProfile?) -> [AuditEvent.Change] {
        Self.fields.compactMap { field in
            let (before, after) = (old?[keyPath: field.path], self[keyPath: field.path])
            guard before != after, old != nil || after != "no" else { return nil }
            return .init(field.name, old: before, new: after)
        }
    }
}
