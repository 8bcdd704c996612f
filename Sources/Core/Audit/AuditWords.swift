import HTML
import Templates

/// Names and values of changed fields, in words. `kind` is the kind of object that was changed: a user's role and an
/// admin's are different lists.
struct AuditWords {
    let kind: String
    let language: Language

    func label(_ field: String) -> String {
        key(field).map { LocalText($0).resolve(in: language) } ?? field
    }

    private func key(_ field: String) -> StringKey? {
        switch AuditEvent.ObjectKind(rawValue: kind) {
        case .admin where field == "passkey", .session where field == "passkey": Strings.passkeys_one
        case .tenant:
            field == "delete_at"
                ? Strings.tenants_delete_on
                : TenantProfile.fields.first { $0.name == field }?.label ?? TenantService(rawValue: field)?.label
        case .role: field == "name" ? Strings.roles_name : Permission(rawValue: field)?.label
        case .key: KeyWords.fields.first { $0.name == field }?.label
        default: UserWords.fields.first { $0.name == field }?.label
        }
    }

    func value(_ text: String, of field: String) -> String {
        if kind == AuditEvent.ObjectKind.tenant.rawValue, TenantService(rawValue: field) != nil {
            return LocalText(text == "on" ? Strings.settings_on : Strings.settings_off).resolve(in: language)
        }
        if kind == AuditEvent.ObjectKind.role.rawValue, Permission(rawValue: field) != nil {
            return RoleProfile.words(text).resolve(in: language)
        }
        switch field {
        case "status": return UserWords.status(text).text.resolve(in: language)
        case "plan": return UserWords.plan(text, language)
        case "accent": return Accent.name(text, language)
        case "role" where kind == AuditEvent.ObjectKind.membership.rawValue:
            return Role(rawValue: text).map { LocalText($0.label).resolve(in: language) } ?? text
        default: return text.isEmpty ? "—" : text
        }
    }
}
