import Console
import Postgres
import Secrets
import Web

/// Applies a provider event, in one transaction with its record and its audit events.
///
/// Events may arrive twice, late and in any order. Twice: the name of each event is stored for ever. In any order: the
/// state of a subscription is computed from all its events (`SubscriptionStanding`), and the refunded part of a charge
/// from all its refunds (`ChargeBooking`). An event that matches nothing today is stored, and applied when it does.
struct ApplyProviderEvent {
    let provider: Provider
    let services: Services
    let now: Timestamp

    /// The result, for the audit trail.
    struct Done {
        var outcome = ProviderEventOutcome.nothing
        var user: ID?
        /// Subscriptions that changed, by the provider's names: events that waited for them are retried.
        var references: Set<String> = []
        var events: [AuditEvent] = []

        mutating func add(_ action: AuditAction, _ user: ID, _ changes: [AuditEvent.Change]) {
            events.append(AuditEvent(action, on: .user, user, changes: changes.filter { $0.old != $0.new }))
            outcome = .applied
        }
    }

    /// `isOff`: the provider is switched off, so the event is only stored.
    @discardableResult
    func apply(_ event: ProviderEvent, isOff: Bool = false, by actor: Actor, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        try lock(in: tx)
        var event = event
        event.at = event.at.reported(at: now)
        event.payer = mark(event.payer, of: tx.tenant)
        event.method = mark(event.method, of: tx.tenant)
        let id = ID.make(at: now)
        let held = event.card.map { cards.masked($0, of: tx.tenant) } ?? ("", "")
        guard
            try tx.first(ProviderEventQueries.add(event, id, held, from: provider, tenant: tx.tenant, now: now)) != nil
        else {
            return .known
        }
        if isOff {
            try tx.execute(ProviderEventQueries.note(id, .unmatched(.off), user: nil, now: now))
            return .unmatched(.off)
        }
        return try settle(event, id, by: actor, in: tx)
    }

    private var cards: CardKeeping { CardKeeping(provider: provider, keys: services.keys) }

    /// Replaces the provider's name of a payer or a card by a keyed hash. In another tenant, or from another provider,
    /// the same name gets another hash.
    private func mark(_ words: String, of tenant: ID) -> String {
        if words.isEmpty { return "" }
        return Hex.encode(
            MAC.hmac(tenant.bytes + Array("\(provider.rawValue) \(words)".utf8), key: services.keys.payers))
    }

    /// Applies a stored event again, with the rows that exist by now or that an admin matched.
    @discardableResult
    func retry(_ id: ID, by actor: Actor, in tx: borrowing TenantTransaction) throws -> ProviderEventOutcome {
        try lock(in: tx)
        guard let row = try tx.first(ProviderEventQueries.one(id)), try row.text("outcome") == "unmatched",
            let event = try ProviderEvent(row)
        else { return .known }
        return try settle(event, id, by: actor, in: tx)
    }

    /// Applies a stored event with the sum that it lacked.
    @discardableResult
    func complete(_ id: ID, with event: ProviderEvent, by actor: Actor, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        try lock(in: tx)
        guard let row = try tx.first(ProviderEventQueries.one(id)), try row.text("outcome") == "unmatched" else {
            return .known
        }
        try tx.execute(ProviderEventQueries.complete(id, event))
        return try retry(id, by: actor, in: tx)
    }

    /// A provider's events of one tenant are applied one after another, so that two events that need each other never
    /// miss each other. This lock is taken before any other.
    func lock(in tx: borrowing TenantTransaction) throws {
        try tx.execute(ProviderEventQueries.lock(provider, tenant: tx.tenant))
    }

    private func settle(_ event: ProviderEvent, _ id: ID, by actor: Actor, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        var done = Done()
        let outcome = try perform(event, &done, in: tx)
        try tx.execute(ProviderEventQueries.note(id, outcome, user: done.user, now: now))
        var seen: Set<ID> = [id]
        // Events that waited for this subscription are applied now, and may let others be applied.
        while let reference = done.references.popFirst() {
            for row in try tx.rows(ProviderEventQueries.unmatched(about: reference, provider)) {
                let other = try row.id("id")
                guard seen.insert(other).inserted, let event = try ProviderEvent(row) else { continue }
                done.outcome = .nothing
                let outcome = try perform(event, &done, in: tx)
                try tx.execute(ProviderEventQueries.note(other, outcome, user: done.user, now: now))
            }
        }
        try services.trail.append(done.events, by: actor, in: tx)
        return outcome
    }

    private func perform(_ event: ProviderEvent, _ done: inout Done, in tx: borrowing TenantTransaction) throws
        -> ProviderEventOutcome
    {
        let standing = SubscriptionStanding(provider: provider, now: now)
        let booking = ChargeBooking(provider: provider, now: now)
        var missing: ProviderEventOutcome.Missing?
        if !event.method.isEmpty, event.subscription == nil { try standing.learn(event.payer, &done, in: tx) }
        if let facts = event.subscription, let lacks = try standing.settle(facts, event, &done, in: tx) {
            missing = lacks
        }
        // A charge is booked with its subscription if the item that it is for matches nothing: the money was paid.
        if let charge = event.charge, missing == nil || charge.base != nil,
            let lacks = try booking.book(charge, event, &done, in: tx)
        {
            missing = missing ?? lacks
        }
        if let name = event.name { try booking.name(name, &done, in: tx) }
        for charge in Set(
            [event.charge?.part?.charge, event.charge?.reference, event.name?.reference, event.card?.charge].compactMap(
                \.self))
        {
            try cards.keep(charge, in: tx)
        }
        let fault = try isStillMissing(event, in: tx) ? event.fault : nil
        if !event.awaits.isEmpty {
            switch try booking.refund(event.awaits, &done, in: tx) {
            case .waiting where missing == nil && fault == nil: return .waiting
            case .unmatched(let lacks): missing = missing ?? lacks
            default: break
            }
        }
        if missing == nil, let checkout = event.checkout {
            try tx.execute(CheckoutQueries.end(checkout, .paid, now: now))
        }
        return (missing ?? fault).map { .unmatched($0) } ?? done.outcome
    }

    /// False if another event has brought the sum that this one lacks.
    private func isStillMissing(_ event: ProviderEvent, in tx: borrowing TenantTransaction) throws -> Bool {
        guard let sum = event.missingSum else { return true }
        switch sum.part {
        case .charge: return try tx.first(PaymentQueries.charge(named: sum.charge, by: provider.rawValue)) == nil
        case .price:
            return try !tx.rows(ProviderEventQueries.about(sum.charge, provider)).contains {
                try ProviderEvent($0)?.subscription?.price != nil
            }
        case .refund, .reversal: return true
        }
    }
}

extension Money {
    /// For the audit trail: `9.99 EUR`.
    var code: String { "\(text) \(currency.code)" }
}

extension Timestamp {
    /// Nothing happens later than it is reported. Clocks differ by seconds, which matter to nobody; what is a day ahead is no time at
    /// which anything happened, and a payment of it would be in no report for years.
    fileprivate static let mostAheadSeconds: Int64 = 86_400

    /// This time as it was reported at `now`.
    func reported(at now: Timestamp) -> Timestamp { seconds > now.seconds + Self.mostAheadSeconds ? now : self }
}
