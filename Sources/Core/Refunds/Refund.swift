import Console
import HTML
import Postgres
import Templates

/// A refund that an admin requested.
struct Refund: Sendable {
    /// Stored: cases are added, never renamed.
    enum State: String, Sendable {
        case recorded, sending, sent, confirmed, failed
        /// It is not retried any more, and the provider's result is unknown: the money may have been refunded.
        case unknown

        /// The provider has not responded yet.
        var isOpen: Bool { self == .sending || self == .unknown }

        var badge: StatusBadge {
            switch self {
            case .recorded: StatusBadge(LocalText(Strings.refund_recorded), tone: .off)
            case .sending: StatusBadge(LocalText(Strings.refund_sending), tone: .warn)
            case .sent: StatusBadge(LocalText(Strings.refund_sent), tone: .warn)
            case .confirmed: StatusBadge(LocalText(Strings.refund_confirmed), tone: .good)
            case .failed: StatusBadge(LocalText(Strings.refund_failed), tone: .bad)
            case .unknown: StatusBadge(LocalText(Strings.refund_unknown), tone: .bad)
            }
        }
    }

    /// The state of the subscription's end, if the provider is asked for it separately from the refund. Stored: cases
    /// are added, never renamed.
    enum Ending: String, Sendable {
        case none, sending, done, failed, unknown

        /// The provider has not responded yet.
        var isOpen: Bool { self == .sending || self == .unknown }
    }

    /// The way in which the money is refunded.
    enum Way: Sendable {
        /// The provider refunds any part.
        case parts
        /// The provider refunds the whole payment only.
        case whole
        /// The refund is only recorded: whoever collected the money pays it back.
        case record
        /// The store decides, on the customer's own request.
        case customer

        init(_ provider: String) {
            switch Provider(rawValue: provider) {
            case .card: self = .parts
            case .googlePlay: self = .whole
            case .appStore: self = .customer
            case .sandbox, nil: self = .record
            }
        }

        var isAsked: Bool { self == .parts || self == .whole }
    }

    var id: ID
    var payment: ID
    var user: ID
    var provider: String
    var amount: Money
    var endsSubscription: Bool
    var state: State
    var answer: String
    var ending: Ending
    var endingAnswer: String
    var askedAt: Timestamp

    init(_ row: Row) throws {
        id = try row.id("id")
        payment = try row.id("payment_id")
        user = try row.id("user_id")
        provider = try row.text("provider")
        amount = Money(try row.int("amount"), Currency(stored: try row.text("currency")))
        endsSubscription = try row.bool("ends_subscription")
        state = State(rawValue: try row.text("state")) ?? .unknown
        answer = try row.text("answer")
        ending = Ending(rawValue: try row.text("ending")) ?? .unknown
        endingAnswer = try row.text("ending_answer")
        askedAt = try row.time("asked_at")
    }

    /// The provider has refunded the money, or will.
    var isAccepted: Bool { state == .sent || state == .confirmed }

    private var leavesSubscription: Bool { isAccepted && (ending == .failed || ending == .unknown) }

    /// The state that readers of the payment must know.
    var badge: StatusBadge {
        leavesSubscription ? StatusBadge(LocalText(Strings.refund_not_ended), tone: .bad) : state.badge
    }

    /// The reason of a failure, in the provider's words.
    var trouble: String { leavesSubscription ? endingAnswer : state == .failed ? answer : "" }

    /// Roost's own reasons for a failure, in words; nil for the provider's.
    static func words(_ answer: String, _ language: Language) -> String? {
        let known: StringKey? =
            switch answer {
            case Self.notSetUp: Strings.refund_not_set_up
            case "no_subscription": Strings.refund_no_subscription
            case "inexact": Strings.refund_inexact
            case "unknown_charge": Strings.refund_unknown_charge
            default: nil
            }
        return known.map { LocalText($0).resolve(in: language) }
    }

    /// The answer for a provider that is not set up in the tenant.
    static let notSetUp = "not_set_up"

    /// The provider's result, for the audit trail.
    func event(_ action: AuditAction, _ answer: String) -> AuditEvent {
        AuditEvent(
            action, on: .user, user,
            changes: [
                .init("amount", new: amount.code), .init("provider", new: provider), .init("answer", new: answer),
            ])
    }
}
