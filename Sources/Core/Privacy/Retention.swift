import Console
import HTML
import Postgres

/// The periods after which a tenant deletes rows about users who stay.
enum RetentionQueries {
    static let all: SQL = "select retention_periods.table_name, retention_periods.days from retention_periods"

    static func set(_ table: String, days: Int, tenant: ID, by actor: Actor) -> SQL {
        """
        insert into retention_periods (tenant_id, table_name, days, changed_by, changed_at)
        values (\(tenant), \(table), \(days)::integer, \(actor.name), \(actor.now))
        on conflict (tenant_id, table_name) do update set days = excluded.days, changed_by = excluded.changed_by,
            changed_at = excluded.changed_at, swept_on = '-infinity'
        """
    }

    static func end(_ table: String) -> SQL {
        "delete from retention_periods where retention_periods.table_name = \(table)"
    }

    // MARK: Expired rows

    /// Returns the number of rows.
    static func aged(_ table: RetainedTable, days: Int, now: Timestamp) -> SQL {
        "select count(*) as n from \(table.table.table) as found where \(isAged(table, days: days, now: now))"
    }

    static func sweep(_ table: RetainedTable, days: Int, now: Timestamp, limit: Int) -> SQL {
        """
        delete from \(table.table.table) where ctid = any (array(
            select found.ctid from \(table.table.table) as found where \(isAged(table, days: days, now: now)) limit \(limit)))
        """
    }

    private static func isAged(_ table: RetainedTable, days: Int, now: Timestamp) -> SQL {
        """
        \(table.aging.at) < \(now) - make_interval(days => \(days)::integer) and \(table.aging.only ?? "true")
            and not exists (select from privacy_holds where privacy_holds.user_id = found.\(table.table.user))
        """
    }

    // MARK: At night

    static func tenants(now: Timestamp) -> SQL { "select due.id from tenants_with_due_retention(\(now)) as due (id)" }

    static func due(now: Timestamp) -> SQL {
        """
        select retention_periods.table_name, retention_periods.days, retention_periods.removed from retention_periods
        join tenants on tenants.id = retention_periods.tenant_id
        where retention_periods.swept_on < (\(now) at time zone tenants.zone)::date order by retention_periods.table_name
        """
    }

    static func count(_ table: String, _ rows: Int) -> SQL {
        """
        update retention_periods set removed = retention_periods.removed + \(rows)
        where retention_periods.table_name = \(table)
        """
    }

    static func swept(_ table: String, now: Timestamp) -> SQL {
        """
        update retention_periods set removed = 0, swept_on = (\(now) at time zone tenants.zone)::date
        from tenants where tenants.id = retention_periods.tenant_id and retention_periods.table_name = \(table)
        """
    }
}

/// A table for which a tenant can set a period.
struct RetainedTable: Sendable {
    static let days = 1...36_500

    let table: PersonalTable
    let aging: PersonalTable.Aging
    var name: String { table.table.name }

    /// Returns the tables in the order of the features.
    static func all(_ declarations: Declarations) -> [RetainedTable] {
        declarations.personalData.compactMap { table in table.aging.map { RetainedTable(table: table, aging: $0) } }
    }
}

/// Deletes expired rows, tenant by tenant, during each one's night. The trail records the sums.
struct SweepRetentionAcrossTenants {
    static let rowsAtOnce = 5000

    let services: Services

    func run(now: Timestamp) async throws {
        let tenants = try await services.database.perform(.background) { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                try tx.rows(RetentionQueries.tenants(now: now)).map { try $0.id("id") }
            }
        }
        for tenant in tenants {
            await services.logger.oneByOne("rows past their retention not deleted", of: tenant) {
                while !Task.isCancelled {
                    let isMore = try await services.database.perform(.background) { connection in
                        try connection.inTenant(tenant) { tx in try step(now: now, in: tx) }
                    }
                    if !isMore { break }
                }
            }
        }
    }

    private func remove(_ table: RetainedTable, days: Int, now: Timestamp, in tx: borrowing TenantTransaction) throws
        -> Int
    {
        if let removal = table.aging.removal { return try tx.first(removal(Self.rowsAtOnce))?.int("n") ?? 0 }
        return try tx.execute(RetentionQueries.sweep(table, days: days, now: now, limit: Self.rowsAtOnce))
    }

    /// Deletes one piece of one table; returns false if nothing is left in the tenant.
    func step(now: Timestamp, in tx: borrowing TenantTransaction) throws -> Bool {
        let tables = RetainedTable.all(services.declarations)
        for row in try tx.rows(RetentionQueries.due(now: now)) {
            let (name, days) = (try row.text("table_name"), try row.int("days"))
            guard let table = tables.first(where: { $0.name == name }) else { continue }
            let rows = try remove(table, days: days, now: now, in: tx)
            if rows > 0 {
                try tx.execute(RetentionQueries.count(name, rows))
                // There may be more rows.
                return true
            }
            let removed = try row.int("removed")
            try tx.execute(RetentionQueries.swept(name, now: now))
            if removed > 0 {
                try services.trail.append(
                    AuditEvent(
                        .retentionSwept, on: .tenant, tx.tenant,
                        changes: [
                            .init("table", new: name), .init("days", new: String(days)),
                            .init("rows", new: String(removed)),
                        ]), by: .system(now: now), in: tx)
            }
            return true
        }
        return false
    }
}
