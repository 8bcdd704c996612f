import Postgres
import Web

/// An attempt to sign in, and where it counts. Reserved before the password is looked at, taken back when it was right.
package struct SignInAttempt: Sendable {
    private let account: String
    private let address: String
    private let tenants: [ID]
    private let device: String?

    /// `account`: what is tried, whether or not it exists. `device`: a browser that has been in with this very account.
    package init(on account: String, of tenants: [ID], device: String?, _ request: WebRequest) {
        self.account = account.lowercased()
        self.tenants = tenants
        self.device = device
        address = AddressRange.neighbourhood(of: request.address)
    }

    /// May the password be tried? What a known browser does counts for itself alone.
    package func reserve(
        _ attempts: AttemptsAcrossTenants, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        if let device { return try attempts.reserve(.device, device, now: now, in: tx) }
        let limit =
            try attempts.isUnderAttack(tenants, now: now, in: tx)
            ? AttemptsAcrossTenants.addressLimitUnderAttack : AttemptsAcrossTenants.Bucket.address.limit
        guard try attempts.reserve(.address, address, limit: limit, now: now, in: tx),
            try attempts.reserve(.account, account, now: now, in: tx)
        else { return false }
        try attempts.count(tenants, now: now, in: tx)
        return true
    }

    package func wasRight(_ attempts: AttemptsAcrossTenants, in tx: borrowing TenantTransaction) throws {
        if let device { return try attempts.clear(.device, device, in: tx) }
        try attempts.clear(.account, account, in: tx)
        try attempts.release(.address, address, in: tx)
        try attempts.uncount(tenants, in: tx)
    }
}
