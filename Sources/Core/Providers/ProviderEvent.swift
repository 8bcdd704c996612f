import Console
import Postgres

/// A provider event, read into the facts that every provider shares. Whatever protocol it came in, this is what is applied and stored.
struct ProviderEvent: Sendable {
    /// The provider's own name of the event: each counts once, however often it is sent.
    var event: String
    /// What the provider calls its kind.
    var kind: String
    /// When it happened, as the provider says.
    var at: Timestamp
    /// Nobody paid: a sandbox, TestFlight, Xcode, a licence tester, a key for testing.
    var isTest = false
    var subscription: SubscriptionFacts?
    var charge: ChargeFacts?
    /// The charge is told as another name of one that is told elsewhere.
    var name: ChargeName?
    var refund: RefundFacts?
    /// The checkout that it ends.
    var checkout: ID?
    /// It is about a purchase of this tenant, and something in it can't be read.
    var fault: ProviderEventOutcome.Missing?
    /// Who pays, and with what: a customer and the fingerprint of a card, or an account of a store. The provider's own words until it
    /// is stored, and then a keyed hash.
    var payer = ""
    var method = ""
}

/// How a subscription stood at that moment, whole: the newest event holds, in whichever order they come.
struct SubscriptionFacts: Sendable, Equatable {
    /// The provider's name of the subscription, or of the purchase.
    var reference: String
    /// Needed for one that is not known here yet.
    var user: ID?
    var sold: Sold
    var state: SubscriptionState
    /// nil where the plan's product says it.
    var period: BillingPeriod?
    var price: Money
    /// nil: for good.
    var endsAt: Timestamp?
    /// Nothing was paid yet, also when it was cancelled meanwhile.
    var isInTrial = false
    /// It stands in an event about something else: it begins a subscription that is not there yet, and changes no other.
    var isHint = false
    /// Of events of one moment: the first of all.
    var isCreation = false
    /// What stood there before, where the provider says so; it orders the events of one second.
    var before: Before?

    struct Before: Sendable, Equatable {
        var state: SubscriptionState
        var endsAt: Timestamp?
        var price: Money
    }

    var isTrial: Bool { isInTrial || state == .trial }

    var standing: Before { Before(state: state, endsAt: endsAt, price: price) }
}

/// How the provider names what was sold.
enum Sold: Sendable, Equatable {
    case plan(String, version: Int)
    /// By the provider's own name of the product; "" where it names none that a plan could have.
    case product(String)
}

struct ChargeFacts: Sendable, Equatable {
    var reference: String
    /// The provider's name of the subscription.
    var subscription: String
    var amount: Money
    /// 0 where the provider does not say.
    var tax: Int
    /// Empty where the provider does not say: then the user's own counts.
    var country: String
    /// When it was paid, where that is another moment than the event's.
    var at: Timestamp?
}

/// Two names of one charge.
struct ChargeName: Sendable, Equatable {
    var name: String
    var reference: String
}

/// Money that went back, or a refund that was reversed.
struct RefundFacts: Sendable, Equatable {
    /// A name of the charge.
    var charge: String
    var effect: Effect
    /// What was bought with it is taken back as well; of a reversal: it is given again.
    var isRevoked: Bool

    enum Effect: Sendable, Equatable {
        /// So much was refunded in all by then, this refund included; nil: all of it.
        case total(Money?)
        /// The refund of that name did not happen after all; nil: all that was refunded.
        case reversed(Money?, refund: String)
    }
}

/// What became of a provider event.
enum ProviderEventOutcome: Sendable, Equatable {
    /// It came before.
    case known
    case applied
    /// It says nothing that matters here, or something older than what is known.
    case nothing
    /// A refund of a charge that has not come yet.
    case waiting
    /// It is kept, and tried again when what it lacks is there.
    case unmatched(Missing)

    /// What of it is not known here. Stored: cases are added, never renamed.
    enum Missing: String, Sendable, CaseIterable {
        case user, plan, subscription, tenant, currency, amount
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
