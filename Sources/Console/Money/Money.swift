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

    /// Parses a sum as people of any of the languages type it: `1,234.56`, `1.234,56`, `1 234,56`, `۱٬۲۳۴٫۵۶`. A single separator before
    /// three digits separates thousands, unless the currency has three decimal places. The sum may stand beside the sign of a currency, as
    /// `words` writes it: what is copied from a page can be pasted into a field.
    package init?(typed: String, _ currency: Currency) {
        let text = Currency.withoutSign(typed).slashBeforeDecimals().latinDigits.filter {
            !$0.isWhitespace && !"٬'’".contains($0)
        }.replacing(
            "٫", with: "\u{1F}")
        let marks = text.filter { ".,\u{1F}".contains($0) }
        var point = marks.last
        if let last = point, last != "\u{1F}", Set(marks).count == 1 {
            let digits = text.split(separator: last, omittingEmptySubsequences: false).last?.count
            if marks.count > 1 || digits == 3 && currency.digits != 3 { point = nil }
        }
        // Only thousands are left out: "1,2.50" is no sum.
        let place = point.flatMap { text.lastIndex(of: $0) } ?? text.endIndex
        let whole = text[..<place]
        let fraction = place == text.endIndex ? "" : "." + String(text[text.index(after: place)...])
        let groups = whole.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard groups.count == 1 || (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        self.init(groups.joined(separator: "") + fraction, currency)
    }

    /// The form that `init` reads.
    package var text: String {
        guard currency.digits > 0 else { return String(minor) }
        let digits = String(minor.magnitude)
        let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.count)) + digits
        return (minor < 0 ? "-" : "") + padded.dropLast(currency.digits) + "." + padded.suffix(currency.digits)
    }

    /// The sum in the language's digits, with the currency's symbol where the language has one, else with its code.
    package func words(_ language: Language) -> String {
        let (symbol, numbers) = (currency.symbol(in: language), NumberStyle(language))
        // English writes the currency first, the others write it last.
        guard language == .en else {
            return "\(numbers.fixed(minor, places: currency.digits))\u{A0}\(symbol ?? currency.code)"
        }
        let sum = numbers.fixed(abs(minor), places: currency.digits)
        return (minor < 0 ? "-" : "") + (symbol ?? "\(currency.code)\u{A0}") + sum
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
