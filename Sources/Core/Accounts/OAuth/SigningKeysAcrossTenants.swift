import Console
import Postgres

/// Once an hour, for all tenants: renews keys that are due, and deletes expired rows.
enum SigningKeysAcrossTenants {
    @Sendable static func maintain(_ services: Services, round: Int) async throws {
        let now = Timestamp.now
        let due = try await services.database.perform(.background) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                _ = try tx.rows("select forget_account_leftovers(\(now)) as forgotten")
                _ = try tx.rows(IdentityFlowQueries.forget(before: now))
                return try tx.rows(
                    """
                    select due.id from tenants_with_due_account_keys(
                        \(now.adding(seconds: -SigningKeys.daysUntilNext * 86_400)), \(now.adding(seconds: -86_400))) as due (id)
                    """
                ).map { try $0.id("id") }
            }
        }
        for tenant in due {
            await services.logger.oneByOne("signing keys not renewed", of: tenant) {
                try await services.database.perform(.background) { connection in
                    try connection.inTenant(tenant) { try SigningKeys.renew(in: $0, now: now, services.keys.data) }
                }
            }
        }
    }
}
