import Console
import Postgres

/// A demo tenant sells through the sandbox: plans can be bought at once, without real money.
enum ProviderDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            """
            insert into payment_providers (tenant_id, provider, is_on, changed_at)
            values (\(load.tenant.id), 'sandbox', true, \(load.now)) on conflict (tenant_id, provider) do nothing
            """)
    }
}
