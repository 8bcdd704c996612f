import Console
import Postgres

/// The users of a demo tenant, and what the newest of them have: devices, consents, notes.
enum UserDemo: DemoRows {
    private static let chunk = 100_000

    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let (demo, tenant) = (load.kind.demo, load.tenant.id)
        let queries = UserDemoQueries(
            tenant: tenant, count: load.size, seed: load.seed, now: load.now, pool: CulturePool(weights: demo.cultures),
            recipe: FactRecipe(facts: load.kind.facts, samples: demo.factSamples), roles: load.kind.userRoles,
            plans: demo.plans, isNasty: load.isNasty)
        for first in stride(from: 1, through: load.size, by: chunk) {
            let last = min(load.size, first + chunk - 1)
            try tx.execute(queries.insert(first...last))
            load.progress("\(demo.slug): \(last) of \(load.size) users")
        }
        let details = UserDetailDemoQueries(
            tenant: tenant, seed: load.seed, now: load.now,
            authors: load.colleagues.filter { $0.role.has(.noteUsers) && $0.role != .auditor })
        try tx.execute(details.addDevices)
        try tx.execute(details.addConsents(demo.consents))
        try tx.execute(details.addNotes)
    }

    static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        try UserWorkDemo(load).note(in: tx)
    }
}
