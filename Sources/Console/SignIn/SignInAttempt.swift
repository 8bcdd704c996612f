import Postgres
import Web

/// An attempt to sign in, and its counts. It is reserved before the password is checked, and taken back if that was
/// right.
package struct SignInAttempt: Sendable {
    private let account: String
    private let address: String
    private let tenants: [ID]
    private let device: String?

    /// `account`: the typed account, whether it exists or not. `device`: a browser that has signed in to this account
    /// before.
    package init(on account: String, of tenants: [ID], device: String?, _ request: WebRequest) {
        self.account = account.lowercased()
        self.tenants = tenants
        self.device = device
        address = AddressRange.neighbourhood(of: request.address)
    }

    package enum Turn: Sendable {
        case mayTry
        /// The account, or the known browser, is in its pause. The client must not notice, so the same work is done.
        case waits
        /// The network address is in its pause, whatever it tries: no hash is computed, so that a flood does not use
        /// up the capacity. The response reveals nothing about any account.
        case addressWaits
    }

    /// Decides whether the password may be tried. Attempts of a known browser count only for that browser.
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

    /// Takes back all that was tried at an account, by whomever: its holder has proven to be it in another way.
    package static func forgive(
        _ account: String, _ attempts: AttemptsAcrossTenants, in tx: borrowing TenantTransaction
    ) throws {
        try attempts.clear(.account, account.lowercased(), in: tx)
    }
}
