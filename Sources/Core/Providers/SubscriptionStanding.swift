import Console
import Postgres

/// Computes a subscription's state from all of its provider's events, from its refunds, and from the days that an admin
/// added.
struct SubscriptionStanding {
    let provider: Provider
    let now: Timestamp

    /// Returns nil if the subscription has the state that the events give it.
    func settle(
        _ facts: SubscriptionFacts, _ event: ProviderEvent, _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws -> ProviderEventOutcome.Missing? {
        let history = try History(of: facts.reference, by: provider, in: tx)
        let found = try tx.first(SubscriptionQueries.byReference(facts.reference, by: provider.rawValue))
        let stored = try found.map { try Subscription($0) }
        let known = stored?.user ?? history.matchedUser ?? facts.user ?? history.user
        guard let user = try known ?? owner(of: facts, in: tx) else { return .user }
        guard let row = try tx.first(UserQueries.lock(user)), try stored != nil || row.text("status") != "deleted"
        else {
            return .user
        }
        done.user = user
        if stored != nil, facts.isHint { return nil }
        guard let own = try plan(of: facts, history, stored, in: tx) else { return .plan }
        if facts.isTrial {
            try tx.execute(TrialQueries.add(tenant: tx.tenant, user: user, family: own.family, at: event.at))
            try tx.execute(
                TrialQueries.claim(
                    facts.reference, provider, tenant: tx.tenant, user: user, family: own.family, at: event.at,
                    isTest: event.isTest))
        }
        try tx.execute(TrialQueries.learn(facts.reference, provider))
        guard let stored else {
            var newest = try resolved(history, nil, in: tx) ?? (NewestFacts.Report(event, facts), own)
            newest.report.facts.price = newest.report.facts.price ?? history.price
            try begin(newest.report, newest.sold, user, startedAt: history.startedAt ?? event.at, &done, in: tx)
            done.references.insert(facts.reference)
            try yield(to: facts.reference, &done, in: tx)
            return nil
        }
        try restate(stored, history, &done, in: tx)
        // If an invoice that came first began it, its charges wait for an event of its own.
        if facts.item != nil { done.references.insert(facts.reference) }
        try yield(to: facts.reference, &done, in: tx)
        return nil
    }

    /// An item of a subscription, and what an invoice has sold once, are the user's of the subscription.
    private func owner(of facts: SubscriptionFacts, in tx: borrowing TenantTransaction) throws -> ID? {
        guard let slash = facts.reference.firstIndex(of: "/") else { return nil }
        let base = String(facts.reference[..<slash])
        let row = try tx.first(SubscriptionQueries.byReference(base, by: provider.rawValue))
        return try row.map { try Subscription($0).user }
    }

    // MARK: Trials

    /// The payer's payment methods are known now: of several trials with the same method, only the first one stays.
    func learn(_ payer: String, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction) throws {
        for row in try tx.rows(TrialQueries.references(of: payer, provider)) {
            let reference = try row.text("reference")
            guard try tx.execute(TrialQueries.learn(reference, provider)) > 0 else { continue }
            try restate(reference, &done, in: tx)
            try yield(to: reference, &done, in: tx)
        }
    }

    /// Ends the trials that began later with the same method.
    private func yield(
        to reference: String, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws {
        for row in try tx.rows(TrialQueries.later(than: reference, provider)) {
            try restate(try row.text("reference"), &done, in: tx)
        }
    }

    private func restate(
        _ reference: String, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws {
        guard let row = try tx.first(SubscriptionQueries.byReference(reference, by: provider.rawValue)) else { return }
        let stored = try Subscription(row)
        guard try tx.first(UserQueries.lock(stored.user)) != nil else { return }
        try restate(stored, &done, in: tx)
    }

    /// Computes the state again after a change that is none of its own events.
    func restate(_ stored: Subscription, _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction)
        throws
    {
        try restate(stored, History(of: stored.reference, by: provider, in: tx), &done, in: tx)
    }

    private func restate(
        _ stored: Subscription, _ history: History, _ done: inout ApplyProviderEvent.Done,
        in tx: borrowing TenantTransaction
    ) throws {
        var next = stored
        var trial: String?
        if let newest = try resolved(history, stored, in: tx), !newest.report.facts.isHint,
            stored.reportedAt.map({ $0 <= newest.report.at }) ?? true
        {
            let (report, sold) = newest
            (next.plan, next.key, next.period, next.product) = (sold.plan, sold.key, sold.period, sold.product)
            // A subscriber with an older version of the plan keeps it.
            if sold.plan != stored.plan { next.version = sold.version }
            next.price = report.facts.price ?? history.price ?? stored.price
            (next.reportedAt, next.isTest) = (report.at, report.isTest)
            let end = try end(of: report.facts, at: report.at, stored, in: tx)
            if try isTrialTaken(report.facts, in: tx) { trial = "taken" }
            (next.state, next.endsAt, next.endedAt) = (end.state, end.endsAt, end.endedAt)
        }
        if let refundedAt = stored.refundedAt, next.reportedAt.map({ $0 <= refundedAt }) ?? true {
            next.state = .refunded
            next.endedAt = min(stored.endedAt ?? refundedAt, refundedAt)
        }
        try tx.execute(
            SubscriptionQueries.restate(next, startedAt: history.startedAt, changedAt: now))
        try tx.execute(SubscriptionQueries.setPlan(stored.user))
        let changes: [AuditEvent.Change] = [
            .init("subscription", old: stored.state.rawValue, new: next.state.rawValue),
            .init("plan", old: stored.key, new: next.key),
            .init("until", old: stored.endsAt?.iso, new: next.endsAt?.iso),
            .init("price", old: stored.price.code, new: next.price.code),
        ]
        guard changes.contains(where: { $0.old != $0.new }) else { return }
        done.add(
            .subscriptionReported, stored.user,
            changes + [
                .init("plan", new: next.key), .init("provider", new: provider.rawValue), .init("trial", new: trial),
            ])
    }

    private func begin(
        _ report: NewestFacts.Report, _ sold: SoldPlan, _ user: ID, startedAt: Timestamp,
        _ done: inout ApplyProviderEvent.Done, in tx: borrowing TenantTransaction
    ) throws {
        let end = try end(of: report.facts, at: report.at, nil, in: tx)
        try tx.execute(
            SubscriptionQueries.begin(
                .make(at: now), tenant: tx.tenant, user: user, sold, report, end.state, endsAt: end.endsAt,
                endedAt: end.endedAt, provider: provider.rawValue, startedAt: startedAt, now: now))
        try tx.execute(SubscriptionQueries.setPlan(user))
        done.add(
            .subscriptionReported, user,
            [
                .init("subscription", new: end.state.rawValue), .init("plan", new: sold.key),
                .init("plan_version", new: String(sold.version)), .init("until", new: end.endsAt?.iso),
                .init("price", new: report.facts.price?.code), .init("provider", new: provider.rawValue),
                .init("trial", new: try isTrialTaken(report.facts, in: tx) ? "taken" : nil),
            ])
    }

    /// A subscription that a provider forgot to end still ends here; days that an admin gave count beyond the
    /// provider's end.
    private func end(
        of facts: SubscriptionFacts, at: Timestamp, _ stored: Subscription?, in tx: borrowing TenantTransaction
    ) throws -> (state: SubscriptionState, endsAt: Timestamp?, endedAt: Timestamp?) {
        if facts.state == .refunded { return (.refunded, facts.endsAt, min(facts.endsAt ?? at, at)) }
        let extended = stored?.extendedUntil
        if facts.state == .expired {
            if let extended, extended > now { return (.cancelled, extended, nil) }
            return (.expired, facts.endsAt, min(facts.endsAt ?? at, at))
        }
        if try isTrialTaken(facts, in: tx) {
            // The trial is denied until the first payment.
            if let extended, extended > now { return (.cancelled, extended, nil) }
            return (.expired, at, at)
        }
        guard let endsAt = facts.endsAt.map({ max($0, extended ?? $0) }) else { return (facts.state, nil, nil) }
        if endsAt <= now {
            let days = try tx.first(SubscriptionQueries.grace(facts.state, provider))?.int("days") ?? 0
            if endsAt.adding(seconds: Int64(days) * 86400) <= now { return (.expired, endsAt, endsAt) }
        }
        return (facts.state, endsAt, nil)
    }

    /// True if another subscription has had this trial, with the same payment method.
    private func isTrialTaken(_ facts: SubscriptionFacts, in tx: borrowing TenantTransaction) throws -> Bool {
        guard facts.isTrial else { return false }
        return try tx.first(TrialQueries.isTaken(facts.reference, provider))?.bool("is_taken") == true
    }

    // MARK: The sold plan

    /// Returns the newest of its events whose plan is known.
    private func resolved(_ history: History, _ stored: Subscription?, in tx: borrowing TenantTransaction) throws -> (
        report: NewestFacts.Report, sold: SoldPlan
    )? {
        for report in history.newestFirst {
            if let sold = try plan(of: report.facts, history, stored, in: tx) { return (report, sold) }
        }
        return nil
    }

    private func plan(
        of facts: SubscriptionFacts, _ history: History, _ stored: Subscription?, in tx: borrowing TenantTransaction
    ) throws -> SoldPlan? {
        switch facts.sold {
        case .plan(let key, let number):
            if let period = facts.period, let row = try tx.first(SubscriptionQueries.version(number, ofPlan: key)) {
                return SoldPlan(
                    plan: try row.id("id"), key: key, version: number, period: period,
                    family: Plan(Content(json: try row.text("content"))).family(of: key), product: "")
            }
        case .product(let name):
            if !name.isEmpty, let sold = try SoldPlan(product: name, of: provider, in: tx) { return sold }
            // An admin has matched the plan, or the same product belonged to this plan before it was removed there.
            if let stored, stored.product == name {
                return SoldPlan(
                    plan: stored.plan, key: stored.key, version: stored.version, period: stored.period,
                    family: stored.content.family(of: stored.key), product: name)
            }
        }
        guard let match = history.matchedPlan, let row = try tx.first(SubscriptionQueries.newest(ofPlan: match.plan))
        else {
            return nil
        }
        let key = try row.text("key")
        return SoldPlan(
            plan: match.plan, key: key, version: try row.int("number"), period: match.period,
            family: Plan(Content(json: try row.text("content"))).family(of: key), product: facts.product)
    }

    /// The stored events of one subscription.
    private struct History {
        let newestFirst: [NewestFacts.Report]
        /// The time of the first event.
        let startedAt: Timestamp?
        let user: ID?
        /// The newest price that an event contains.
        let price: Money?
        let matchedUser: ID?
        let matchedPlan: (plan: ID, period: BillingPeriod)?

        init(of reference: String, by provider: Provider, in tx: borrowing TenantTransaction) throws {
            var report: [NewestFacts.Report] = []
            var (matchedUser, matchedPlan): (ID?, (plan: ID, period: BillingPeriod)?)
            for row in try tx.rows(ProviderEventQueries.about(reference, provider)) {
                matchedUser = try matchedUser ?? row.idOrNil("match_user")
                if matchedPlan == nil, let plan = try row.idOrNil("match_plan"),
                    let period = BillingPeriod(rawValue: try row.text("match_period"))
                {
                    matchedPlan = (plan, period)
                }
                guard let event = try ProviderEvent(row), let facts = event.subscription else { continue }
                report.append(NewestFacts.Report(event, facts))
            }
            // Facts from events about something else count only if no event gives the state.
            newestFirst =
                NewestFacts.ordered(report.filter { !$0.facts.isHint })
                + NewestFacts.ordered(report.filter(\.facts.isHint))
            startedAt = report.map(\.at).min { $0.microseconds < $1.microseconds }
            user = newestFirst.lazy.compactMap(\.facts.user).first
            price = newestFirst.lazy.compactMap(\.facts.price).first
            (self.matchedUser, self.matchedPlan) = (matchedUser, matchedPlan)
        }
    }
}

extension NewestFacts.Report {
    init(_ event: ProviderEvent, _ facts: SubscriptionFacts) {
        self.init(at: event.at, event: event.event, facts: facts, isTest: event.isTest)
    }
}

extension SubscriptionFacts {
    fileprivate var product: String { if case .product(let name) = sold { name } else { "" } }
}
