import Console

/// Sums as Stripe writes them. Source: Stripe, “Supported currencies” (docs.stripe.com/currencies), read in 2026-11: zero-decimal
/// currencies, three-decimal currencies, special cases.
enum CardMoney {
    /// Written in whole units.
    static let withoutDigits: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    /// Without smaller coins, and all the same written in hundredths, as they were once.
    static let inHundredths: Set<String> = ["ISK", "UGX"]
    /// Written in thousandths, the last digit of which is 0.
    static let inThousandths: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]

    /// How many digits of a sum stand behind the point.
    static func digits(_ currency: Currency) -> Int {
        withoutDigits.contains(currency.code) ? 0 : inThousandths.contains(currency.code) ? 3 : 2
    }

    /// nil for a currency that is none, a sum below nothing, or one beyond what is stored.
    static func read(_ amount: Int?, _ code: String?) -> Money? {
        guard let amount, let currency = Currency(code?.uppercased() ?? ""), (0...Money.most).contains(amount) else {
            return nil
        }
        let minor = scaled(amount, from: digits(currency), to: currency.digits)
        return minor <= Money.most ? Money(minor, currency) : nil
    }

    /// nil for a sum that can't be paid there exactly: a part of a currency without parts, or of ten thousandths.
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
