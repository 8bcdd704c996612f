import Console
import HTML
import Postgres
import Templates

/// What became of the actor's own requests for approval: those that wait, and those that were decided or
/// have expired in the last week.
struct OwnRequestsCard: HomeCard {
    static let needs = Permission.seeHome
    static let samples: [[HomePart]] = [[.main(OwnRequestsPart.sample)], []]
    private static let most = 5
    private static let seconds: Int64 = 7 * 86400

    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        statements = [
            ApprovalQueries.own(of: actor.id, since: actor.now.adding(seconds: -Self.seconds), limit: Self.most)
        ]
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let own = try rows[0].map { try Approval($0, now: actor.now) }
        guard !own.isEmpty else { return [] }
        let maker = ApprovalRowMaker(actor: actor)
        let names = try maker.names(own, in: tx)
        return [
            .main(
                OwnRequestsPart(
                    table: ApprovalTable(Strings.approvals_own, own.map { maker.row($0, names) }),
                    all: actor.link("approvals")))
        ]
    }
}
