import Console
import Postgres
import Secrets
import Web

/// An attempt at the door, and where it counts. Reserved before the password is looked
/// at, taken back when it was right.
struct SignInAttempt: Sendable {
    private let email: String
    private let address: String
    private let tenants: [ID]
    /// A browser that has been in with this very account.
    private let device: String?

    /// `admin` is nil for an e-mail that nobody has.
    init(_ email: String, of admin: ID?, _ request: WebRequest, in tx: borrowing TenantTransaction) throws {
        self.email = email.lowercased()
        address = AddressRange.neighbourhood(of: request.address)
        let hash = KnownDevices.hash(of: request)
        let isKnown = try KnownDevices.knows(hash, admin, now: request.now, in: tx)
        device = isKnown ? hash.map { Hex.encode($0) } : nil
        tenants = try tx.first("select tenants_to_count(\(admin ?? Tenant.installation.id)) as ids")?.ids("ids") ?? []
    }

    /// May the password be tried? What a known browser does counts for itself alone.
    func reserve(_ attempts: AttemptsAcrossTenants, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Bool {
        if let device { return try attempts.reserve(.device, device, now: now, in: tx) }
        let limit =
            try attempts.isUnderAttack(tenants, now: now, in: tx)
            ? AttemptsAcrossTenants.addressLimitUnderAttack : AttemptsAcrossTenants.Bucket.address.limit
        guard try attempts.reserve(.address, address, limit: limit, now: now, in: tx),
            try attempts.reserve(.account, email, now: now, in: tx)
        else { return false }
        try attempts.count(tenants, now: now, in: tx)
        return true
    }

    func wasRight(_ attempts: AttemptsAcrossTenants, in tx: borrowing TenantTransaction) throws {
        if let device { return try attempts.clear(.device, device, in: tx) }
        try attempts.clear(.account, email, in: tx)
        try attempts.release(.address, address, in: tx)
        try attempts.uncount(tenants, in: tx)
    }
}
