import Console
import JSON
import Postgres

/// What a person says to the texts that ask for consent, and by whom they want to be seen, whichever program calls.
enum UserConsents {
    static let levelBody = JSONSchema.record(
        [("level", .choice(PrivacyLevel.allCases.map(\.rawValue)))], required: ["level"])

    static func level(_ body: JSONText) throws -> PrivacyLevel {
        guard let level = body["level"]?.text.flatMap({ PrivacyLevel(rawValue: $0) }) else {
            throw ServiceProblem.invalidBody([
                BodyFault("/level", "One of \(PrivacyLevel.allCases.map(\.rawValue).joined(separator: ", ")).")
            ])
        }
        return level
    }

    /// Returns by whom the user wants to be seen, as the response of an endpoint.
    static func level(of user: ID, in tx: borrowing TenantTransaction) throws -> ServiceResponse {
        guard let row = try tx.first(ConsentQueries.level(of: user)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        return ServiceResponse(.object([("level", .string(try row.text("privacy_level")))]))
    }

    /// Records that the user agreed to a version of a text, or withdrew; without `version` it is the newest. Returns
    /// that version; no event if nothing is new.
    static func save(
        _ key: String, version: Int?, source: String, granted: Bool, of user: ID, in tx: borrowing TenantTransaction,
        now: Timestamp
    ) throws -> (version: Int, events: [AuditEvent]) {
        // The user is locked first, so that two simultaneous requests about one user run one after another.
        guard let held = try tx.first(UserQueries.lock(user)),
            let text = try tx.first(ConsentQueries.text(key, version: version)),
            let live = try text.intOrNil("live_number")
        else { throw ServiceProblem.notFound }
        try DeletedUser.refuse(held)
        guard let number = try text.intOrNil("number") else {
            throw ServiceProblem.versionNotPublished(of: "this text", wanted: version ?? 0, newest: live)
        }
        let last = try tx.first(ConsentQueries.last(key, of: user))
        if let last, try last.bool("granted") == granted, try last.int("text_version") == number {
            return (number, [])
        }
        // A consent that was never given can't be withdrawn.
        if last == nil, !granted { return (number, []) }
        return (number, try add(key, version: number, source: source, granted: granted, of: user, in: tx, now: now))
    }

    /// Records that the user withdraws what they agreed to, even if that text is not offered any more. Returns nil if
    /// they have never answered it.
    static func withdraw(
        _ key: String, source: String, of user: ID, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws -> [AuditEvent]? {
        guard try tx.first(UserQueries.lock(user)) != nil, let last = try tx.first(ConsentQueries.last(key, of: user))
        else { return nil }
        guard try last.bool("granted") else { return [] }
        return try add(
            key, version: last.int("text_version"), source: source, granted: false, of: user, in: tx, now: now)
    }

    private static func add(
        _ key: String, version: Int, source: String, granted: Bool, of user: ID, in tx: borrowing TenantTransaction,
        now: Timestamp
    ) throws -> [AuditEvent] {
        try tx.execute(
            ConsentQueries.add(
                key, version: version, source: source, granted: granted, of: user, tenant: tx.tenant, now: now))
        return [
            AuditEvent(
                granted ? .consentGiven : .consentWithdrawn, on: .user, user,
                changes: [.init("purpose", new: key), .init("version", new: String(version))])
        ]
    }

    /// Returns no event if the level is that already.
    static func setLevel(
        _ level: PrivacyLevel, of user: ID, in tx: borrowing TenantTransaction
    ) throws -> [AuditEvent] {
        guard let held = try tx.first(UserQueries.lock(user)), let row = try tx.first(ConsentQueries.level(of: user))
        else { throw ServiceProblem.notFound }
        try DeletedUser.refuse(held)
        let old = try row.text("privacy_level")
        guard old != level.rawValue else { return [] }
        try tx.execute(ConsentQueries.setLevel(level, of: user))
        return [
            AuditEvent(
                .privacyLevelChanged, on: .user, user,
                changes: [.init("privacy_level", old: old, new: level.rawValue)])
        ]
    }
}
