import Console
import Core
import Postgres
import Secrets

/// An API key as the console makes it.
package struct TestKey: Sendable {
    package let id: ID
    package let name: String
    /// The text that a program sends.
    package let text: String
    package let lookupID: String
}

extension TestInstallation {
    package func makeKey(
        in tenant: Tenant, _ name: String = "Key", scopes: [String] = Scope.all.map(\.id),
        addresses: [String] = [],
        requestsPerMinute: Int = 60_000, isDisabled: Bool = false, expires: Timestamp? = nil, now: Timestamp = .now
    ) throws -> TestKey {
        var random = SystemRandomNumberGenerator()
        let (id, text) = (ID.make(at: now), APIKeyText.make(.live, using: &random))
        let disabled: Timestamp? = isDisabled ? now : nil
        let expires = expires ?? now.adding(seconds: 30 * 86400)
        // An expired key was made before it ended.
        let created = min(now, expires.adding(seconds: -86400))
        try inTenant(tenant) { tx in
            _ = try tx.send(
                """
                insert into api_keys (tenant_id, id, name, scopes, addresses, requests_per_minute, expires_at, disabled_at,
                    created_by, created_at)
                values (\(tenant.id), \(id), \(name), \(scopes), \(addresses), \(requestsPerMinute), \(expires),
                    \(disabled), 'tests', \(created))
                """)
            _ = try tx.rows(
                """
                insert into api_key_secrets (tenant_id, key_id, lookup_id, hash, created_at)
                values (\(tenant.id), \(id), \(text.lookupID), \(text.hash(key: keys.apiKeys)), \(created))
                """)
        }
        return TestKey(id: id, name: name, text: text.text, lookupID: text.lookupID)
    }
}
