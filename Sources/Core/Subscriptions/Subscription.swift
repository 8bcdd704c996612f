import Console
import HTML
import Postgres
import Templates

/// What a user has of a plan: the version that they bought or were given, until when, and how it stands.
struct Subscription: Sendable {
    /// Of one that an admin gave.
    static let manual = "manual"
    /// What `users.plan` says of somebody without a subscription.
    static let noPlan = "free"

    var id: ID
    var user: ID
    /// The plan's entry, the version of it, and its key.
    var plan: ID
    var version: Int
    var key: String
    var state: SubscriptionState
    var period: BillingPeriod
    var price: Money
    var provider: String
    /// What the provider calls it; empty for one that an admin gave.
    var reference: String
    var paidFrom: Timestamp?
    /// nil: for good.
    var endsAt: Timestamp?
    /// What the provider calls the product; empty where it has no name for it.
    var product: String
    /// Days that an admin gave run until then.
    var extendedUntil: Timestamp?
    /// A refund took it back.
    var refundedAt: Timestamp?
    /// Of the newest event that counted; events of before change nothing.
    var reportedAt: Timestamp?
    var endedAt: Timestamp?
    /// Its end, and the grace after it while a renewal has not been reported; nil: for good.
    var holdsUntil: Timestamp?
    /// Nobody paid for it.
    var isTest: Bool
    /// In the tenant's zone.
    var started: LocalTime
    var ends: LocalTime?
    var ended: LocalTime?
    /// As that version says it.
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

    /// A timer ends what is over; until it has come round, what is over counts as ended all the same.
    func isHeld(at now: Timestamp) -> Bool {
        !state.isOver && (holdsUntil.map { now < $0 || state == .pastDue } ?? true)
    }

    /// Sold once: it stands beside a subscription, for good.
    var isItem: Bool { period == .once && provider != Self.manual }

    func priceWords(_ language: Language) -> String {
        price.minor == 0 && provider == Self.manual
            ? LocalText(Strings.subscription_given).resolve(in: language)
            : "\(price.words(language)) · \(LocalText(period.label).resolve(in: language))"
    }
}
