import Console
import HTML
import Postgres
import Secrets
import Templates

/// A tenant's settings of a provider of identities.
struct IdentitySettings: Sendable {
    var provider: IdentityProvider
    var isOn = false
    /// 0: there are no settings yet.
    var version = 0
    var texts = ProviderTexts()

    init(_ provider: IdentityProvider) { self.provider = provider }

    /// nil: a provider that this version doesn't know.
    init?(_ row: Row, tenant: ID, _ keys: InstallationKeys) throws {
        guard let provider = IdentityProvider(rawValue: try row.text("provider")) else { return nil }
        self.provider = provider
        isOn = try row.bool("is_on")
        version = try row.int("version")
        texts = try ProviderTexts(row, at: Self.place(provider, of: tenant), keys)
    }

    subscript(name: String) -> String { texts[name] }

    func sealed(of tenant: ID, _ keys: InstallationKeys) throws -> [UInt8]? {
        try texts.sealed(at: Self.place(provider, of: tenant), keys)
    }

    private static func place(_ provider: IdentityProvider, of tenant: ID) -> AssociatedData {
        AssociatedData(
            tenant: tenant.bytes, table: "identity_providers", column: "secrets", row: Array(provider.rawValue.utf8))
    }

    /// Returns the provider's settings; nil if it is not used.
    static func used(
        _ provider: IdentityProvider, in tx: borrowing TenantTransaction, _ keys: InstallationKeys
    ) throws -> IdentitySettings? {
        guard let row = try tx.first(IdentityProviderQueries.one(provider)) else { return nil }
        let settings = try IdentitySettings(row, tenant: tx.tenant, keys)
        return settings?.isOn == true ? settings : nil
    }
}

/// A provider that the sign-in page offers.
struct OfferedProvider: Sendable {
    let provider: IdentityProvider
    /// The name on its button.
    let label: String

    static func all(in tx: borrowing TenantTransaction) throws -> [OfferedProvider] {
        let labels = Dictionary(
            try tx.rows(IdentityProviderQueries.offered).map { (try $0.text("provider"), try $0.text("label")) },
            uniquingKeysWith: { $1 })
        return IdentityProvider.allCases.compactMap { provider in
            labels[provider.rawValue].map { OfferedProvider(provider: provider, label: provider.name($0)) }
        }
    }
}

extension IdentityProvider {
    /// Returns its name in the tenant, whether or not it is used at present.
    func name(in tx: borrowing TenantTransaction, _ keys: InstallationKeys) throws -> String {
        let row = try tx.first(IdentityProviderQueries.one(self))
        return name(try row.flatMap { try IdentitySettings($0, tenant: tx.tenant, keys) }?["label"] ?? "")
    }

    /// Returns the provider's usual name; for an issuer that the tenant has named, the tenant's `label`.
    func name(_ label: String) -> String {
        switch self {
        case .apple: "Apple"
        case .google: "Google"
        case .facebook: "Facebook"
        case .oidc: label
        }
    }
}

/// SQL on the providers of a tenant. Row-level security adds the tenant to every statement.
enum IdentityProviderQueries {
    private static let columns: SQL = """
        select identity_providers.provider, identity_providers.is_on, identity_providers.version,
            identity_providers.settings::text as settings, identity_providers.secrets
        from identity_providers
        """

    static let all: SQL = "\(columns)"

    static func one(_ provider: IdentityProvider) -> SQL {
        "\(columns) where identity_providers.provider = \(provider.rawValue)"
    }

    static func locked(_ provider: IdentityProvider) -> SQL { "\(one(provider)) for update" }

    static let offered: SQL = """
        select identity_providers.provider, coalesce(identity_providers.settings ->> 'label', '') as label
        from identity_providers where identity_providers.is_on
        """

    static func save(_ settings: IdentitySettings, secrets: [UInt8]?, now: Timestamp) -> SQL {
        """
        insert into identity_providers (tenant_id, provider, is_on, settings, secrets, changed_at)
        values (current_tenant(), \(settings.provider.rawValue), \(settings.isOn), \(settings.texts.openJSON)::jsonb, \(secrets),
            \(now))
        on conflict (tenant_id, provider) do update set is_on = excluded.is_on, settings = excluded.settings,
            secrets = excluded.secrets, changed_at = excluded.changed_at, version = identity_providers.version + 1
        """
    }
}
