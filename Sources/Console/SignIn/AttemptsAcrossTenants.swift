import Crypto
import Postgres
import Secrets

/// Slows guessing down: an attempt is reserved before its work starts, so that a thousand simultaneous attempts count
/// as a thousand. Nobody is locked out for ever, and a right password clears the account's own count.
///
/// Nobody can lock others out: a refused attempt counts only for its own address, and the shared counts (tenant,
/// installation) block nobody either. They only make addresses with wrong attempts of their own wait sooner.
package struct AttemptsAcrossTenants: Sendable {
    /// The separate counts. Account, address, device and one's own password: pauses that double after `limit`. Codes:
    /// at most `limit` in `window` seconds. Tenant and installation: only counted.
    package enum Bucket: String, Sendable {
        case account, address, device, password
        /// Mails to one mailbox that unauthenticated clients requested.
        case mailbox
        /// Mails that unauthenticated clients of one network requested in one tenant, or at the console's own sign-in.
        case mails
        /// Mails that what one user does in an app sends to another one.
        case told
        case tenant, installation
        case code
        case codeDay = "code-day"

        package var limit: Int {
            switch self {
            case .account, .device, .password, .code: 5
            case .mailbox: 3
            case .mails: 20
            case .told: 10
            case .address: 50
            case .tenant: 200
            case .installation: 1000
            case .codeDay: 20
            }
        }

        package var window: Int64 {
            switch self {
            case .account, .address, .device, .password: 12 * 3600
            case .tenant, .installation, .mailbox, .mails, .told: 3600
            case .code: 15 * 60
            case .codeDay: 24 * 3600
            }
        }
    }

    /// The limit for an address while there are more failures than usual in the tenant or in the installation.
    package static let addressLimitUnderAttack = 5

    private let key: SymmetricKey

    package init(key: SymmetricKey) { self.key = key }

    private func hash(_ text: String) -> [UInt8] { MAC.hmac(Array(text.utf8), key: key) }

    /// Counts an attempt; returns false while the bucket is in its pause.
    package func reserve(
        _ bucket: Bucket, _ subject: String, limit: Int? = nil, now: Timestamp, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        let limit = limit ?? bucket.limit
        let rows = try tx.rows(
            """
            insert into attempts (bucket, key, failures, blocked_until, last_at)
            values (\(bucket.rawValue), \(hash(subject)), 1, \(now), \(now))
            on conflict (bucket, key) do update set
                failures = case when attempts.last_at < \(now.adding(seconds: -bucket.window)) then 1
                    else attempts.failures + 1 end,
                blocked_until = case
                    when attempts.last_at < \(now.adding(seconds: -bucket.window)) then \(now)
                    when attempts.failures + 1 >= \(limit) then \(now) + interval '1 second'
                        * least(900, 30 * power(2, least(10, attempts.failures + 1 - \(limit))))
                    else \(now) end,
                last_at = \(now)
            where attempts.blocked_until <= \(now)
            returning failures
            """)
        return rows.count == 1
    }

    /// Counts a mail that an unauthenticated client of a network requests: `Bucket.mails.limit` at once, then one a
    /// minute. A school or a carrier is one network, so nobody may use up what all of it has for longer than that, and
    /// never in another tenant than the transaction's.
    ///
    /// - Returns: in how many seconds the next may be requested, or nil if this one may.
    package func reserveMail(from network: String, now: Timestamp, in tx: borrowing TenantTransaction) throws -> Int64?
    {
        // `blocked_until` is when all that was requested is used up again at that rate.
        let allowed = now.adding(seconds: Int64(Bucket.mails.limit - 1) * Self.secondsOfMail)
        let key = hash("\(tx.tenant) \(network)")
        let next: SQL = "interval '1 second' * \(Self.secondsOfMail)"
        let rows = try tx.rows(
            """
            insert into attempts (bucket, key, failures, blocked_until, last_at)
            values (\(Bucket.mails.rawValue), \(key), 1, \(now) + \(next), \(now))
            on conflict (bucket, key) do update set
                failures = attempts.failures + 1, last_at = \(now),
                blocked_until = greatest(attempts.blocked_until, \(now)) + \(next)
            where attempts.blocked_until <= \(allowed)
            returning failures
            """)
        guard rows.count == 0 else { return nil }
        let row = try tx.first(
            """
            select ceil(extract(epoch from attempts.blocked_until - \(allowed)))::bigint as seconds from attempts
            where attempts.bucket = \(Bucket.mails.rawValue) and attempts.key = \(key)
            """)
        return Int64(max(1, try row?.int("seconds") ?? 1))
    }

    private static let secondsOfMail: Int64 = 60

    /// Counts an attempt with a code; returns false if the window's limit is reached.
    package func reserveCode(_ bucket: Bucket, _ admin: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws
        -> Bool
    {
        // For codes, `last_at` is the start of the window.
        let row = try tx.first(
            """
            insert into attempts (bucket, key, failures, blocked_until, last_at)
            values (\(bucket.rawValue), \(hash(admin.description)), 1, \(now), \(now))
            on conflict (bucket, key) do update set
                failures = case when attempts.last_at <= \(now.adding(seconds: -bucket.window)) then 1
                    else attempts.failures + 1 end,
                last_at = case when attempts.last_at <= \(now.adding(seconds: -bucket.window)) then \(now)
                    else attempts.last_at end
            returning failures
            """)
        return try (row?.int("failures") ?? 0) <= bucket.limit
    }

    // MARK: Shared counts

    /// Returns where an attempt to sign in counts besides its account and address; keys are in hexadecimal digits.
    private func together(_ tenants: [ID]) -> (buckets: [String], keys: [String], limits: [Int64]) {
        let all =
            tenants.map { (Bucket.tenant, hash($0.description)) } + [(Bucket.installation, hash("all"))]
        return (all.map(\.0.rawValue), all.map { Hex.encode($0.1) }, all.map { Int64($0.0.limit) })
    }

    /// Returns true if there are more failures than usual in one of these tenants, or in the installation.
    package func isUnderAttack(_ tenants: [ID], now: Timestamp, in tx: borrowing TenantTransaction) throws -> Bool {
        let (buckets, keys, limits) = together(tenants)
        let since = now.adding(seconds: -Bucket.installation.window)
        let row = try tx.first(
            """
            select exists (select from unnest(\(buckets), \(keys), \(limits)) as counted (bucket, key, most)
                join attempts on attempts.bucket = counted.bucket and attempts.key = decode(counted.key, 'hex')
                where attempts.failures > counted.most and attempts.last_at > \(since)) as is_so
            """)
        return try row?.bool("is_so") ?? false
    }

    /// `last_at` is the start of the hour. Always updates in the same order, so that two transactions can't deadlock.
    package func count(_ tenants: [ID], now: Timestamp, in tx: borrowing TenantTransaction) throws {
        let (buckets, keys, _) = together(tenants)
        let since = now.adding(seconds: -Bucket.installation.window)
        try tx.execute(
            """
            insert into attempts (bucket, key, failures, blocked_until, last_at)
            select counted.bucket, decode(counted.key, 'hex'), 1, \(now), \(now)
            from unnest(\(buckets), \(keys)) as counted (bucket, key) order by counted.bucket, counted.key
            on conflict (bucket, key) do update set
                failures = case when attempts.last_at <= \(since) then 1 else attempts.failures + 1 end,
                last_at = case when attempts.last_at <= \(since) then \(now) else attempts.last_at end
            """)
    }

    package func uncount(_ tenants: [ID], in tx: borrowing TenantTransaction) throws {
        let (buckets, keys, _) = together(tenants)
        try tx.execute(
            """
            update attempts set failures = greatest(0, attempts.failures - 1)
            from (select held.bucket, held.key from unnest(\(buckets), \(keys)) as counted (bucket, key)
                join attempts as held on held.bucket = counted.bucket and held.key = decode(counted.key, 'hex')
                order by held.bucket, held.key for update of held) as those
            where attempts.bucket = those.bucket and attempts.key = those.key
            """)
    }

    // MARK: After a right password

    package func clear(_ bucket: Bucket, _ subject: String, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            "delete from attempts where attempts.bucket = \(bucket.rawValue) and attempts.key = \(hash(subject))")
    }

    /// Takes a reserved attempt back, because it was right. Many people may share one address.
    package func release(_ bucket: Bucket, _ subject: String, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            """
            update attempts set failures = greatest(0, attempts.failures - 1)
            where attempts.bucket = \(bucket.rawValue) and attempts.key = \(hash(subject))
            """)
    }

    /// Deletes attempts that no longer count.
    package static func deleteOld(now: Timestamp) -> SQL {
        "delete from attempts where attempts.last_at < \(now.adding(seconds: -2 * 86400))"
    }
}
