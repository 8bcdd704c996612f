import Console
import Postgres
import Secrets

/// Seals values anew that lie under an earlier key of their tenant, a few at a time, each in a short transaction of that
/// tenant: the pages go on meanwhile, and what was done before a kill is found done. Which columns those are the schema says.
///
/// An earlier key goes when nothing can be under it any more: an hour after the next one was made (a process holds a key for
/// a minute), when every transaction of that hour has ended, and a count over all columns finds nothing.
package struct ResealingAcrossTenants: Sendable {
    private static let slice = 64
    /// Between two slices, so that pages have the database to themselves for most of the time.
    private static let pause = Duration.milliseconds(2)
    /// Between two passes over a tenant whose earlier key can't go yet.
    private static let secondsBetweenPasses: Int64 = 600

    private let services: Services

    package init(services: Services) { self.services = services }

    /// What a pass over a tenant did.
    package struct Pass: Equatable, Sendable {
        package var resealed = 0
        package var removedKeys = 0
    }

    /// Every tenant in which something is due.
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
                // What does not open in one tenant must not keep the others waiting.
                services.logger.error(
                    "values can't be sealed anew", metadata: ["tenant": "\(tenant)", "cause": "\(error)"])
            }
        }
    }

    /// One pass over all that is sealed in the tenant, whose key is replaced before if it is due.
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

    /// A slice. `last` is nil when there is no more.
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

    /// At the end of a pass: earlier keys that nothing needs are removed; how many.
    private func finish(_ version: Int, _ columns: [SealedColumn], in tx: borrowing TenantTransaction) throws -> Int {
        guard let state = try tx.first(TenantKeyQueriesAcrossTenants.state), try state.int("version") == version else {
            // Replaced meanwhile: the next pass is over all again.
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
