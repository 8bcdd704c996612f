import HTML
import Support
import Testing

@testable import Console
@testable import Core

/// Sums are whole numbers of minor units, whatever is done with them.
@Suite struct MoneyTests {
    private static let currencies = ["EUR", "USD", "JPY", "KRW", "KWD", "BHD", "CLF", "IRR"].compactMap { Currency($0) }

    @Test func `each currency has the digits that ISO 4217 says`() {
        let digits = [
            "EUR": 2, "JPY": 0, "ISK": 0, "KWD": 3, "TND": 3, "CLF": 4, "IRR": 2, "BYN": 2, "MRU": 2, "UYW": 4,
        ]
        for (code, wanted) in digits { #expect(Currency(code)?.digits == wanted, "\(code)") }
        for code in ["", "eur", "XTS", "XAU", "EURO", "ΕUR"] { #expect(Currency(code) == nil, "\(code)") }
    }

    @Test(arguments: [
        ("EUR", "9.99", 999), ("EUR", "9.9", 990), ("EUR", "10", 1000), ("EUR", "0", 0), ("EUR", "0.01", 1),
        ("JPY", "600", 600),
        ("KWD", "1.5", 1500), ("KWD", "1.005", 1005), ("CLF", "0.0001", 1), ("EUR", "10000000000", 1_000_000_000_000),
    ])
    func `a sum is read exactly`(code: String, text: String, minor: Int) throws {
        #expect(Money(text, try #require(Currency(code)))?.minor == minor)
    }

    @Test(arguments: [
        ("EUR", ""), ("EUR", "."), ("EUR", "1."), ("EUR", ".5"), ("EUR", "1.234"), ("JPY", "1.0"), ("KWD", "1.0001"),
        ("EUR", "-1"), ("EUR", "+1"),
        ("EUR", "1e3"), ("EUR", "1,5"), ("EUR", " 1"), ("EUR", "١"), ("EUR", "10000000000.01"),
        ("EUR", "99999999999999999999"), ("EUR", "1.2.3"),
        ("EUR", "0x10"), ("EUR", "NaN"),
    ])
    func `what is no sum of the currency is none`(code: String, text: String) throws {
        #expect(Money(text, try #require(Currency(code))) == nil)
    }

    @Test func `what is written is read again as the same`() {
        var random = SeededRandom(1)
        for _ in 0..<20_000 {
            let money = Money(
                Int.random(in: 0...Money.most, using: &random) >> Int.random(in: 0..<40, using: &random),
                Self.currencies.randomElement(using: &random)!)
            #expect(Money(money.text, money.currency) == money)
        }
    }

    @Test func `a share is at most half a minor unit from the exact one, for sums of either sign`() {
        var random = SeededRandom(2)
        for _ in 0..<20_000 {
            let whole = Int.random(in: 1...400_000_000, using: &random)
            let part = Int.random(in: 0...whole, using: &random)
            let minor =
                Int.random(in: -Money.most...Money.most, using: &random) >> Int.random(in: 0..<30, using: &random)
            let share = Money(minor, Self.currencies[0]).share(part, of: whole).minor
            // |share − minor · part / whole| ≤ 1/2, in whole numbers: 128 bits are needed.
            let (exact, given) = (minor.multipliedFullWidth(by: part), share.multipliedFullWidth(by: whole))
            let difference =
                Int128(exact.high) << 64 + Int128(exact.low) - (Int128(given.high) << 64 + Int128(given.low))
            #expect(difference.magnitude * 2 <= UInt128(whole), "\(minor) · \(part) / \(whole) gave \(share)")
        }
    }

    @Test func `the tax of parts that are given back one after another adds up to the tax of the whole`() throws {
        var random = SeededRandom(3)
        for _ in 0..<3000 {
            let currency = Self.currencies.randomElement(using: &random)!
            let amount = Int.random(in: 1...200_000, using: &random)
            let tax = Int.random(in: 0...amount, using: &random)
            var (left, taxes) = (amount, 0)
            while left > 0 {
                let part = Int.random(in: 1...max(1, left), using: &random)
                let given = Payment.tax(
                    of: part, after: amount - left, taxed: taxes, amount: Money(amount, currency),
                    tax: Money(tax, currency))
                #expect(given.minor >= 0 && given.minor <= part)
                (left, taxes) = (left - part, taxes + given.minor)
            }
            #expect(taxes == tax)
        }
    }

    @Test
    func `what a year brings is summed before it is divided, so a month of very many is at most half a minor unit off`()
    {
        let currency = Self.currencies[0]
        let yearly = 3999 * BillingPeriod.year.timesAYear * 100_000
        #expect(Money(yearly, currency).ofAMonth.minor == 33_325_000)
        #expect(Money(999 * BillingPeriod.month.timesAYear, currency).ofAMonth.minor == 999)
        #expect(Money(100 * BillingPeriod.week.timesAYear, currency).ofAMonth.minor == 433)
        #expect(BillingPeriod.once.timesAYear == 0)
    }

    @Test func `a sum is written as each language writes numbers, with the currency's digits`() throws {
        let (euro, yen, dinar) = (
            try #require(Currency("EUR")), try #require(Currency("JPY")), try #require(Currency("KWD"))
        )
        #expect(Money(123_456_789, euro).words(.en) == "1,234,567.89\u{A0}EUR")
        #expect(Money(123_456_789, yen).words(.en) == "123,456,789\u{A0}JPY")
        #expect(Money(1500, dinar).words(.en) == "1.500\u{A0}KWD")
        #expect(Money(-999, euro).words(.es) == "-9,99\u{A0}EUR")
        #expect(Money(999, euro).words(.fa).hasPrefix("۹٫۹۹"))
    }
}
