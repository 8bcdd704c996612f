import Console
import Core
import Postgres
import Secrets

/// The data keys of a tenant, for `roost keys list` and `roost doctor`.
struct TenantKeys {
    let slug: String
    /// The version that seals.
    let version: Int
    let ageDays: Int
    /// The number of uses that servers have reserved.
    let uses: Int
    /// The number of earlier keys that may still be in use, and the days since the oldest was replaced.
    let earlier: Int
    let waitingDays: Int

    /// The installation's own keys come first.
    static func all(_ connection: Connection, now: Timestamp = .now) throws -> [TenantKeys] {
        struct Key {
            let tenant: ID
            let slug: String
            let version, ageDays, uses: Int
            let supersededDays: Int?
        }
        func days(since time: Timestamp) -> Int { Int(max(0, now.seconds - time.seconds) / 86_400) }
        let keys = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows(TenantKeyQueriesAcrossTenants.all).map { row in
                let (tenant, slug) = (try row.id("tenant_id"), try row.text("slug"))
                // A key whose tenant was never committed, or is gone, is not the installation's.
                let isLost = slug.isEmpty && tenant != Tenant.installation.id
                return Key(
                    tenant: tenant, slug: isLost ? tenant.description : slug, version: try row.int("version"),
                    ageDays: days(since: try row.time("made_at")), uses: try row.int("uses"),
                    supersededDays: try row.timeOrNil("superseded_at").map(days))
            }
        }
        return Dictionary(grouping: keys, by: \.tenant).values.compactMap { keys in
            guard let current = keys.first(where: { $0.supersededDays == nil }) else { return nil }
            let earlier = keys.compactMap(\.supersededDays)
            return TenantKeys(
                slug: current.slug, version: current.version, ageDays: current.ageDays, uses: current.uses,
                earlier: earlier.count, waitingDays: earlier.max() ?? 0)
        }.sorted { $0.slug < $1.slug }
    }

    static func name(_ slug: String) -> String { slug.isEmpty ? "the installation" : slug }

    var line: String {
        let more = earlier == 0 ? "" : "; \(earlier) earlier, for at most \(Terminal.counted(waitingDays, "day"))"
        return
            "\(Self.name(slug)): data key \(version), \(Terminal.counted(ageDays, "day")) old, \(Terminal.counted(uses, "use"))\(more)"
    }

    /// A server replaces a key within a minute when it is due, and needs hours to seal all values again.
    private static let daysOfGrace = 7

    static func check(_ keys: [TenantKeys]) -> DoctorChecks.Check {
        let old = keys.filter {
            $0.ageDays >= Int(DataKeys.oldestDays) + daysOfGrace || $0.uses >= Int(DataKeys.mostUses)
        }
        let stuck = keys.filter { $0.waitingDays >= daysOfGrace }
        func names(_ keys: [TenantKeys]) -> String {
            keys.prefix(5).map { name($0.slug) }.joined(separator: ", ") + (keys.count > 5 ? " …" : "")
        }
        var remedies: [String] = []
        if !old.isEmpty {
            remedies.append(
                "those of \(names(old)) are older than \(DataKeys.oldestDays) days or used up; a running server replaces them within a minute, or run `roost keys renew`"
            )
        }
        if !stuck.isEmpty {
            remedies.append(
                "values of \(names(stuck)) still lie under an earlier key after \(daysOfGrace) days; the server's log says why (“values can't be sealed anew”)"
            )
        }
        return DoctorChecks.Check(
            what: "data keys of \(Terminal.counted(keys.count, "tenant"))",
            remedy: remedies.isEmpty ? nil : remedies.joined(separator: "; "))
    }
}
