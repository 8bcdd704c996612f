import Console
import Postgres
import Secrets

extension AccessToken {
    /// Reads a token that was sent to one of the tenant's endpoints; returns nil if it is not this tenant's.
    static func read(
        _ text: String, at visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> AccessToken? {
        guard let token = SignedClaims(text, type: type),
            let key = try SigningKeys.published(in: tx).first(where: { $0.id == token.keyID }),
            let read = AccessToken(token, by: key, audience: services.apiAudience, now: visit.request.now),
            read.tenant == tx.tenant, read.issuer == services.issuer(of: visit.tenant)
        else { return nil }
        return read
    }
}
