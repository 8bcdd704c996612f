import Console
import Postgres
import Secrets

/// A tenant's settings of a provider.
struct ProviderSettings: Sendable {
    var provider: Provider
    var isOn = false
    /// 0 if nothing was saved yet.
    var version = 0
    var texts = ProviderTexts()

    init(_ provider: Provider) { self.provider = provider }

    init(_ row: Row, tenant: ID, _ keys: InstallationKeys) throws {
        provider = Provider(rawValue: try row.text("provider")) ?? .sandbox
        isOn = try row.bool("is_on")
        version = try row.int("version")
        texts = try ProviderTexts(row, at: Self.place(provider, of: tenant), keys)
    }

    /// Which anybody may read who sees the page.
    var open: [String: String] {
        get { texts.open }
        set { texts.open = newValue }
    }
    var secret: [String: String] {
        get { texts.secret }
        set { texts.secret = newValue }
    }

    subscript(name: String) -> String { texts[name] }

    /// True if no required setting is missing.
    var isWhole: Bool { provider.fields.allSatisfy { !self[$0.name].isEmpty } }

    func sealed(of tenant: ID, _ keys: InstallationKeys) throws -> [UInt8]? {
        try texts.sealed(at: Self.place(provider, of: tenant), keys)
    }

    private static func place(_ provider: Provider, of tenant: ID) -> AssociatedData {
        AssociatedData(
            tenant: tenant.bytes, table: "payment_providers", column: "secrets", row: Array(provider.rawValue.utf8))
    }
}

/// All SQL on providers' settings. Row-level security adds the tenant.
enum ProviderQueries {
    private static let columns: SQL = """
        select payment_providers.provider, payment_providers.is_on, payment_providers.version, payment_providers.settings::text as settings,
            payment_providers.secrets
        from payment_providers
        """

    static let all: SQL = "\(columns)"

    static func one(_ provider: Provider) -> SQL {
        "\(columns) where payment_providers.provider = \(provider.rawValue)"
    }

    static func locked(_ provider: Provider) -> SQL { "\(one(provider)) for update" }

    static func save(_ settings: ProviderSettings, secrets: [UInt8]?, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into payment_providers (tenant_id, provider, is_on, settings, secrets, changed_at)
        values (\(tenant), \(settings.provider.rawValue), \(settings.isOn),
            \(settings.texts.openJSON)::jsonb, \(secrets), \(now))
        on conflict (tenant_id, provider) do update set is_on = excluded.is_on, settings = excluded.settings, secrets = excluded.secrets,
            changed_at = excluded.changed_at, version = payment_providers.version + 1
        """
    }

    /// The time of each provider's last event.
    static let lately: SQL = """
        select payment_providers.provider, newest.received_at
        from payment_providers
        cross join lateral (
            select provider_events.received_at from provider_events where provider_events.provider = payment_providers.provider
            order by provider_events.received_at desc limit 1) as newest
        """
}
