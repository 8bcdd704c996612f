import Postgres

/// Invented but believable rows of one feature (`Feature.demo`), which `roost demo` adds to the demo tenant of each
/// kind that has the feature. The features run in their order, so that each finds the rows of those before it. The
/// schema's owner adds the rows, and row-level security may not apply to it: statements name the tenant.
package protocol DemoRows: Sendable {
    /// Adds rows that depend on no users, once, when the tenant is made.
    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws
    /// Adds rows in proportion to `load.size`, once, while the tenant has none.
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws
    /// What the company's admins did with the rows of all features, after these are there.
    static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws
}

extension DemoRows {
    package static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {}
    package static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {}
    package static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {}
}

/// The tenant to fill, and the parameters.
package struct DemoLoad {
    package let kind: any Kind
    package let tenant: Tenant
    /// The number of users. In a tenant without users it is the number it would have: other rows are in proportion to
    /// it.
    package let size: Int
    package let now: Timestamp
    /// Of this installation: signs what strangers verify, and seals what lies in tables.
    package let keys: InstallationKeys
    package let colleagues: [DemoColleague]
    /// The newest users have names that break naive code.
    package let isNasty: Bool
    package let diary = DemoDiary()
    /// Says how far a long load has come.
    package let progress: (String) -> Void

    package init(
        kind: any Kind, tenant: Tenant, size: Int, now: Timestamp, keys: InstallationKeys,
        colleagues: [DemoColleague], isNasty: Bool, progress: @escaping (String) -> Void
    ) {
        self.kind = kind
        self.tenant = tenant
        self.size = size
        self.now = now
        self.keys = keys
        self.colleagues = colleagues
        self.isNasty = isNasty
        self.progress = progress
    }

    /// Whoever has that role, at that moment.
    package func actor(_ role: Role, at moment: Timestamp) -> Actor {
        guard let colleague = colleagues.first(where: { $0.role == role }) else { return .script("demo", in: tenant) }
        return colleague.actor(in: tenant, at: moment)
    }

    /// Within working hours, so many days ago; `number` spreads what happens on one day over its hours.
    package func moment(daysAgo days: Int, _ number: Int = 0) -> Timestamp {
        let today = now.seconds / 86_400 * 86_400
        return Timestamp(microseconds: 0).adding(
            seconds: today - Int64(days) * 86_400 + 8 * 3600 + Int64(number * 1733 % 32_000))
    }

    /// For `Draw`: the same for a tenant on every run, and far from any other's. What is drawn adds up to 300 to it.
    package var seed: Int64 { tenant.slug.utf8.reduce(7) { ($0 &* 31 &+ Int64($1)) & 0xFFFF_FFFF } * 1000 }

    /// Splits the users among the tenants by the weights of their kinds. The parts add up to all users.
    package static func parts(of users: Int, weights: [Int]) -> [Int] {
        let whole = weights.reduce(0, +)
        guard whole > 0 else { return weights.map { _ in 0 } }
        var (sum, given) = (0, 0)
        return weights.map { weight in
            sum += weight
            let until = users * sum / whole
            defer { given = until }
            return until - given
        }
    }
}
