import Console
import Postgres
import Templates
import Web

/// Moves a plan's subscribers, a batch at a time.
struct MoveWork: BatchedJob {
    typealias Work = PlanMove
    typealias Slice = MoveSlice

    static let kind = "plan.move"
    static let label = Strings.jobs_move

    let tenant: ID
    let id: ID
}

extension PlanMove: SlicedWork {
    static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> PlanMove?
    {
        try tx.first(isLocked ? MoveQueries.lock(id) : MoveQueries.find(id)).map { try PlanMove($0) }
    }

    var isMoving: Bool { state == .running }
    var badge: StatusBadge { state.badge }
    var progress: (done: Int, total: Int) { (moved + kept, max(total, moved + kept)) }

    func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor? {
        guard let actor = try requester.actor(in: tx), actor.may(.manageSubscriptions) else { return nil }
        return actor
    }

    func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws {
        try tx.execute(MoveQueries.end(id, .stopped))
        try services.trail.append(
            AuditEvent(.planMoveStopped, on: .entry, plan, changes: counts), by: .system(), in: tx)
    }

    /// The counts for the audit trail.
    fileprivate var counts: [AuditEvent.Change] {
        [
            .init("plan_version", new: String(to)), .init("moved_count", new: String(moved)),
            .init("kept_count", new: String(kept)),
        ]
    }
}

/// The batches of one job on a move.
struct MoveSlice: BatchSlice {
    static let batch = 500

    private let actor: Actor
    private let services: Services

    init?(_ work: PlanMove, by actor: Actor, on connection: Connection, _ services: Services) {
        (self.actor, self.services) = (actor, services)
    }

    func deal(_ move: PlanMove, in tx: borrowing TenantTransaction) throws -> Bool {
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
            try tx.execute(MoveQueries.end(move.id, .done))
            try services.trail.append(
                AuditEvent(.planMoveFinished, on: .entry, move.plan, name: entry.key, changes: move.counts), by: actor,
                in: tx)
            return false
        }
        let moved = rows.compactMap { row in
            MoveEffect.price(row.old, row.period, row.provider, in: plan).map { (row: row, price: $0) }
        }
        try tx.execute(
            MoveQueries.move(
                moved.map(\.row.id), to: move.to, prices: moved.map { Int64($0.price.minor) }, now: actor.now))
        try tx.execute(MoveQueries.pass(move.id, to: last.id, moved: moved.count, kept: rows.count - moved.count))
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
        // Appending locks the trail's head until the transaction ends, so it comes last.
        try services.trail.append(events, by: actor, in: tx)
        return true
    }
}

enum MoveProblem: Error, CustomStringConvertible {
    case noVersion

    var description: String { "the version is not there" }
}
