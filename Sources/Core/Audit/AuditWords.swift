import HTML
import Templates

/// Names and values of changed fields, in words. `kind` is the kind of object that was changed: a user's role and an
/// admin's are different lists.
struct AuditWords {
    let kind: String
    let language: Language

    func label(_ field: String) -> String {
        if kind == AuditEvent.ObjectKind.entry.rawValue { return CatalogueWords.label(field, language) }
        if field.hasPrefix(FormAnswers.fieldPrefix) {
            return Strings.audit_field_answer(key: String(field.dropFirst(FormAnswers.fieldPrefix.count))).resolve(
                in: language)
        }
        return own(field)
    }

    private func own(_ field: String) -> String {
        key(field).map { LocalText($0).resolve(in: language) } ?? field
    }

    private func key(_ field: String) -> StringKey? {
        let own: [(name: String, label: StringKey)] =
            switch AuditEvent.ObjectKind(rawValue: kind) {
            case .tenant: Self.tenantFields
            case .role: Self.roleFields
            case .key: KeyWords.fields
            case .segment: Self.segmentFields
            default: []
            }
        return (own + Self.fields).first { $0.name == field }?.label
    }

    private static let tenantFields =
        TenantProfile.fields.map { (name: $0.name, label: $0.label) } + [("icon", Strings.icon_title)]
        + TenantService.allCases.map { (name: $0.rawValue, label: $0.label) }

    private static let segmentFields = [
        (name: "name", label: Strings.segments_name), (name: "key", label: Strings.catalogue_key),
        (name: "about", label: Strings.segments_about),
        (name: "filter", label: Strings.segments_who),
    ]

    private static let roleFields =
        [(name: "name", label: Strings.roles_name)]
        + Permission.allCases.map { (name: $0.rawValue, label: $0.label) }

    /// Every field that an event can name, users' first: their word stands where two kinds of object share a name.
    static let fields: [(name: String, label: StringKey)] = {
        var all: [(name: String, label: StringKey)] = []
        for field in UserWords.fields + tenantFields + KeyWords.fields + others + roleFields + segmentFields
        where !all.contains(where: { $0.name == field.name }) {
            all.append(field)
        }
        return all
    }()

    private static let others: [(name: String, label: StringKey)] =
        [
            ("note", Strings.user_note), ("passkey", Strings.passkeys_one), ("kind", Strings.tenant_kind),
            ("operator", Strings.role_operator),
            ("format", Strings.audit_field_format), ("filter", Strings.audit_field_filter),
            ("rows", Strings.audit_field_rows),
            ("first", Strings.audit_field_first), ("last", Strings.audit_field_last),
            ("digest", Strings.audit_field_digest), ("tenant_file", Strings.audit_field_tenant_file),
            ("pages", Strings.audit_field_pages), ("export", Strings.audit_field_export),
            ("sessions", Strings.audit_field_sessions), ("theme", Strings.account_theme),
            ("delete_at", Strings.tenants_delete_on), ("users", Strings.menu_users), ("entries", Strings.menu_content),
            ("shared", Strings.audit_field_shared), ("key", Strings.audit_field_master_key),
            ("list", Strings.audit_kind_list), ("act", Strings.approvals_act), ("requested_by", Strings.approvals_by),
            ("approval", Strings.approvals_request),
            ("import", Strings.import_one), ("columns", Strings.import_columns),
            ("rows_added", Strings.import_rows_added), ("rows_updated", Strings.import_rows_updated),
            ("rows_failed", Strings.import_rows_failed), ("rows_wrong", Strings.import_rows_wrong),
            ("rows_undone", Strings.import_rows_undone),
            ("rows_kept", Strings.import_rows_kept), ("bulk", Strings.bulk_one), ("bulk_act", Strings.bulk_act),
            ("users_due", Strings.bulk_users_due), ("users_changed", Strings.bulk_users_changed),
            ("users_kept", Strings.bulk_users_kept),
            ("users_unfit", Strings.bulk_users_unfit), ("users_done", Strings.bulk_users_done),
            ("users_undone", Strings.bulk_users_undone),
            ("users_already", Strings.bulk_users_already),
            ("subscription", Strings.subscription_title), ("plan_version", Strings.catalogue_version),
            ("version", Strings.catalogue_version), ("questionnaire", Strings.answers_questionnaire),
            ("until", Strings.subscription_until), ("amount", Strings.payment_amount),
            ("price", Strings.subscription_price),
            ("report_mail", Strings.report_mail_one), ("rhythm", Strings.report_mail_rhythm),
            ("reference", Strings.payment_reference), ("event", Strings.provider_events_event),
            ("entitlement", Strings.audit_field_entitlement), ("used", Strings.audit_field_used),
            ("is_on", Strings.provider_use),
            ("subscribers", Strings.subscribers_title), ("moved_count", Strings.move_moved),
            ("kept_count", Strings.move_kept),
        ] + Provider.allCases.flatMap(\.fields).map { ($0.name, $0.label) }
        + GuardedAct.choices.map { (name: $0.choice, label: $0.label) }

    private static let lists =
        [(path: "users", title: Strings.menu_users)]
        + MailedReports.all.map { (path: $0.head.path, title: $0.head.title) }
        + ([MemberList.list, KeyList.list, JobList.list, PaymentList.list, ProviderEventList.list, AnswerList.list]
        + Catalogues.all.map(\.list)).map { (path: $0.path, title: $0.title) }

    func value(_ text: String, of field: String) -> String {
        if kind == AuditEvent.ObjectKind.entry.rawValue { return CatalogueWords.value(text, of: field, language) }
        if kind == AuditEvent.ObjectKind.tenant.rawValue, TenantService(rawValue: field) != nil {
            return LocalText(text == "on" ? Strings.settings_on : Strings.settings_off).resolve(in: language)
        }
        if kind == AuditEvent.ObjectKind.role.rawValue, Permission(rawValue: field) != nil {
            return RoleProfile.words(text).resolve(in: language)
        }
        if GuardedAct(choice: field) != nil {
            return LocalText(text == "on" ? Strings.settings_on : Strings.settings_off).resolve(in: language)
        }
        switch field {
        case "act": return (AuditAction(rawValue: text)?.intent).map { LocalText($0).resolve(in: language) } ?? text
        case "bulk_act": return (BulkAct(rawValue: text)?.label).map { LocalText($0).resolve(in: language) } ?? text
        case "list":
            return (Self.lists.first { $0.path == text }?.title).map { LocalText($0).resolve(in: language) } ?? text
        case "rhythm":
            return (ReportMail.Frequency(rawValue: text)?.label).map { LocalText($0).resolve(in: language) } ?? text
        case "status": return UserWords.status(text).text.resolve(in: language)
        case "plan": return UserWords.plan(text, language)
        case "subscription": return SubscriptionState(rawValue: text)?.badge.text.resolve(in: language) ?? text
        case "accent": return Accent.name(text, language)
        case "role" where kind == AuditEvent.ObjectKind.membership.rawValue:
            return Role(rawValue: text).map { LocalText($0.label).resolve(in: language) } ?? text
        default: return text.isEmpty ? "—" : text
        }
    }
}

extension AuditEvent.ObjectKind {
    var label: StringKey {
        switch self {
        case .admin: Strings.audit_kind_admin
        case .session: Strings.audit_kind_session
        case .tenant: Strings.audit_kind_tenant
        case .membership: Strings.audit_kind_membership
        case .user: Strings.audit_kind_user
        case .users: Strings.audit_kind_users
        case .list: Strings.audit_kind_list
        case .entry: Strings.audit_kind_entry
        case .view: Strings.audit_kind_view
        case .key: Strings.audit_kind_key
        case .role: Strings.audit_kind_role
        case .job: Strings.audit_kind_job
        case .trail: Strings.menu_audit
        case .approval: Strings.approvals_request
        case .demo: Strings.audit_kind_demo
        case .import: Strings.import_one
        case .bulk: Strings.bulk_one
        case .export: Strings.audit_field_export
        case .reportMail: Strings.report_mail_one
        case .segment: Strings.segments_one
        case .installation: Strings.audit_kind_installation
        }
    }
}
