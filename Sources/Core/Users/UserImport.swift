import Console
import HTML
import Postgres
import Templates

/// Users from a file: found by their id, else by their e-mail; who is not found is added.
package enum UserImport: ImportDeclaration {
    package static let list = "users"
    package static let title = Strings.import_users_title
    package static let menu = Strings.menu_users
    package static let permission = Permission.importUsers
    package static let object = ObjectKind.user
    package static let undoIsGuarded = true
    package static let isPersonal = true
    package static let staysWhenUndone = true
    package static let entryColumn: String? = nil

    package static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] {
        let kind = services.kind(tenant.kind)
        return [
            ImportColumn(
                name: "email", label: Strings.user_email,
                alsoCalled: [
                    "mail", "e-mail address", "email address", "correo", "почта", "email адрес", "رایانامه", "ایمیل",
                ],
                isRequired: true, examples: ["zoe@example.org", "omid@example.org"], hint: Strings.import_hint_email),
            ImportColumn(
                name: "name", label: Strings.user_name,
                alsoCalled: [
                    "full name", "display name", "nombre completo", "фио", "полное имя", "نام کامل",
                    "نام و نام خانوادگی",
                ],
                examples: ["Zoë Quill", "امید رضایی"], hint: Strings.import_hint_name),
            ImportColumn(
                name: "role", label: Strings.user_role,
                examples: Array(repeating: kind?.userRoles.first ?? "user", count: 2),
                choices: kind?.userRoles ?? ["user"], hint: Strings.import_hint_choice),
            ImportColumn(
                name: "plan", label: Strings.user_plan,
                alsoCalled: ["subscription", "suscripción", "подписка", "اشتراک"],
                examples: [Subscription.noPlan, Subscription.noPlan], hint: Strings.import_hint_plan),
            ImportColumn(
                name: "country", label: Strings.user_country,
                alsoCalled: ["country code", "código de país", "код страны", "کد کشور"],
                examples: ["IE", "IR"], choices: Countries.codes, hint: Strings.import_hint_country),
            ImportColumn(
                name: "language", label: Strings.user_language, alsoCalled: ["lang", "locale", "idioma", "локаль"],
                examples: ["en", "fa"],
                hint: Strings.import_hint_language),
            ImportColumn(
                name: "zone", label: Strings.user_zone,
                alsoCalled: ["time_zone", "timezone", "tz", "huso horario", "zona horaria", "таймзона"],
                examples: ["Europe/Dublin", "Asia/Tehran"], hint: Strings.user_zone_hint),
            ImportColumn(
                name: "id", label: Strings.user_id,
                alsoCalled: ["user id", "uuid", "identificador", "идентификатор", "شناسه کاربر"],
                examples: ["", ""], hint: Strings.import_hint_id),
        ]
    }

    package static func preview(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [ImportVerdict] {
        try validated(rows, isPreview: true, in: tx, by: actor, services).verdicts
    }

    package static func write(
        _ rows: [ImportItem], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ImportVerdict], [AuditEvent]) {
        let validated = try validated(rows, isPreview: false, in: tx, by: actor, services)
        try validated.batch.store(in: tx, now: .now)
        return (validated.verdicts, validated.batch.events)
    }

    private static func validated(
        _ rows: [ImportItem], isPreview: Bool, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> (batch: UserBatch, verdicts: [ImportVerdict]) {
        let columns = columns(of: actor.tenant, services)
        let items = rows.map { row in
            UserInput(
                id: row.values["id"].flatMap { ID($0) },
                fields: columns.compactMap { column in row.values[column.name].map { (column.name, $0) } })
        }
        var batch = try UserBatch(items, isPreview: isPreview, in: tx)
        let deleted = batch.stored.filter(\.value.isDeleted).map(\.key).sorted()
        let returning = deleted.isEmpty ? [] : try tx.first(UserBatchQueries.undone(deleted))?.ids("ids") ?? []
        var base = UserProfile()
        base.zone = actor.tenant.zone
        base.language = actor.tenant.languages.first ?? base.language
        base.role = columns.first { $0.name == "role" }?.choices.first ?? base.role
        try batch.validate(in: tx, now: .now, zones: services.zones, returning: Set(returning), base: base)
        for index in rows.indices {
            let faults = faults(rows[index], columns, batch.outcomes[index])
            if !faults.isEmpty {
                batch.fail(index, faults)
            } else if let seen = rows[index].seen, !isAsSeen(seen, batch, index) {
                batch.fail(index, [UserFault(nil, LocalText(Strings.import_changed_since))])
            }
        }
        return (batch, rows.indices.map { verdict(batch, $0) })
    }

    /// What is asked of a file beyond what the API asks: ids that are ids, and values
    /// that one can choose in the console.
    private static func faults(_ row: ImportItem, _ columns: [ImportColumn], _ outcome: UserBatch.Outcome)
        -> [UserFault]
    {
        if let id = row.values["id"], ID(id) == nil { return [UserFault("id", LocalText(Strings.import_no_id))] }
        if row.values["id"] == nil, row.values["email"] == nil {
            return [UserFault("email", LocalText(Strings.error_required))]
        }
        let (profile, old): (UserProfile, UserProfile?) =
            switch outcome {
            case .created(_, let profile): (profile, nil)
            case .updated(_, let profile, let old, _), .restored(_, let profile, let old, _, _): (profile, old)
            case .unchanged, .failed: (UserProfile(), UserProfile())
            }
        return UserProfile.fields.compactMap { field in
            guard let column = columns.first(where: { $0.name == field.name }), !column.choices.isEmpty,
                row.values[field.name] != nil
            else { return nil }
            let value = profile[keyPath: field.path]
            // What is stored stays, whatever one can choose today.
            guard value != old?[keyPath: field.path], !column.choices.contains(value) else { return nil }
            return UserFault(field.name, LocalText(Strings.error_choice))
        }
    }

    /// Nobody is overwritten in a state that was not seen.
    private static func isAsSeen(_ seen: (object: ID?, version: Int), _ batch: UserBatch, _ index: Int) -> Bool {
        let stored = batch.target(index).flatMap { batch.stored[$0] }
        return (stored?.version ?? 0) == seen.version && (seen.object == nil || seen.object == batch.target(index))
    }

    private static func verdict(_ batch: UserBatch, _ index: Int) -> ImportVerdict {
        let folded = batch.emails[index].folded
        let target = batch.target(index)
        let isStored = target.flatMap { batch.stored[$0] }
        func verdict(_ state: ImportVerdict.State, _ object: ID?, _ version: Int, _ changes: [AuditEvent.Change] = [])
            -> ImportVerdict
        {
            ImportVerdict(
                state: state, object: object, version: version,
                changes: changes.map { ImportChange(field: $0.field, old: $0.old, new: $0.new) },
                marks: (target?.description, folded.isEmpty ? nil : folded))
        }
        let seen = isStored?.version ?? 0
        let hasWritten = !batch.isPreview
        switch batch.outcomes[index] {
        case .created(let id, let profile):
            return verdict(.new, hasWritten ? id : target, hasWritten ? 1 : 0, profile.changes(from: nil))
        case .updated(let id, let profile, let old, let version):
            return verdict(.changed, id, hasWritten ? version : seen, profile.changes(from: old))
        case .restored(let id, let profile, let old, let before, let version):
            let status = AuditEvent.Change("status", old: "deleted", new: before)
            return verdict(.changed, id, hasWritten ? version : seen, [status] + profile.changes(from: old))
        case .unchanged(let id, let version): return verdict(.unchanged, id, version)
        case .failed(let faults):
            var wrong = verdict(.wrong, nil, 0)
            wrong.faults = faults.map { ImportFault(field: $0.field, text: $0.text) }
            return wrong
        }
    }
}
