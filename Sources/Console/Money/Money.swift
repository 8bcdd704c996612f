import HTML

/// A sum in minor units of its currency, as a whole number: nothing here is ever a floating-point number.
package struct Money: Hashable, Sendable {
    /// Ten thousand million of a currency with two digits. Sums of very many of them, and shares of them, stay exact.
    package static let most = 1_000_000_000_000

    package var minor: Int
    package var currency: Currency

    package init(_ minor: Int, _ currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// Written with a point: `9.99`. nil for what is no sum of that currency, not by a fraction of its minor unit
    /// either, below nothing, or beyond `most`.
    package init?(_ text: String, _ currency: Currency) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty, whole.utf8.count <= 13,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard parts.count == 1 || !fraction.isEmpty, fraction.utf8.count <= currency.digits,
            let units = Int(whole),
            let rest = Int(fraction + String(repeating: "0", count: currency.digits - fraction.utf8.count) + "0")
        else { return nil }
        let (minor, isTooMuch) = units.multipliedReportingOverflow(by: currency.scale)
        guard !isTooMuch, minor + rest / 10 <= Self.most else { return nil }
        self.init(minor + rest / 10, currency)
    }

    /// As `init` reads it.
    package var text: String {
        guard currency.digits > 0 else { return String(minor) }
        let digits = String(minor.magnitude)
        let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.count)) + digits
        return (minor < 0 ? "-" : "") + padded.dropLast(currency.digits) + "." + padded.suffix(currency.digits)
    }

    /// In the language's digits, with the currency's code.
    package func words(_ language: Language) -> String {
        "\(NumberStyle(language).fixed(minor, places: currency.digits))\u{A0}\(currency.code)"
    }

    /// `part` of `whole`, rounded half away from nothing: at most half a minor unit from the exact share.
    package func share(_ part: Int, of whole: Int) -> Money {
        precondition(whole > 0 && part >= 0 && part <= whole)
        let (high, low) = minor.magnitude.multipliedFullWidth(by: part.magnitude)
        let (quotient, remainder) = whole.magnitude.dividingFullWidth((high, low))
        let rounded = Int(quotient) + (remainder >= whole.magnitude - remainder ? 1 : 0)
        return Money(minor < 0 ? -rounded : rounded, currency)
    }

    /// What a month brings of something that brings so much a year.
    package var ofAMonth: Money { share(1, of: 12) }
}

/// How often a price is paid.
package enum BillingPeriod: String, CaseIterable, Sendable {
    case week, month, quarter, year
    /// An item sold once.
    case once

    /// As the database counts as well (`yearly_price`): in a year, of one that goes on.
    package var timesAYear: Int {
        switch self {
        case .week: 52
        case .month: 12
        case .quarter: 4
        case .year: 1
        case .once: 0
        }
    }
}
