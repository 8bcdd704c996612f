import HTML
import Web

/// A sum in minor units of its currency, as a whole number: no floating-point number is ever used.
package struct Money: Hashable, Sendable {
    /// Ten thousand million in a currency with two decimal places. Sums of very many such amounts, and shares of
    /// them, stay exact.
    package static let most = 1_000_000_000_000

    package var minor: Int
    package var currency: Currency

    package init(_ minor: Int, _ currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// Parses a sum written with a point: `9.99`. nil if it is no sum of that currency, has a fraction of the minor
    /// unit, is negative, or is above `most`.
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

    /// Parses a sum as people type it: in the digits of any language, with a point or a comma.
    package init?(typed text: String, _ currency: Currency) {
        self.init(text.latinDigits.replacing(",", with: ".").replacing("٫", with: "."), currency)
    }

    /// The form that `init` reads.
    package var text: String {
        guard currency.digits > 0 else { return String(minor) }
        let digits = String(minor.magnitude)
        let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.count)) + digits
        return (minor < 0 ? "-" : "") + padded.dropLast(currency.digits) + "." + padded.suffix(currency.digits)
    }

    /// The sum in the language's digits, with the currency's code.
    package func words(_ language: Language) -> String {
        "\(NumberStyle(language).fixed(minor, places: currency.digits))\u{A0}\(currency.code)"
    }

    /// Returns `part` of `whole`, rounded half away from zero: at most half a minor unit from the exact share.
    package func share(_ part: Int, of whole: Int) -> Money {
        precondition(whole > 0 && part >= 0 && part <= whole)
        let (high, low) = minor.magnitude.multipliedFullWidth(by: part.magnitude)
        let (quotient, remainder) = whole.magnitude.dividingFullWidth((high, low))
        let rounded = Int(quotient) + (remainder >= whole.magnitude - remainder ? 1 : 0)
        return Money(minor < 0 ? -rounded : rounded, currency)
    }

    /// The monthly amount of a yearly sum.
    package var ofAMonth: Money { share(1, of: 12) }
}

/// How often a price is charged.
package enum BillingPeriod: String, CaseIterable, Sendable {
    case week, month, quarter, year
    /// An item sold once.
    case once

    /// The number of charges per year, for a recurring price; the database counts the same way (`yearly_price`).
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
