import Console
import HTML
import Postgres
import Templates
import Web

/// Requests that wait for approval, and the decisions on the others. An admin sees the requests for actions that they
/// may do themselves, and their own.
struct ListApprovals: Viewing {
    private let keyset: Keyset<ID>

    init(_ request: WebRequest) { keyset = Keyset(request.query) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let waiting = try tx.send(ApprovalQueries.waiting(now: actor.now))
        let over = try tx.send(ApprovalQueries.over(now: actor.now, keyset))
        let maker = ApprovalRowMaker(actor: actor)
        let shown = try waiting.rows().map { try Approval($0, now: actor.now) }.filter { $0.isSeen(by: actor) }
        let past = keyset.page(of: try over.rows().map { try Approval($0, now: actor.now) })
        let base: Link = "/t/\(actor.tenant.slug)/approvals"
        let names = try maker.names(shown + past.rows, in: tx)
        return ApprovalListPage(
            frame: actor.frame(LocalText(Strings.approvals_title), services, current: "approvals"),
            waiting: keyset.mark == nil ? shown.map { maker.row($0, names) } : [],
            over: past.rows.filter { $0.isSeen(by: actor) }.map { maker.row($0, names) },
            isFirst: keyset.mark == nil, next: past.next(base) { $0.id },
            settings: actor.may(.manageTenant)
                ? Link("/t/\(actor.tenant.slug)/settings").with(fragment: "four-eyes") : nil)
    }
}

struct ApprovalRowMaker {
    let actor: Actor

    /// The names of the users that the requests are about: the table of approvals has no names.
    func names(_ approvals: [Approval], in tx: borrowing TenantTransaction) throws -> [ID: String] {
        let users = approvals.filter { $0.objectKind == ObjectKind.user.id }.compactMap(\.objectID)
        guard actor.may(.seeUsers), !users.isEmpty else { return [:] }
        return Dictionary(
            try tx.rows(UserQueries.names(Array(Set(users)))).map { (try $0.id("id"), try $0.text("name")) }
        ) { $1 }
    }

    func object(_ approval: Approval, _ names: [ID: String]) -> String {
        if !approval.objectName.isEmpty { return approval.objectName }
        return approval.objectID.map { names[$0] ?? String($0.description.prefix(8)) } ?? ""
    }

    func ago(_ time: Timestamp) -> String {
        DurationStyle(actor.language).ago(seconds: Int(max(0, actor.now.seconds - time.seconds)))
    }

    func row(_ approval: Approval, _ names: [ID: String]) -> ApprovalRow {
        ApprovalRow(
            link: "/t/\(actor.tenant.slug)/approvals/\(approval.id)", intent: LocalText(approval.intent),
            object: object(approval, names), amount: approval.sum?.amount.words(actor.language) ?? "",
            requester: approval.requesterName, isYours: approval.requester == actor.id,
            when: ago(approval.requestedAt), state: approval.badge)
    }
}
