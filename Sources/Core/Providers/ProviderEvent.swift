import Console
import Postgres

/// A provider event, read into the facts that all providers share. For every protocol, this is what is applied and
/// stored.
struct ProviderEvent: Sendable {
    /// The provider's own name of the event: each counts once, however often it is sent.
    var event: String
    /// The provider's name of its kind.
    var kind: String
    /// The time at which it happened, by the provider's clock.
    var at: Timestamp
    /// A test purchase: by a sandbox, TestFlight, Xcode, a licence tester, or a test key.
    var isTest = false
    var subscription: SubscriptionFacts?
    var charge: ChargeFacts?
    /// Another name of a charge that a different event reports.
    var name: ChargeName?
    var refund: RefundFacts?
    var dispute: DisputeFacts?
    /// The checkout that it completes.
    var checkout: ID?
    /// It belongs to a purchase of this tenant, but a part of it can't be read.
    var fault: ProviderEventOutcome.Missing?
    /// The sum that it lacks for that reason; nil if no sum would help.
    var missingSum: MissingSum?
    /// The payer and the payment method: a customer and the fingerprint of a card, or a store account. The provider's
    /// own names until it is stored, then keyed hashes.
    var payer = ""
    var method = ""
    /// The card that paid a charge, which may be another tenant's: see `CardKeeping`.
    var card: ChargeCard?
}

/// The complete state of a subscription at that moment: the newest event counts, whatever the order of arrival.
struct SubscriptionFacts: Sendable, Equatable {
    /// The provider's name of the subscription, or of the purchase.
    var reference: String
    /// Required for a subscription that is not stored yet.
    var user: ID?
    var sold: Sold
    var state: SubscriptionState
    /// nil if the plan's product defines it.
    var period: BillingPeriod?
    /// nil if the event does not say: then the price that is known counts.
    var price: Money?
    /// nil if it has no end.
    var endsAt: Timestamp?
    /// Nothing was paid yet, even if it was cancelled meanwhile.
    var isInTrial = false
    /// The facts come from an event about something else: they create a subscription that does not exist yet, but
    /// change no existing one.
    var isHint = false
    /// The provider's name of the item that stands for the subscription as a whole, if there are several.
    var item: String?
    /// Among events of the same moment, this one is the first.
    var isCreation = false
    /// The state before the event, if the provider says it; it orders the events of one second.
    var before: Before?

    struct Before: Sendable, Equatable {
        var state: SubscriptionState
        var endsAt: Timestamp?
        var price: Money?
    }

    var isTrial: Bool { isInTrial || state == .trial }

    var standing: Before { Before(state: state, endsAt: endsAt, price: price) }
}

/// The provider's name of what was sold.
enum Sold: Sendable, Equatable {
    case plan(String, version: Int)
    /// The provider's own name of the product; "" if it names none that a plan could have.
    case product(String)
}

struct ChargeFacts: Sendable, Equatable {
    var reference: String
    /// The provider's name of the subscription.
    var subscription: String
    var amount: Money
    /// 0 if the provider does not say.
    var tax: Int
    /// Empty if the provider does not say: then the user's own country counts.
    var country: String
    /// The time of the payment, if it is not the event's time.
    var at: Timestamp?
    /// The place in a charge of several items; nil for a charge of its own.
    var part: Part?
    /// The subscription to which it belongs if that item has none of its own.
    var base: String?

    struct Part: Sendable, Equatable {
        /// The provider's name of the whole charge.
        var charge: String
        /// What the parts before it come to, and the whole charge, in minor units.
        var from: Int
        var whole: Int
    }
}

/// Two names of one charge.
struct ChargeName: Sendable, Equatable {
    var name: String
    var reference: String
}

/// A name of a charge, and the last four digits of the card that paid it.
struct ChargeCard: Sendable, Equatable {
    var charge: String
    var last4: String
}

/// A refund, or the reversal of a refund.
struct RefundFacts: Sendable, Equatable {
    /// A name of the charge.
    var charge: String
    var effect: Effect
    /// True if the purchase is revoked as well; for a reversal: restored.
    var isRevoked: Bool

    enum Effect: Sendable, Equatable {
        /// The total refunded by then, this refund included; nil: all of it.
        case total(Money?)
        /// The share refunded by then, in thousandths of a percent of the charge.
        case share(Int)
        /// The refund of that name did not happen after all; nil: all that was refunded.
        case reversed(Money?, refund: String)
    }
}

/// A dispute of a charge: the buyer has asked the bank for the money.
struct DisputeFacts: Sendable, Equatable {
    /// A name of the charge.
    var charge: String
    /// The provider's name of the dispute: a charge may have several.
    var dispute: String
    var standing: Standing
    /// The disputed sum; nil: all of the charge.
    var amount: Money?
    /// The share of it that came back although the dispute was not won, in thousandths of a percent.
    var returned = 0
    var openedAt: Timestamp

    /// Stored: cases are added, never renamed.
    enum Standing: String, Sendable, CaseIterable {
        /// The bank only asks: no money has moved.
        case inquiry
        /// The bank has taken the money and has not decided yet.
        case open
        case won, lost
    }
}

/// A sum that an event lacks, because it names none or none that can be read. The provider is asked for it where it has
/// an order to ask for, and an admin can give it.
struct MissingSum: Sendable, Equatable {
    var part: Part
    /// The provider's name of the charge; for a price, of the subscription.
    var charge: String
    /// The order at the provider that contains the sum.
    var order: String?

    enum Part: Sendable, Equatable {
        case charge(subscription: String, country: String, at: Timestamp?)
        /// The total refunded by then.
        case refund
        /// The refund of that name did not happen after all.
        case reversal(of: String)
        /// The recurring price of a subscription.
        case price
    }
}

extension ProviderEvent {
    /// The same event about another item.
    func other(_ item: String) -> ProviderEvent {
        var other = ProviderEvent(event: "\(event)/\(item)".columnPrefix(255), kind: kind, at: at, isTest: isTest)
        other.payer = payer
        return other
    }

    mutating func lacks(
        _ part: MissingSum.Part, of charge: String, order: String? = nil, _ fault: ProviderEventOutcome.Missing
    ) {
        self.fault = fault
        missingSum = MissingSum(part: part, charge: charge, order: order)
    }

    /// The event with the sum that it lacks; the same event if it lacks none.
    func completed(_ sum: Money, tax: Int = 0, country: String = "", at: Timestamp? = nil) -> ProviderEvent {
        guard let missing = missingSum else { return self }
        var event = self
        (event.fault, event.missingSum) = (nil, nil)
        switch missing.part {
        case .charge(let subscription, let known, let time):
            event.charge = ChargeFacts(
                reference: missing.charge, subscription: subscription, amount: sum, tax: tax,
                country: country.isEmpty ? known : country, at: at ?? time)
            fallthrough
        case .price: if event.subscription?.price == nil { event.subscription?.price = sum }
        case .refund: event.refund = RefundFacts(charge: missing.charge, effect: .total(sum), isRevoked: false)
        case .reversal(let refund):
            event.refund = RefundFacts(
                charge: missing.charge, effect: .reversed(sum, refund: refund), isRevoked: false)
        }
        return event
    }
}

/// The result of a provider event.
enum ProviderEventOutcome: Sendable, Equatable {
    /// It arrived before.
    case known
    case applied
    /// It contains nothing relevant here, or is older than the stored state.
    case nothing
    /// A refund of a charge that has not arrived yet.
    case waiting
    /// It is stored, and retried when the missing part exists.
    case unmatched(Missing)

    /// The part that is missing here. Stored: cases are added, never renamed.
    enum Missing: String, Sendable, CaseIterable {
        case user, plan, subscription, tenant, currency, amount
        /// It came while the provider was switched off: it is applied when it is switched on again.
        case off
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
