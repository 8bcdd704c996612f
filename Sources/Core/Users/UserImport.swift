import Console
import HTML
import Postgres
import Templates

/// Imports users from a file: existing ones are found by their id, else by their e-mail; others are added.
package enum UserImport: ImportDeclaration {
    package static let list = "users"
    package static let title = Strings.import_users_title
    package static let menu = Strings.menu_users
    package static let permission = Permission.importUsers
    package static let object = ObjectKind.user
    /// Undoing the import deletes the users that it has added.
    package static let undoGuard: GuardedAct? = .userDeletion
    package static let isPersonal = true
    package static let staysWhenUndone = true
    package static let entryColumn: String? = nil

    package static func columns(of tenant: Tenant, _ services: Services) -> [ImportColumn] {
        let kind = services.kind(tenant.kind)
        return UserFields.imported.compactMap { field in
            let choices = field.value.choices(kind) ?? []
            return field.imported.map { imported in
                ImportColumn(
                    name: field.name, label: LocalText(field.label), alsoCalled: imported.alsoCalled,
                    isRequired: imported.isRequired,
                    // For a field with choices, only the tenant's own kind has an example.
                    examples: imported.examples.isEmpty
                        ? Array(repeating: choices.first ?? "", count: 2) : imported.examples,
                    choices: choices, known: field.value.known, words: { field.value.words($0, $1) },
                    hint: LocalText(imported.hint))
            }
        }
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
        try batch.validate(
            in: tx, now: .now, zones: services.zones, at: actor.tenant.country, returning: Set(returning),
            base: base)
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

    /// Returns all errors of a row: those of the API, and those of further checks on files: ids must be valid, and
    /// values must be choices of the console.
    private static func faults(_ row: ImportItem, _ columns: [ImportColumn], _ outcome: UserBatch.Outcome)
        -> [UserFault]
    {
        var faults: [UserFault] = []
        if case .failed(let found) = outcome { faults = found }
        func add(_ field: String, _ text: StringKey) {
            if !faults.contains(where: { $0.field == field }) { faults.append(UserFault(field, LocalText(text))) }
        }
        if let id = row.values["id"], ID(id) == nil {
            faults.removeAll { $0.field == nil || $0.field == "id" }
            add("id", Strings.import_no_id)
        }
        if row.values["id"] == nil, row.values["email"] == nil { add("email", Strings.error_required) }
        let (profile, old): (UserProfile, UserProfile?) =
            switch outcome {
            case .created(_, let profile): (profile, nil)
            case .updated(_, let profile, let old, _), .restored(_, let profile, let old, _, _): (profile, old)
            case .unchanged, .failed: (UserProfile(), UserProfile())
            }
        for (name, _, edited) in UserFields.edited {
            guard let column = columns.first(where: { $0.name == name }), !column.choices.isEmpty,
                let given = row.values[name]
            else { continue }
            // A row that failed has no profile: its given value is checked instead.
            let hasFailed = if case .failed = outcome { true } else { false }
            let value = hasFailed ? given : profile[keyPath: edited.path]
            // A stored value is accepted, whatever the choices are today.
            guard hasFailed || value != old?[keyPath: edited.path],
                !column.choices.contains(value), !(hasFailed && column.choices.contains(value.uppercased()))
            else { continue }
            add(name, Strings.error_choice)
        }
        return faults
    }

    /// No user is overwritten in a state that the preview has not shown.
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
