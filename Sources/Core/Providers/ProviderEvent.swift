import Console
import Postgres

/// What a provider told, in words of ours. Whatever they speak, this is what counts.
struct ProviderEvent: Sendable {
    /// The provider's own name of the event: each counts once, however often it is sent.
    var event: String
    /// What the provider calls its kind.
    var kind: String
    /// When it happened, as the provider says.
    var at: Timestamp
    var subscription: SubscriptionSnapshot?
    var payment: Charge?
    var refund: Refund?
    /// The checkout that it ends.
    var checkout: ID?

    /// How a subscription stood at that moment, whole: the newest news holds, in whichever order they come.
    struct SubscriptionSnapshot: Sendable {
        /// The provider's name of the subscription, or of the purchase.
        var reference: String
        /// Needed for one that is not known here yet.
        var user: ID?
        var sold: SoldItem
        var state: SubscriptionState
        /// nil where the plan's product says it.
        var period: BillingPeriod?
        var price: Money
        /// nil: for good.
        var endsAt: Timestamp?
        /// Said beside something else: it begins what is not there yet, and changes nothing of what is.
        var isHint = false
    }

    /// How the provider names what was sold.
    enum SoldItem: Sendable, Equatable {
        case plan(String, version: Int)
        /// By the store's own name of the product.
        case product(String)
    }

    struct Charge: Sendable {
        var reference: String
        /// The provider's name of the subscription.
        var subscription: String
        var amount: Money
        /// 0 where the provider does not say.
        var tax: Int
        /// Empty where the provider does not say: then the user's own counts.
        var country: String
    }

    struct Refund: Sendable {
        /// The payment's reference.
        var payment: String
        /// What of it was given back by then, this refund included; nil: all of it.
        var total: Money?
        /// What was bought with it is taken back as well.
        var isRevoked: Bool
    }
}

/// What became of news.
enum ProviderEventOutcome: Sendable, Equatable {
    /// Heard before.
    case known
    case applied
    /// It says nothing that matters here, or something older than what is known.
    case nothing
    /// A refund of a payment that has not been heard of yet.
    case waiting
    case unmatched(Missing)

    /// What of it is not known here. Stored: cases are added, never renamed.
    enum Missing: String, Sendable, CaseIterable {
        case user, plan, subscription, tenant, currency
    }

    var word: String {
        switch self {
        case .applied: "applied"
        case .waiting: "waiting"
        case .unmatched: "unmatched"
        case .known, .nothing: "nothing"
        }
    }

    var why: String { if case .unmatched(let missing) = self { missing.rawValue } else { "" } }
}
