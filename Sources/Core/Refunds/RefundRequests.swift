import Console
import HTML
import Postgres
import Templates

/// The refunds of a user's payments that wait for approval, or for which approval was refused: of each payment the
/// newest request.
struct RefundRequests {
    /// A request, and the sum that it asks for.
    struct Asked {
        var approval: Approval
        var amount: String

        var isWaiting: Bool { approval.state == .waiting }

        var badge: StatusBadge {
            isWaiting
                ? StatusBadge(LocalText(Strings.refund_waits), tone: .warn)
                : StatusBadge(LocalText(Strings.refund_not_approved), tone: .bad)
        }
    }

    private var newest: [ID: Asked] = [:]

    static func about(_ user: ID) -> SQL {
        ApprovalQueries.newest(about: user, [AuditAction.refundAsked.id, AuditAction.refundRecorded.id], limit: 20)
    }

    init(_ rows: Rows, of tenant: ID, at now: Timestamp, _ services: Services) throws {
        for row in rows {
            let approval = try Approval(row, now: now)
            let requested = try Approval.requested(row, approval.id, of: tenant, services)
            guard let payment = requested.parameters["payment"].flatMap({ ID($0) }), newest[payment] == nil else {
                continue
            }
            newest[payment] = Asked(
                approval: approval, amount: requested.changes.first { $0.field == "amount" }?.new ?? "")
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
