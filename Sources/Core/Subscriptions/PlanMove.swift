import Console
import HTML
import Postgres
import Templates
import Web

/// A move of a plan's subscribers to one of its versions.
struct PlanMove: Sendable {
    enum State: String, Sendable {
        case running, done, stopped

        var badge: StatusBadge {
            switch self {
            case .running: StatusBadge(LocalText(Strings.move_running), tone: .warn)
            case .done: StatusBadge(LocalText(Strings.move_done), tone: .good)
            case .stopped: StatusBadge(LocalText(Strings.move_stopped), tone: .bad)
            }
        }
    }

    var id: ID
    var plan: ID
    /// 0 means from every other version.
    var from: Int
    var to: Int
    var state: State
    var position: ID
    var total: Int
    var moved: Int
    var kept: Int
    var requester: Requester
    /// In the tenant's zone.
    var begun: LocalTime

    init(_ row: Row) throws {
        id = try row.id("id")
        plan = try row.id("plan_id")
        (from, to) = (try row.int("from_version"), try row.int("to_version"))
        state = State(rawValue: try row.text("state")) ?? .stopped
        position = try row.id("position")
        (total, moved, kept) = (try row.int("total"), try row.int("moved"), try row.int("kept"))
        requester = try Requester(row)
        begun = LocalTime(microseconds: Int(try row.localTime("begun")))
    }
}

/// The effect of a move, shown before it starts.
struct MoveEffect: Sendable {
    /// Subscribers with the same version and price.
    struct Holders: Sendable {
        var version: Int
        var period: BillingPeriod
        var price: Money
        var provider: String
        /// A trial has no revenue yet.
        var isPaying: Bool
        var count: Int

        init(_ row: Row) throws {
            version = try row.int("version")
            period = BillingPeriod(rawValue: try row.text("period")) ?? .once
            price = Money(try row.int("price"), Currency(stored: try row.text("currency")))
            provider = try row.text("provider")
            isPaying = try row.bool("is_paying")
            count = try row.int("n")
        }

        /// True if a move applies to them, as in `MoveQueries.next`. From version 0 means all others.
        func isMeant(from: Int, to: Int) -> Bool { version != to && (from == 0 || version == from) }

        var yearly: Int { yearly(at: price) }

        func yearly(at price: Money) -> Int { isPaying ? price.minor * period.timesAYear * count : 0 }
    }

    /// An entitlement that changes, and the number of subscribers.
    struct Difference: Sendable {
        enum Side: Sendable { case gain, loss, change }
        var key: String
        var old: Plan.Entitlement.Value?
        var new: Plan.Entitlement.Value?
        var count: Int

        var side: Side {
            switch (old, new) {
            case (nil, .number), (nil, .choice), (nil, .yes(true)): .gain
            case (.number, nil), (.choice, nil), (.yes(true), nil): .loss
            case (.yes(let before), .yes(let after)): after && !before ? .gain : .loss
            case (.number(let before), .number(let after)): after > before ? .gain : .loss
            default: .change
            }
        }
    }

    var moved = 0
    var kept = 0
    /// The moved subscribers whose price differs from the version's, and who keep paying it.
    var paysOld = 0
    var differences: [Difference] = []
    /// The yearly revenue, in minor units by currency.
    var before: [Currency: Int] = [:]
    var after: [Currency: Int] = [:]

    /// `plans` contains the versions that have subscribers. From version 0 means all others.
    init(_ holders: [Holders], plans: [Int: Plan], from: Int, to target: Plan, version: Int) {
        var counts: [Int: Int] = [:]
        for one in holders {
            before[one.price.currency, default: 0] += one.yearly
            let isMeant = one.isMeant(from: from, to: version)
            guard isMeant, let price = Self.price(one.price, one.period, one.provider, in: target) else {
                after[one.price.currency, default: 0] += one.yearly
                if isMeant { kept += one.count }
                continue
            }
            after[one.price.currency, default: 0] += one.yearly(at: price)
            moved += one.count
            if one.provider != Subscription.manual, target.price(one.period, one.price.currency) != price {
                paysOld += one.count
            }
            counts[one.version, default: 0] += one.count
        }
        for (old, count) in counts.sorted(by: { $0.key < $1.key }) {
            let (has, gets) = (Self.values(plans[old]), Self.values(target))
            for key in Set(has.keys).union(gets.keys).sorted() where has[key] != gets[key] {
                differences.append(Difference(key: key, old: has[key], new: gets[key], count: count))
            }
        }
    }

    /// Returns the price after the move; nil if the version has no price for them, and they stay. A granted
    /// subscription stays free of charge. A provider keeps collecting the agreed price: only the sandbox's price is
    /// changed here.
    static func price(_ old: Money, _ period: BillingPeriod, _ provider: String, in target: Plan) -> Money? {
        if provider == Subscription.manual { return old }
        return target.price(period, old.currency).map { provider == Provider.sandbox.rawValue ? $0 : old }
    }

    private static func values(_ plan: Plan?) -> [String: Plan.Entitlement.Value] {
        Dictionary((plan?.entitlements ?? []).map { ($0.key, $0.value) }) { kept, _ in kept }
    }
}
