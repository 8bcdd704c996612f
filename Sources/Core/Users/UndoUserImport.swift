import Console
import HTML
import Postgres
import Templates

extension UserImport {
    /// Deletes the added users, and restores the old values of the changed ones; a user who was changed since stays
    /// unchanged.
    package static func undo(
        _ rows: [ImportUndo], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ([ID: Int], [AuditEvent]) {
        var (undone, events): ([ID: Int], [AuditEvent]) = ([:], [])
        var stored: [ID: (profile: UserProfile, version: Int, status: String)] = [:]
        for row in try tx.rows(UserQueries.lock(rows.map(\.object).sorted())) {
            stored[try row.id("id")] = (try UserProfile(row), try row.int("version"), try row.text("status"))
        }
        var (saved, removed): ([(id: ID, profile: UserProfile)], [(id: ID, version: Int64)]) = ([], [])
        for row in rows {
            guard let now = stored[row.object], now.version == row.version, now.status != "deleted" else { continue }
            var old = now.profile
            for change in row.changes {
                if let edited = UserFields.edited.first(where: { $0.name == change.field })?.edited {
                    old[keyPath: edited.path] = change.old ?? ""
                }
            }
            let goes = row.wasAdded || row.changes.contains { $0.field == "status" }
            let status = AuditEvent.Change("status", old: now.status, new: "deleted")
            if row.wasAdded {
                events.append(AuditEvent(.userDeleted, on: .user, row.object, changes: [status]))
            } else {
                saved.append((row.object, old))
                events.append(
                    AuditEvent(
                        goes ? .userDeleted : .userChanged, on: .user, row.object, subject: row.object,
                        changes: old.changes(from: now.profile) + (goes ? [status] : [])))
            }
            // Each statement increases the version by one.
            let counted = row.wasAdded ? now.version : now.version + 1
            if goes { removed.append((row.object, Int64(counted))) }
            undone[row.object] = goes ? counted + 1 : counted
        }
        if !saved.isEmpty { try tx.execute(UserQueries.save(saved)) }
        if !removed.isEmpty {
            try tx.execute(UserBatchQueries.remove(removed.map(\.id), versions: removed.map(\.version)))
        }
        return (undone, events)
    }
}
