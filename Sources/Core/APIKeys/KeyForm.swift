import Console
import HTML
import Postgres
import Templates
import Web

/// The fields of a new key, as typed, and what is wrong with them.
struct KeyForm {
    /// The offered terms of a key, in days.
    static let terms = [30, 90, 365]
    static let ownTerm = "own"
    static let mostDays = 365
    static let mostAddresses = 40
    static let mostRequests = 60_000

    var name = ""
    var scopes: [Scope] = []
    var term = "90"
    /// `yyyy-mm-dd` in the tenant's calendar; the key works until the end of that day.
    var lastDay = ""
    var addresses = ""
    var rate = "600"
    var errors: [String: LocalText] = [:]

    init() {}

    init(_ form: Query) {
        name = form.trimmed("name") ?? ""
        let ticked = form.items.filter { $0.name == "scopes" }.map(\.value)
        scopes = Scope.all.filter { ticked.contains($0.id) }
        term = form["term"] ?? ""
        lastDay = form.trimmed("last_day").map { TypedDay.iso($0) ?? $0 } ?? ""
        addresses = form.trimmed("addresses") ?? ""
        rate = form.trimmed("rate") ?? ""
    }

    private var addressTexts: [String] {
        addresses.split(whereSeparator: { ",;".contains($0) || $0.isWhitespace }).map(String.init)
    }

    var ranges: [AddressRange] { addressTexts.compactMap { AddressRange($0) } }

    /// The typed number, in any digits; 0 if it is invalid.
    var requestsPerMinute: Int {
        let digits = rate.map { $0.wholeNumberValue ?? -1 }
        guard (1...6).contains(digits.count), digits.allSatisfy({ (0...9).contains($0) }) else { return 0 }
        return digits.reduce(0) { $0 * 10 + $1 }
    }

    /// Checks the fields that need no database.
    mutating func checkFields() {
        errors["name"] = LineText.fault(name, most: 80)
        if scopes.isEmpty { errors["scopes"] = LocalText(Strings.error_scopes) }
        if let wrong = addressTexts.first(where: { AddressRange($0) == nil }) {
            errors["addresses"] = Strings.error_address(address: wrong.columnPrefix(60))
        } else if addressTexts.count > Self.mostAddresses {
            errors["addresses"] = Strings.error_addresses_many(max: Self.mostAddresses)
        }
        if !(1...Self.mostRequests).contains(requestsPerMinute) {
            errors["rate"] = Strings.error_rate(max: Self.mostRequests)
        }
    }

    /// Checks all fields, and returns when the key ends.
    mutating func check(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Timestamp {
        checkFields()
        let expires = try end(in: tx, by: actor)
        if expires == nil {
            errors[term == Self.ownTerm ? "last_day" : "term"] = LocalText(
                term == Self.ownTerm ? Strings.error_key_day : Strings.error_choice)
        }
        if errors["name"] == nil, try tx.first(KeyQueries.count)?.int("n") ?? 0 >= KeyQueries.most {
            errors["name"] = Strings.error_keys_most(max: KeyQueries.most)
        }
        return expires ?? actor.now
    }

    private func end(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Timestamp? {
        let latest = actor.now.adding(seconds: Int64(Self.mostDays) * 86400)
        guard term == Self.ownTerm else {
            return Self.terms.first { String($0) == term }.map { actor.now.adding(seconds: Int64($0) * 86400) }
        }
        guard LocalTime(day: lastDay) != nil,
            let end = try tx.first(KeyQueries.end(ofDay: lastDay, zone: actor.tenant.zone))?.time("moment"),
            end > actor.now, end <= latest.adding(seconds: 86400)
        else { return nil }
        // The end of the 365th day from now is a few hours after the longest term of a key.
        return min(end, latest)
    }

    func page(_ actor: Actor, _ services: Services) -> KeyFormPage {
        let list: Link = "/t/\(actor.tenant.slug)/keys"
        let language = actor.language
        let terms = Self.terms.map { days in
            Choice.Option(
                value: String(days), label: Strings.fact_days(count: days).resolve(in: language),
                isSelected: term == String(days))
        }
        let own = Choice.Option(
            value: Self.ownTerm, label: Strings.key_own_day.resolve(in: language), isSelected: term == Self.ownTerm)
        return KeyFormPage(
            frame: actor.frame(
                LocalText(Strings.keys_add_title), services, current: "keys",
                crumb: (LocalText(Strings.menu_keys), list)),
            action: list,
            name: Field(
                "name", label: LocalText(Strings.key_name), value: name, hint: LocalText(Strings.key_name_hint),
                error: errors["name"], isRequired: true, hasFocus: true),
            scopes: Ticks(
                "scopes", label: LocalText(Strings.key_scopes),
                ticks: Declarations.current.scopes(in: actor.tenant).map {
                    .init(value: $0.id, label: LocalText($0.label), isOn: scopes.contains($0))
                }, error: errors["scopes"], showsValues: true),
            term: Choice("term", label: LocalText(Strings.key_term), options: terms + [own], error: errors["term"]),
            lastDay: .day(
                "last_day", LocalText(Strings.key_last_day), lastDay, actor.language,
                hint: LocalText(Strings.key_last_day_hint), error: errors["last_day"]),
            addresses: Field(
                "addresses", label: LocalText(Strings.key_addresses), value: addresses,
                hint: LocalText(Strings.key_addresses_hint), error: errors["addresses"], isLatin: true),
            rate: Field(
                "rate", label: LocalText(Strings.key_rate), value: rate, hint: LocalText(Strings.key_rate_hint),
                error: errors["rate"], inputMode: "numeric", isRequired: true, isLatin: true),
            cancel: list)
    }
}
