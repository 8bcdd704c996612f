import Console
import Postgres

/// A demo's shop is open: something can be bought at once, without anybody's money.
enum ProviderDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            """
            insert into payment_providers (tenant_id, provider, is_on, changed_at)
            values (\(load.tenant.id), 'sandbox', true, \(load.now)) on conflict (tenant_id, provider) do nothing
            """)
    }
}
