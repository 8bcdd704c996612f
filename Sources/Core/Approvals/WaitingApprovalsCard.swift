import Console
import HTML
import Postgres
import Templates

/// Requests that the actor may approve or refuse.
struct WaitingApprovalsCard: HomeCard {
    static let needs = Permission.seeHome
    static let samples: [[HomePart]] = [[ApprovalTable.samplePart], []]
    private static let most = 5

    let statements: [SQL]

    init(for actor: Actor, _ services: Services) { statements = [ApprovalQueries.waiting(now: actor.now)] }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let waiting = try rows[0].map { try Approval($0, now: actor.now) }.filter { $0.isDecided(by: actor) }
        guard !waiting.isEmpty else { return [] }
        let maker = ApprovalRowMaker(actor: actor)
        let names = try maker.names(waiting, in: tx)
        return [
            .waiting(
                ApprovalTable(Strings.home_attention, waiting.prefix(Self.most).map { maker.row($0, names) }),
                label: LocalText(Strings.home_all_approvals), link: actor.link("approvals"))
        ]
    }
}
