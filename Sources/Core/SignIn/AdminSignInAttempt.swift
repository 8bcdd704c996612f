import Console
import Postgres
import Secrets
import Web

extension SignInAttempt {
    /// An attempt to sign in as an admin; `admin` is nil if no admin has the e-mail.
    init(_ email: String, of admin: ID?, _ request: WebRequest, in tx: borrowing TenantTransaction) throws {
        let hash = KnownDevices.hash(of: request)
        let isKnown = try KnownDevices.knows(hash, admin, now: request.now, in: tx)
        let tenants =
            try tx.first("select tenants_to_count(\(admin ?? Tenant.installation.id)) as ids")?.ids("ids") ?? []
        self.init(on: email, of: tenants, device: isKnown ? hash.map { Hex.encode($0) } : nil, request)
    }
}
