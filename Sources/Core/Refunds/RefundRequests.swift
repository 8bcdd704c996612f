import Console
import HTML
import Postgres
import Templates

/// The refunds of a user's payments that wait for approval, or for which approval was refused: of each payment the
/// newest request.
struct RefundRequests {
    /// A request for approval of a refund.
    struct Asked {
        var approval: Approval
        var amount: Money

        var isWaiting: Bool { approval.state == .waiting }

        var badge: StatusBadge {
            isWaiting
                ? StatusBadge(LocalText(Strings.refund_waits), tone: .warn)
                : StatusBadge(LocalText(Strings.refund_not_approved), tone: .bad)
        }
    }

    private var newest: [ID: Asked] = [:]

    static func about(_ user: ID) -> SQL { ApprovalQueries.payments(of: user, limit: 100) }

    init(_ rows: Rows, at now: Timestamp) throws {
        for row in rows {
            let approval = try Approval(row, now: now)
            guard let sum = approval.sum, newest[sum.payment] == nil else { continue }
            newest[sum.payment] = Asked(approval: approval, amount: sum.amount)
        }
    }

    /// Returns the request that readers of the payment must know: nil once it was approved, withdrawn or has expired,
    /// or if a refund was asked for since.
    subscript(payment: ID, since asked: Timestamp?) -> Asked? {
        guard let request = newest[payment], request.isWaiting || request.approval.state == .refused,
            asked.map({ $0 < request.approval.requestedAt }) ?? true
        else { return nil }
        return request
    }
}
