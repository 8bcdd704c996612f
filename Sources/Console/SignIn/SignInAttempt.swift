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

    package enum Turn: Sendable {
        case mayTry
        /// The account, or the browser that knows it, is in its pause. Nobody may notice: the same work is done.
        case waits
        /// The address of the network is in its pause, whatever it tries: no hash is made for it, so that one that floods does not take
        /// the place of others. It learns nothing of any account.
        case addressWaits
    }

    /// May the password be tried? What a known browser does counts for itself alone.
    package func reserve(
        _ attempts: AttemptsAcrossTenants, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws -> Turn {
        if let device { return try attempts.reserve(.device, device, now: now, in: tx) ? .mayTry : .waits }
        let limit =
            try attempts.isUnderAttack(tenants, now: now, in: tx)
            ? AttemptsAcrossTenants.addressLimitUnderAttack : AttemptsAcrossTenants.Bucket.address.limit
        guard try attempts.reserve(.address, address, limit: limit, now: now, in: tx) else { return .addressWaits }
        guard try attempts.reserve(.account, account, now: now, in: tx) else { return .waits }
        try attempts.count(tenants, now: now, in: tx)
        return .mayTry
    }

    package func wasRight(_ attempts: AttemptsAcrossTenants, in tx: borrowing TenantTransaction) throws {
        if let device { return try attempts.clear(.device, device, in: tx) }
        try attempts.clear(.account, account, in: tx)
        try attempts.release(.address, address, in: tx)
        try attempts.uncount(tenants, in: tx)
    }
}
