import Console
import JSON
import Postgres

/// The stored facts of a provider event, from which it is applied again when a missing part exists.
extension ProviderEvent {
    var facts: JSONText {
        .object(
            [
                ("subscription", subscription?.json), ("charge", charge?.json), ("refund", refund?.json),
                ("dispute", dispute?.json),
                ("name", name.map { .object([("name", .string($0.name)), ("reference", .string($0.reference))]) }),
                ("checkout", checkout.map { .string($0.description) }), ("fault", fault.map { .string($0.rawValue) }),
                ("missing", missingSum?.json),
            ].compactMap { name, value in value.map { (name, $0) } })
    }

    /// Returns nil for facts that no version of this program wrote.
    init?(_ row: Row) throws {
        guard let text = try row.textOrNil("facts"), let facts = try? JSONReader.read(Array(text.utf8)) else {
            return nil
        }
        self.init(
            event: try row.text("event"), kind: try row.text("kind"), at: try row.time("at"),
            isTest: try row.bool("is_test"))
        subscription = facts["subscription"].flatMap { SubscriptionFacts($0) }
        charge = facts["charge"].flatMap { ChargeFacts($0) }
        refund = facts["refund"].flatMap { RefundFacts($0) }
        dispute = facts["dispute"].flatMap { DisputeFacts($0) }
        if let one = facts["name"], let name = one["name"]?.text, let reference = one["reference"]?.text {
            self.name = ChargeName(name: name, reference: reference)
        }
        checkout = facts["checkout"]?.text.flatMap { ID($0) }
        fault = facts["fault"]?.text.flatMap { ProviderEventOutcome.Missing(rawValue: $0) }
        missingSum = facts["missing"].flatMap { MissingSum($0) }
    }

    /// The charge that the event refunds, or that it disputes; "" for none.
    var awaits: String { refund?.charge ?? dispute?.charge ?? "" }

    /// The subscription or purchase of the event; "" for none.
    var reference: String { subscription?.reference ?? charge?.subscription ?? "" }
}

extension SubscriptionFacts {
    var json: JSONText {
        var members: [(String, JSONText)] = [
            ("reference", .string(reference)), ("state", .string(state.rawValue)),
        ]
        if let price { members.append(("price", price.json)) }
        if let user { members.append(("user", .string(user.description))) }
        switch sold {
        case .plan(let key, let version): members += [("plan", .string(key)), ("version", .int(version))]
        case .product(let name): members.append(("product", .string(name)))
        }
        if let period { members.append(("period", .string(period.rawValue))) }
        if let endsAt { members.append(("ends_at", endsAt.json)) }
        if isInTrial { members.append(("trial", true)) }
        if isHint { members.append(("hint", true)) }
        if isCreation { members.append(("creation", true)) }
        if let item { members.append(("item", .string(item))) }
        if let before {
            members.append(
                (
                    "before",
                    .object(
                        [("state", .string(before.state.rawValue))]
                            + (before.price.map { [("price", $0.json)] } ?? [])
                            + (before.endsAt.map { [("ends_at", $0.json)] } ?? []))
                ))
        }
        return .object(members)
    }

    init?(_ facts: JSONText) {
        guard let reference = facts["reference"]?.text,
            let state = facts["state"]?.text.flatMap({ SubscriptionState(rawValue: $0) })
        else { return nil }
        let sold: Sold
        if let plan = facts["plan"]?.text, let version = facts["version"]?.int {
            sold = .plan(plan, version: version)
        } else {
            sold = .product(facts["product"]?.text ?? "")
        }
        self.init(
            reference: reference, user: facts["user"]?.text.flatMap { ID($0) }, sold: sold, state: state,
            period: facts["period"]?.text.flatMap { BillingPeriod(rawValue: $0) },
            price: facts["price"].flatMap { Money(json: $0) },
            endsAt: facts["ends_at"].flatMap { Timestamp(json: $0) },
            isInTrial: facts["trial"] == .bool(true) || state == .trial,
            isHint: facts["hint"] == .bool(true), item: facts["item"]?.text,
            isCreation: facts["creation"] == .bool(true))
        if let before = facts["before"], let state = before["state"]?.text.flatMap({ SubscriptionState(rawValue: $0) })
        {
            self.before = Before(
                state: state, endsAt: before["ends_at"].flatMap { Timestamp(json: $0) },
                price: before["price"].flatMap { Money(json: $0) })
        }
    }
}

extension ChargeFacts {
    var json: JSONText {
        .object(
            [
                ("reference", .string(reference)), ("subscription", .string(subscription)), ("amount", amount.json),
                ("tax", .int(tax)), ("country", .string(country)), ("at", at?.json), ("base", base.map { .string($0) }),
                ("part", part?.json),
            ].compactMap { name, value in value.map { (name, $0) } })
    }

    init?(_ facts: JSONText) {
        guard let reference = facts["reference"]?.text, let subscription = facts["subscription"]?.text,
            let amount = facts["amount"].flatMap({ Money(json: $0) })
        else { return nil }
        self.init(
            reference: reference, subscription: subscription, amount: amount, tax: facts["tax"]?.int ?? 0,
            country: facts["country"]?.text ?? "", at: facts["at"].flatMap { Timestamp(json: $0) },
            part: facts["part"].flatMap { Part($0) }, base: facts["base"]?.text)
    }
}

extension ChargeFacts.Part {
    var json: JSONText { .object([("charge", .string(charge)), ("from", .int(from)), ("whole", .int(whole))]) }

    init?(_ facts: JSONText) {
        guard let charge = facts["charge"]?.text, let from = facts["from"]?.int, let whole = facts["whole"]?.int else {
            return nil
        }
        self.init(charge: charge, from: from, whole: whole)
    }
}

extension MissingSum {
    var json: JSONText {
        var members: [(String, JSONText)] = [("charge", .string(charge))]
        if let order { members.append(("order", .string(order))) }
        switch part {
        case .charge(let subscription, let country, let at):
            members += [("subscription", .string(subscription)), ("country", .string(country))]
            if let at { members.append(("at", at.json)) }
        case .refund: members.append(("part", "refund"))
        case .reversal(let refund): members.append(("reversal", .string(refund)))
        case .price: members.append(("part", "price"))
        }
        return .object(members)
    }

    init?(_ facts: JSONText) {
        guard let charge = facts["charge"]?.text else { return nil }
        let part: Part
        if let subscription = facts["subscription"]?.text {
            part = .charge(
                subscription: subscription, country: facts["country"]?.text ?? "",
                at: facts["at"].flatMap { Timestamp(json: $0) })
        } else if let refund = facts["reversal"]?.text {
            part = .reversal(of: refund)
        } else {
            part = facts["part"]?.text == "price" ? .price : .refund
        }
        self.init(part: part, charge: charge, order: facts["order"]?.text)
    }
}

extension RefundFacts {
    var json: JSONText {
        var members: [(String, JSONText)] = [("charge", .string(charge)), ("revoked", .bool(isRevoked))]
        switch effect {
        case .total(let total): members += total.map { [("total", $0.json)] } ?? []
        case .share(let share): members.append(("share", .int(share)))
        case .reversed(let amount, let refund):
            members += [("reversed", amount?.json ?? .null), ("refund", .string(refund))]
        }
        return .object(members)
    }

    init?(_ facts: JSONText) {
        guard let charge = facts["charge"]?.text else { return nil }
        let effect: Effect =
            if let reversed = facts["reversed"] {
                .reversed(Money(json: reversed), refund: facts["refund"]?.text ?? "")
            } else if let share = facts["share"]?.int {
                .share(share)
            } else { .total(facts["total"].flatMap { Money(json: $0) }) }
        self.init(charge: charge, effect: effect, isRevoked: facts["revoked"] == .bool(true))
    }
}

extension DisputeFacts {
    var json: JSONText {
        .object(
            [
                ("charge", .string(charge)), ("dispute", .string(dispute)), ("standing", .string(standing.rawValue)),
                ("opened_at", openedAt.json),
            ] + (amount.map { [("amount", $0.json)] } ?? []) + (returned > 0 ? [("returned", .int(returned))] : []))
    }

    init?(_ facts: JSONText) {
        guard let charge = facts["charge"]?.text, let dispute = facts["dispute"]?.text,
            let standing = facts["standing"]?.text.flatMap({ Standing(rawValue: $0) }),
            let openedAt = facts["opened_at"].flatMap({ Timestamp(json: $0) })
        else { return nil }
        self.init(
            charge: charge, dispute: dispute, standing: standing, amount: facts["amount"].flatMap { Money(json: $0) },
            returned: facts["returned"]?.int ?? 0, openedAt: openedAt)
    }
}

extension Money {
    fileprivate var json: JSONText { .object([("minor", .int(minor)), ("currency", .string(currency.code))]) }

    fileprivate init?(json: JSONText) {
        guard let minor = json["minor"]?.int, let code = json["currency"]?.text else { return nil }
        self.init(minor, Currency(stored: code))
    }
}

extension Timestamp {
    fileprivate var json: JSONText { .int(Int(microseconds)) }

    fileprivate init?(json: JSONText) {
        guard case .int(let microseconds) = json else { return nil }
        self.init(microseconds: Int64(microseconds))
    }
}
