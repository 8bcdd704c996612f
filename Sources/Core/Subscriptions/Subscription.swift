import Console
import HTML
import Postgres
import Templates

/// A user's subscription to a plan: the version that was bought or granted, its period, and its state.
struct Subscription: Sendable {
    /// The provider of a subscription that an admin granted.
    static let manual = "manual"
    /// The value of `users.plan` for a user without a subscription.
    static let noPlan = "free"

    var id: ID
    var user: ID
    /// The plan's entry, its version, and its key.
    var plan: ID
    var version: Int
    var key: String
    var state: SubscriptionState
    var period: BillingPeriod
    var price: Money
    var provider: String
    /// The provider's name of it; empty for one that an admin granted.
    var reference: String
    var paidFrom: Timestamp?
    /// nil if it has no end.
    var endsAt: Timestamp?
    /// The provider's name of the product; empty if it has none.
    var product: String
    /// The end of the days that an admin added.
    var extendedUntil: Timestamp?
    /// The time of the refund that revoked it.
    var refundedAt: Timestamp?
    /// The time of the newest event that was applied; earlier events change nothing.
    var reportedAt: Timestamp?
    var endedAt: Timestamp?
    /// Its end, plus the grace period while a payment fails or no renewal has been reported; nil if it has no end.
    var holdsUntil: Timestamp?
    /// A test purchase.
    var isTest: Bool
    /// In the tenant's zone.
    var started: LocalTime
    var ends: LocalTime?
    var ended: LocalTime?
    /// The plan, as that version defines it.
    var content: Plan

    init(_ row: Row) throws {
        id = try row.id("id")
        user = try row.id("user_id")
        plan = try row.id("plan_id")
        version = try row.int("version")
        key = try row.text("plan")
        state = SubscriptionState(rawValue: try row.text("state")) ?? .expired
        period = BillingPeriod(rawValue: try row.text("period")) ?? .once
        price = Money(try row.int("price"), Currency(stored: try row.text("currency")))
        provider = try row.text("provider")
        reference = try row.text("reference")
        paidFrom = try row.timeOrNil("paid_from")
        endsAt = try row.timeOrNil("ends_at")
        reportedAt = try row.timeOrNil("told_at")
        endedAt = try row.timeOrNil("over_at")
        product = try row.text("product")
        extendedUntil = try row.timeOrNil("extended_until")
        refundedAt = try row.timeOrNil("refunded_at")
        holdsUntil = try row.timeOrNil("holds_until")
        isTest = try row.bool("is_test")
        started = LocalTime(microseconds: Int(try row.localTime("started")))
        ends = try row.localTimeOrNil("ends").map { LocalTime(microseconds: Int($0)) }
        ended = try row.localTimeOrNil("ended").map { LocalTime(microseconds: Int($0)) }
        content = Plan(Content(json: try row.text("content")))
    }

    /// A timer ends subscriptions that are over; until it has run, they count as ended all the same.
    func isHeld(at now: Timestamp) -> Bool {
        !state.isOver && (holdsUntil.map { now < $0 } ?? true)
    }

    /// An item that is sold once: it exists beside a subscription, without an end.
    var isItem: Bool {
        period == .once && provider != Self.manual || provider == Provider.card.rawValue && reference.contains("/")
    }

    func priceWords(_ language: Language) -> String {
        price.minor == 0 && provider == Self.manual
            ? LocalText(Strings.subscription_given).resolve(in: language)
            : [price.words(language), LocalText(period.label).resolve(in: language)].joined(in: language)
    }
}
