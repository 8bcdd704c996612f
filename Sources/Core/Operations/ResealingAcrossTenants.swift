import Console
import Postgres
import Secrets

/// Seals again the values that an earlier key of their tenant has sealed, a few at a time, each in a short transaction
/// of that tenant. Pages work meanwhile, and after a kill the next run continues. The schema names the columns.
///
/// An earlier key is removed when no value can use it any more: an hour after the next one was made (a process caches a
/// key for a minute), when every transaction of that hour has ended, and when a count over all columns finds no value.
package struct ResealingAcrossTenants: Sendable {
    private static let slice = 64
    /// The pause between two slices, so that pages have the database to themselves for most of the time.
    private static let pause = Duration.milliseconds(2)
    /// The time between two passes over a tenant whose earlier key can't be removed yet.
    private static let secondsBetweenPasses: Int64 = 600

    private let services: Services

    package init(services: Services) { self.services = services }

    /// The result of a pass over a tenant.
    package struct Pass: Equatable, Sendable {
        package var resealed = 0
        package var removedKeys = 0
    }

    /// Runs a pass over every tenant in which something is due.
    package func run() async throws {
        let due = try await services.database.perform(.background) { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                try tx.rows(
                    TenantKeyQueriesAcrossTenants.due(
                        days: DataKeys.oldestDays, uses: DataKeys.mostUses, seconds: Self.secondsBetweenPasses)
                ).map { try $0.id("id") }
            }
        }
        for tenant in due {
            if Task.isCancelled { return }
            do {
                let pass = try await pass(over: tenant)
                guard pass != Pass() else { continue }
                services.logger.info(
                    "values were sealed anew",
                    metadata: [
                        "tenant": "\(tenant)", "values": "\(pass.resealed)", "keys_removed": "\(pass.removedKeys)",
                    ])
            } catch {
                // An error in one tenant must not stop the others.
                services.logger.error(
                    "values can't be sealed anew", metadata: ["tenant": "\(tenant)", "cause": "\(error)"])
            }
        }
    }

    /// Runs one pass over all sealed values of the tenant. If its key is due for replacement, replaces it first.
    package func pass(over tenant: ID) async throws -> Pass {
        let version = try services.keys.data.currentVersion(of: tenant)
        var pass = Pass()
        let columns = try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant, .readOnly) { _ in try connection.sealedColumns() }
        }.filter { $0.isOfTenants || tenant == Tenant.installation.id }
        for column in columns {
            var last: SealedRow?
            repeat {
                let done = try await services.database.perform(.background) { [last] connection in
                    try reseal(column, of: tenant, below: version, after: last, connection)
                }
                pass.resealed += done.count
                last = done.last
                if last != nil { try await Task.sleep(for: Self.pause) }
            } while last != nil
        }
        pass.removedKeys = try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in try finish(version, columns, in: tx) }
        }
        return pass
    }

    /// Seals one slice again. `last` is nil if there is no more.
    private func reseal(
        _ column: SealedColumn, of tenant: ID, below version: Int, after: SealedRow?, _ connection: Connection
    ) throws -> (count: Int, last: SealedRow?) {
        try connection.inTenant(tenant) { _ in
            let rows = try connection.sealed(
                in: column, of: tenant, versionBelow: version, after: after, limit: Self.slice)
            var count = 0
            for row in rows {
                let place = AssociatedData(
                    tenant: column.isOfTenants ? tenant.bytes : [], table: column.table, column: column.column,
                    row: row.place)
                let sealed = try services.keys.data.seal(services.keys.data.open(row.sealed, place), place)
                if try connection.replace(row, with: sealed, in: column, of: tenant) { count += 1 }
            }
            return (count, rows.count < Self.slice ? nil : rows.last)
        }
    }

    /// At the end of a pass, removes the earlier keys that nothing uses, and returns their number.
    private func finish(_ version: Int, _ columns: [SealedColumn], in tx: borrowing TenantTransaction) throws -> Int {
        guard let state = try tx.first(TenantKeyQueriesAcrossTenants.state), try state.int("version") == version else {
            // The key was replaced meanwhile: the next pass covers everything again.
            return 0
        }
        let earlier = try state.int("earlier")
        let isFirstPass = try !state.bool("has_passed")
        if isFirstPass, earlier > 0 { try record(.dataKeyRotated, version, in: tx) }
        try tx.execute(TenantKeyQueriesAcrossTenants.passed(version: version))
        guard try state.bool("is_settled") else { return 0 }
        guard try state.bool("is_fenced") else {
            try tx.execute(TenantKeyQueriesAcrossTenants.fence(version: version))
            return 0
        }
        guard try state.bool("is_over") else { return 0 }
        for column in columns {
            let left = try tx.connection.countSealed(in: column, of: tx.tenant, versionBelow: version)
            if left > 0 { return 0 }
        }
        try tx.execute(TenantKeyQueriesAcrossTenants.clean(version: version))
        guard earlier > 0 else { return 0 }
        let removed = try tx.execute(TenantKeyQueriesAcrossTenants.removeEarlier(than: version))
        if removed > 0 { try record(.dataKeyRemoved, version - 1, in: tx) }
        return removed
    }

    private func record(_ action: AuditAction, _ version: Int, in tx: borrowing TenantTransaction) throws {
        let event = AuditEvent(
            action, on: .installation, changes: [.init("data_key", new: String(version))])
        try services.trail.append(event, by: .system(), in: tx)
    }
}
