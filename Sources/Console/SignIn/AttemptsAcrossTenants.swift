import Crypto
import Postgres
import Secrets

/// Slows guessing down: an attempt is reserved before the work it asks for, so that a thousand at once count as a
/// thousand. Nobody is locked out for good, and a right answer clears the account's own count.
package struct AttemptsAcrossTenants: Sendable {
    /// What is counted apart. Passwords: doubling pauses after `limit`. Codes: at most `limit` in `window` seconds.
    package enum Bucket: String, Sendable {
        case account, address, installation
        case code
        case codeDay = "code-day"

        package var limit: Int {
            switch self {
            case .account, .code: 5
            case .address: 50
            case .installation: 1000
            case .codeDay: 20
            }
        }

        package var window: Int64 {
            switch self {
            case .account, .address: 12 * 3600
            case .installation: 3600
            case .code: 15 * 60
            case .codeDay: 24 * 3600
            }
        }
    }

    private let key: SymmetricKey

    package init(key: SymmetricKey) { self.key = key }

    private func hash(_ text: String) -> [UInt8] { MAC.hmac(Array(text.utf8), key: key) }

    /// Counts a password attempt; false while the bucket is in its pause.
    package func reserve(_ bucket: Bucket, _ subject: String, now: Timestamp, in tx: borrowing TenantTransaction) throws
        -> Bool
    {
        let rows = try tx.rows(
            """
            insert into attempts (bucket, key, failures, blocked_until, last_at)
            values (\(bucket.rawValue), \(hash(subject)), 1, \(now), \(now))
            on conflict (bucket, key) do update set
                failures = case when attempts.last_at < \(now.adding(seconds: -bucket.window)) then 1
                    else attempts.failures + 1 end,
                blocked_until = case
                    when attempts.last_at < \(now.adding(seconds: -bucket.window)) then \(now)
                    when attempts.failures + 1 >= \(bucket.limit) then \(now) + interval '1 second'
                        * least(900, 30 * power(2, least(10, attempts.failures + 1 - \(bucket.limit))))
                    else \(now) end,
                last_at = \(now)
            where attempts.blocked_until <= \(now)
            returning failures
            """)
        return rows.count == 1
    }

    /// Counts a code attempt; false when the window's number is used up.
    package func reserveCode(_ bucket: Bucket, _ admin: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws
        -> Bool
    {
        // For codes `last_at` is the start of the window.
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

    package func clear(_ bucket: Bucket, _ subject: String, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            "delete from attempts where attempts.bucket = \(bucket.rawValue) and attempts.key = \(hash(subject))")
    }

    /// Takes a reserved attempt back: it was right. Many people may sit behind one address.
    package func release(_ bucket: Bucket, _ subject: String, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            """
            update attempts set failures = greatest(0, attempts.failures - 1)
            where attempts.bucket = \(bucket.rawValue) and attempts.key = \(hash(subject))
            """)
    }

    /// Forgets what no longer counts.
    package static func forgetOld(now: Timestamp) -> SQL {
        "delete from attempts where attempts.last_at < \(now.adding(seconds: -2 * 86400))"
    }
}
