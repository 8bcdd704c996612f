import Console
import Postgres

/// Books charges, their refunds, the reversals of refunds, and their disputes. All of them only grow, up to the totals of
/// the provider's events, so the order of the events does not matter.
struct ChargeBooking {
    let provider: Provider
    let now: Timestamp

    /// Returns nil if it is booked, now or before.
    func book(
        _ charge: ChargeFacts, _ event: ProviderEvent, _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        guard charge.amount.minor > 0 else { return nil }
        guard let row = try subscription(of: charge, in: tx) else { return .subscription }
        let subscription = try Subscription(row)
        guard let buyer = try tx.first(UserQueries.lock(subscription.user)) else { return .user }
        done.user = subscription.user
        let at = (charge.at ?? event.at).reported(at: now)
        let country = try charge.country.isEmpty ? buyer.text("country") : charge.country
        let added = try tx.first(
            PaymentQueries.add(
                .make(at: now), tenant: tx.tenant, subscription: subscription.id, charge, country: country,
                provider: provider.rawValue, isTest: event.isTest, at: at))
        if added != nil {
            try tx.execute(SubscriptionQueries.startRevenue(subscription.id, since: at, now: now))
            // Another event may lack this sum.
            done.references.insert(charge.subscription)
            done.add(
                .paymentReceived, subscription.user,
                [
                    .init("amount", new: charge.amount.code), .init("plan", new: subscription.key),
                    .init("reference", new: charge.reference), .init("provider", new: provider.rawValue),
                ])
        }
        _ = try refund(charge.reference, &done, in: tx)
        return nil
    }

    /// Returns the subscription of the item that was charged, or the one as a whole. Which items have one is not known before an
    /// event about the subscription itself: an invoice may come first.
    private func subscription(of charge: ChargeFacts, in tx: borrowing TenantTransaction) throws -> Row? {
        if let row = try tx.first(SubscriptionQueries.byReference(charge.subscription, by: provider.rawValue)) {
            return row
        }
        guard let base = charge.base,
            try tx.rows(ProviderEventQueries.about(base, provider)).contains(where: {
                try ProviderEvent($0)?.subscription?.isHint == false
            })
        else { return nil }
        return try tx.first(SubscriptionQueries.byReference(base, by: provider.rawValue))
    }

    /// Adds another name of a charge, under which it may have been refunded already.
    func name(_ name: ChargeName, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction) throws {
        guard name.name != name.reference else { return }
        try tx.execute(ProviderEventQueries.addName(name, provider, tenant: tx.tenant))
        _ = try refund(name.reference, &done, in: tx)
    }

    /// Books the refunds, reversals and disputes of a charge that are not booked yet. `charge` is any of its names.
    func refund(_ charge: String, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        guard let owner = try tx.first(PaymentQueries.charge(named: charge, by: provider.rawValue)) else {
            return .waiting
        }
        let charge = try owner.text("charge")
        let reports = Array(try tx.rows(ProviderEventQueries.refunds(of: charge, provider)))
        guard !reports.isEmpty else { return .nothing }
        let parts = try parts(of: charge, in: tx)
        if let whole = parts.first?.payment.whole, try !settle(parts, of: whole, reports, &done, in: tx) {
            return .unmatched(.currency)
        }
        for row in reports where try row.text("outcome") == "waiting" {
            try tx.execute(ProviderEventQueries.note(try row.id("id"), .applied, user: done.user, now: now))
        }
        return done.outcome
    }

    /// A charge, or each part of one, with whose it is.
    private struct Part {
        var payment: Payment
        var user: ID
        var subscription: ID?
    }

    /// Locks the users; leaves out who is gone.
    private func parts(of charge: String, in tx: borrowing TenantTransaction) throws -> [Part] {
        try Array(tx.rows(PaymentQueries.parts(of: charge, by: provider.rawValue))).compactMap { owner in
            let user = try owner.id("user_id")
            guard try tx.first(UserQueries.lock(user)) != nil,
                let row = try tx.first(PaymentQueries.one(try owner.id("id"), zone: "UTC"))
            else { return nil }
            return Part(payment: try Payment(row), user: user, subscription: try owner.idOrNil("subscription_id"))
        }
    }

    /// Books what of the reports is not booked yet. Returns false if a report has another currency than the charge.
    private func settle(
        _ parts: [Part], of whole: Money, _ reports: [Row], _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws -> Bool {
        var refunds: [(at: Timestamp, facts: RefundFacts)] = []
        var disputes: [DisputeSum.Report] = []
        for row in reports {
            let (at, event) = (try row.time("at"), try ProviderEvent(row))
            if let facts = event?.dispute {
                disputes.append(.init(at: at, event: try row.text("event"), facts: facts))
            } else {
                refunds.append((at, try event?.refund ?? Self.older(row, whole.currency)))
            }
        }
        guard let sum = RefundSum(refunds, of: whole), let disputed = DisputeSum(disputes, of: whole) else {
            return false
        }
        let refunded = Flow(
            gone: (.refund, sum.refunded, sum.refundedAt), back: (.reversal, sum.reversed, sum.reversedAt),
            booked: \.refunds)
        let withdrawn = Flow(
            gone: (.dispute, disputed.withdrawn, disputed.withdrawnAt),
            back: (.disputeWon, disputed.returned, disputed.returnedAt), booked: \.disputes)
        // A payment may be refunded and disputed as well: then the money is lost twice, so one doesn't limit the other.
        for part in try settle(withdrawn, settle(refunded, parts, &done, in: tx), &done, in: tx) {
            done.user = part.user
            try revoke(part, sum, disputed, &done, in: tx)
        }
        return true
    }

    /// The facts of an event that was stored before facts were: the sum refunded by then; if there is none, all of it.
    private static func older(_ row: Row, _ currency: Currency) throws -> RefundFacts {
        let total = try row.intOrNil("refunded").map { Money($0, currency) }
        return RefundFacts(charge: try row.text("awaits"), effect: .total(total), isRevoked: total == nil)
    }

    /// What events say has gone of a charge and come back, each as it is booked, with the total and the time of the last.
    private struct Flow {
        let gone: (kind: Payment.Kind, total: Int, at: Timestamp?)
        let back: (kind: Payment.Kind, total: Int, at: Timestamp?)
        let booked: KeyPath<Payment, Payment.Withdrawn>
    }

    /// Adds what is missing of both. No more can go than each payment is, nor come back than went: late events may require
    /// both in turn. Returns the parts as they are then.
    private func settle(
        _ flow: Flow, _ before: [Part], _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws -> [Part] {
        var parts = before
        while true {
            var (shares, next) = (back(flow, parts), flow.back)
            if !shares.contains(where: { $0 > 0 }) { (shares, next) = (try gone(flow, parts, in: tx), flow.gone) }
            guard shares.contains(where: { $0 > 0 }) else { return parts }
            for (place, share) in shares.enumerated() where share > 0 {
                let (payment, user) = (parts[place].payment, parts[place].user)
                done.user = user
                try add(share, next.kind, of: payment, at: next.at, user, &done, in: tx)
                guard let row = try tx.first(PaymentQueries.one(payment.id, zone: "UTC")) else { return parts }
                parts[place].payment = try Payment(row)
            }
        }
    }

    /// What of each part comes back now.
    private func back(_ flow: Flow, _ parts: [Part]) -> [Int] {
        ChargeDivision(
            parts.map { part in
                let booked = part.payment[keyPath: flow.booked]
                return .init(payment: part.payment, booked: booked.back, room: booked.left)
            }
        ).next(of: flow.back.total)
    }

    /// What of each part goes now.
    private func gone(_ flow: Flow, _ parts: [Part], in tx: borrowing TenantTransaction) throws -> [Int] {
        try ChargeDivision(
            parts.map { part in
                let (payment, booked) = (part.payment, part.payment[keyPath: flow.booked])
                // Of a charge with one part all falls on that.
                let isAsked = flow.gone.kind == .refund && payment.isPart
                let asked = try isAsked ? tx.first(RefundQueries.uncovered(of: payment.id))?.int("n") ?? 0 : 0
                return .init(
                    payment: payment, booked: booked.gross, room: payment.amount.minor - booked.left, asked: asked)
            }
        ).next(of: flow.gone.total)
    }

    private func add(
        _ part: Int, _ kind: Payment.Kind, of payment: Payment, at: Timestamp?, _ user: ID,
        _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws {
        let amount = Money(part, payment.amount.currency)
        let (tax, action): (Money, AuditAction) =
            switch kind {
            case .dispute: (payment.tax(in: amount, after: payment.disputes), .paymentDisputed)
            case .disputeWon: (payment.taxBack(in: amount, of: payment.disputes), .disputeReturned)
            case .reversal: (payment.taxBack(in: amount, of: payment.refunds), .refundReversed)
            case .refund, .payment: (payment.tax(in: amount), .paymentReturned)
            }
        try tx.execute(
            PaymentQueries.addRefund(
                .make(at: now), tenant: tx.tenant, of: payment.id, kind, amount: part, tax: tax.minor,
                now: max(at ?? now, payment.at)))
        if kind == .refund { try tx.execute(RefundQueries.confirm(of: payment.id, now: now)) }
        done.add(
            action, user,
            [
                .init("amount", new: amount.code), .init("reference", new: payment.reference),
                .init("provider", new: provider.rawValue),
            ])
    }

    /// A refund in full ends an item that is sold once, and so does a lost dispute of all of it; a refund ends a renewed
    /// subscription only if the provider says so. A reversal restores both. While a dispute is open, access stays.
    private func revoke(
        _ part: Part, _ sum: RefundSum, _ disputed: DisputeSum, _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws {
        guard let bought = part.subscription, let row = try tx.first(SubscriptionQueries.one(bought)) else { return }
        let isWhole = part.payment.refunds.left >= part.payment.amount.minor
        var stored = try Subscription(row)
        let at = sum.revokedAt ?? (stored.period == .once ? (isWhole ? sum.refundedAt : disputed.lostAt) : nil)
        guard at != stored.refundedAt else { return }
        // A refund of an older charge must not clear the refund of a newer one of the same subscription.
        if at == nil, sum.reversedAt == nil, disputed.returnedAt == nil { return }
        stored.refundedAt = at
        try tx.execute(SubscriptionQueries.setRefunded(stored.id, at: at))
        try SubscriptionStanding(provider: provider, now: now).restate(stored, &done, in: tx)
    }
}

/// The totals of the refunds of one charge, in minor units.
struct RefundSum: Equatable {
    /// The total of all refunds, including those reversed later.
    private(set) var refunded = 0
    private(set) var reversed = 0
    private(set) var refundedAt: Timestamp?
    private(set) var reversedAt: Timestamp?
    /// The time of the refund that revoked the purchase, unless that refund was reversed.
    private(set) var revokedAt: Timestamp?

    /// Returns nil if one report has another currency.
    init?(_ reports: [(at: Timestamp, facts: RefundFacts)], of amount: Money) {
        // An invoice may be settled by several payments: the provider says of each of them what was refunded.
        var (levels, reversals) = ([String: Int](), Set<String>())
        var level: Int { levels.values.reduce(0, +) }
        func rank(_ facts: RefundFacts) -> Int { if case .reversed = facts.effect { 1 } else { 0 } }
        func refund(_ total: Int, of charge: String, at: Timestamp, revokes: Bool) {
            let before = levels[charge, default: 0]
            let after = min(total, amount.minor - (level - before))
            if after > before {
                refunded += after - before
                levels[charge] = after
                refundedAt = at
            }
            if revokes { revokedAt = at }
        }
        for (at, facts) in reports.sorted(by: {
            ($0.at.microseconds, rank($0.facts)) < ($1.at.microseconds, rank($1.facts))
        }) {
            switch facts.effect {
            case .total(let total):
                guard total.map({ $0.currency == amount.currency }) ?? true else { return nil }
                refund((total ?? amount).minor, of: facts.charge, at: at, revokes: facts.isRevoked)
            case .share(let share):
                refund(amount.part(share, of: amount.minor), of: facts.charge, at: at, revokes: facts.isRevoked)
            case .reversed(let part, let refund):
                guard part.map({ $0.currency == amount.currency }) ?? true else { return nil }
                guard
                    refund.isEmpty || reversals.insert("\(refund)\(part == nil ? " \(at.microseconds)" : "")").inserted
                else {
                    continue
                }
                let back = min((part ?? amount).minor, levels[facts.charge, default: 0])
                levels[facts.charge, default: 0] -= back
                (reversed, reversedAt) = (reversed + back, at)
                if facts.isRevoked || level < amount.minor { revokedAt = nil }
            }
        }
    }
}

/// The totals of the disputes of one charge, in minor units.
struct DisputeSum: Equatable {
    struct Report {
        var at: Timestamp
        /// The provider's name of the event.
        var event: String
        var facts: DisputeFacts
    }

    /// The total that banks have taken, including what came back later.
    private(set) var withdrawn = 0
    private(set) var returned = 0
    private(set) var withdrawnAt: Timestamp?
    private(set) var returnedAt: Timestamp?
    /// The time at which all of the charge was lost for good; nil while a part of it is undecided or came back.
    private(set) var lostAt: Timestamp?

    /// Returns nil if one report has another currency.
    init?(_ reports: [Report], of amount: Money) {
        guard reports.allSatisfy({ $0.facts.amount.map { $0.currency == amount.currency } ?? true }) else { return nil }
        var lost = 0
        for (_, all) in Dictionary(grouping: reports, by: \.facts.dispute).sorted(by: { $0.key < $1.key }) {
            lost += add(all, of: amount)
        }
        if lost < amount.minor { lostAt = nil }
    }

    /// Adds one dispute; returns what of it is lost for good.
    private mutating func add(_ reports: [Report], of amount: Money) -> Int {
        // Of one second (Stripe's clock), a decision is last and an inquiry first.
        func rank(_ report: Report) -> Int {
            switch report.facts.standing {
            case .inquiry: 0
            case .open: 1
            case .won, .lost: 2
            }
        }
        var (level, isBegun, isWon, isLost, given) = (0, false, false, false, 0)
        for report in reports.sorted(by: {
            ($0.at.microseconds, rank($0), $0.facts.returned, $0.event)
                < ($1.at.microseconds, rank($1), $1.facts.returned, $1.event)
        }) {
            let facts = report.facts
            if facts.standing == .inquiry { continue }
            let part = min((facts.amount ?? amount).minor, amount.minor)
            // A dispute that is won was open before, even if no event said so; one that is lost after it was won takes
            // the money again.
            if !isBegun || isWon && facts.standing != .won {
                let at = isBegun ? report.at : facts.openedAt
                (level, isBegun, isWon, given) = (part, true, false, 0)
                withdrawn += part
                withdrawnAt = max(withdrawnAt ?? at, at)
            }
            let back = facts.standing == .won ? level : min(level, amount.part(facts.returned, of: part) - given)
            if back > 0 {
                (level, given) = (level - back, given + back)
                returned += back
                returnedAt = max(returnedAt ?? report.at, report.at)
            }
            isWon = facts.standing == .won
            isLost = facts.standing == .lost
            if isLost { lostAt = max(lostAt ?? report.at, report.at) }
        }
        return isLost ? level : 0
    }
}

extension Money {
    /// Thousandths of a percent of a sum in this currency.
    fileprivate func part(_ share: Int, of minor: Int) -> Int {
        Money(minor, currency).share(min(max(share, 0), 100_000), of: 100_000).minor
    }
}
