import Console
import Postgres
import Templates
import Web

/// Moves a plan's subscribers, a batch at a time.
struct MoveWork: BatchedJob {
    typealias Slice = MoveSlice

    static let kind = "plan.move"
    static let label = Strings.jobs_move

    let tenant: ID
    let id: ID

    func isMoving(in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool {
        guard let row = try tx.first(MoveQueries.find(id)) else { return false }
        return try PlanMove(row).state == .running
    }
}

/// The batches of one job on a move.
struct MoveSlice: BatchSlice {
    static let batch = 500

    private let work: MoveWork
    private let services: Services

    init?(_ work: MoveWork, on connection: Connection, _ services: Services) {
        self.work = work
        self.services = services
    }

    func step(on connection: Connection) throws -> Bool {
        try connection.inTenant(work.tenant) { tx in
            guard let row = try tx.first(MoveQueries.lock(work.id)) else { return false }
            let move = try PlanMove(row)
            guard move.state == .running else { return false }
            // Whoever asked must still be allowed to.
            guard let actor = try move.requester.actor(in: tx), actor.may(.manageSubscriptions) else {
                try tx.execute(MoveQueries.end(work.id, .stopped))
                try services.trail.append(
                    AuditEvent(.planMoveStopped, on: .entry, move.plan, changes: counts(move)), by: .system(), in: tx)
                return false
            }
            return try deal(move, in: tx, by: actor)
        }
    }

    private func deal(_ move: PlanMove, in tx: borrowing TenantTransaction, by actor: Actor) throws -> Bool {
        let entry = try CatalogueEntry.read(move.plan, of: Plans.catalogue, in: tx, by: actor)
        guard let target = entry.versions.first(where: { $0.number == move.to }) else { throw MoveProblem.noVersion }
        let plan = Plan(target.content)
        let rows = try tx.rows(MoveQueries.next(move, limit: Self.batch)).map { row in
            (
                id: try row.id("id"), user: try row.id("user_id"), version: try row.int("version"),
                old: Money(try row.int("price"), Currency(stored: try row.text("currency"))),
                period: BillingPeriod(rawValue: try row.text("period")) ?? .once, provider: try row.text("provider")
            )
        }
        guard let last = rows.last else {
            try tx.execute(MoveQueries.end(work.id, .done))
            try services.trail.append(
                AuditEvent(.planMoveFinished, on: .entry, move.plan, name: entry.key, changes: counts(move)), by: actor,
                in: tx)
            return false
        }
        let moved = rows.compactMap { row in
            MoveEffect.price(row.old, row.period, row.provider, in: plan).map { (row: row, price: $0) }
        }
        try tx.execute(
            MoveQueries.move(
                moved.map(\.row.id), to: move.to, prices: moved.map { Int64($0.price.minor) }, now: actor.now))
        try tx.execute(MoveQueries.pass(work.id, to: last.id, moved: moved.count, kept: rows.count - moved.count))
        let events = moved.map { row, price in
            let priceChange: [AuditEvent.Change] =
                row.old == price
                ? []
                : [
                    .init(
                        "price", old: "\(row.old.text) \(row.old.currency.code)",
                        new: "\(price.text) \(price.currency.code)")
                ]
            return AuditEvent(
                .planMoved, on: .user, row.user,
                changes: [
                    .init("plan", new: entry.key),
                    .init("plan_version", old: String(row.version), new: String(move.to)),
                ] + priceChange)
        }
        // The trail's head is held from here to the end, so it comes last.
        try services.trail.append(events, by: actor, in: tx)
        return true
    }

    private func counts(_ move: PlanMove) -> [AuditEvent.Change] {
        [
            .init("plan_version", new: String(move.to)), .init("moved_count", new: String(move.moved)),
            .init("kept_count", new: String(move.kept)),
        ]
    }
}

enum MoveProblem: Error, CustomStringConvertible {
    case noVersion

    var description: String { "the version is not there" }
}
