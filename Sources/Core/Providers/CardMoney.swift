import Console

/// Sums as Stripe writes them. Source: Stripe, “Supported currencies” (docs.stripe.com/currencies), read in 2026-11:
/// zero-decimal currencies, three-decimal currencies, special cases.
enum CardMoney {
    /// Currencies whose sums are written in whole units.
    static let withoutDigits: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    /// Currencies without minor units, whose sums are still written in hundredths for historical reasons.
    static let inHundredths: Set<String> = ["ISK", "UGX"]
    /// Currencies whose sums are written in thousandths, with 0 as the last digit.
    static let inThousandths: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]

    /// The number of decimal places in a sum.
    static func digits(_ currency: Currency) -> Int {
        withoutDigits.contains(currency.code) ? 0 : inThousandths.contains(currency.code) ? 3 : 2
    }

    /// Returns nil if the currency is unknown, or the sum is negative or larger than can be stored.
    static func read(_ amount: Int?, _ code: String?) -> Money? {
        guard let amount, let currency = Currency(code?.uppercased() ?? ""), (0...Money.most).contains(amount) else {
            return nil
        }
        let minor = scaled(amount, from: digits(currency), to: currency.digits)
        return minor <= Money.most ? Money(minor, currency) : nil
    }

    /// Returns nil if the sum can't be paid exactly: a fraction in a currency without minor units, or a last digit of
    /// thousandths that is not 0.
    static func write(_ money: Money) -> Int? {
        let amount = scaled(money.minor, from: money.currency.digits, to: digits(money.currency))
        guard read(amount, money.currency.code) == money else { return nil }
        return inThousandths.contains(money.currency.code) && amount % 10 != 0 ? nil : amount
    }

    private static func scaled(_ amount: Int, from: Int, to: Int) -> Int {
        let factor = [1, 10, 100, 1000, 10_000][abs(from - to)]
        return to >= from ? amount * factor : amount / factor
    }
}
