import HTML
import Support
import Testing
import Web

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

    @Test func `13.21: a sum is read as people type it, limits of refunds too`() {
        let euro = Currency(stored: "EUR")
        for text in ["9.90", "9,90", "۹٫۹۰", "٩,٩", "۹/۹۰"] {
            #expect(Money(typed: text, euro)?.minor == 990, "\(text)")
        }
        for text in ["1.000,00", "1,000.00", "1.000", "۱٬۰۰۰", "€1,000.00", "1.000,00\u{A0}US$", "EUR 1000"] {
            #expect(Money(typed: text, euro)?.minor == 100_000, "\(text)")
        }
        for text in ["9,9999", "1,2.50", "1000.00.0", "-1", "pi_1000", "$", ""] {
            #expect(Money(typed: text, euro) == nil, "\(text)")
        }
        var form = RefundLimitsForm(Query([("each", "9,90"), ("day", "۲۰")]))
        #expect(form.read("EUR") == RefundLimits(each: Money(990, euro), day: Money(2000, euro)))
    }

    /// ISO 4217, list one of the maintenance agency (SIX), as of 2025-05: the digits of each currency; all others have two.
    private static let isoDigits: [Int: String] = [
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF", 3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF UYW",
    ]
    /// Stripe, “Supported currencies”: how many digits of a sum that it writes stand behind the point; two where nothing is said.
    private static let stripeDigits: [Int: String] = [
        0: "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF", 3: "BHD JOD KWD OMR TND",
    ]

    private static func digits(_ table: [Int: String], _ code: String) -> Int {
        table.first { $0.value.split(separator: " ").contains { $0 == code } }?.key ?? 2
    }

    @Test func `13.21: every currency has the digits of ISO 4217, and Stripe's own where it writes others`() {
        #expect(Currency.codes.count == 158, "\(Currency.codes.count)")
        for code in Currency.codes {
            guard let currency = Currency(code) else { continue }
            let (iso, stripe) = (Self.digits(Self.isoDigits, code), Self.digits(Self.stripeDigits, code))
            #expect(currency.digits == iso, "\(code)")
            #expect(CardMoney.digits(currency) == stripe, "\(code)")
            // 120 whole units are the same on both sides, and come back.
            let (ours, theirs) = (120 * currency.scale, 120 * [1, 10, 100, 1000][stripe])
            #expect(CardMoney.read(theirs, code.lowercased()) == Money(ours, currency), "\(code)")
            #expect(CardMoney.write(Money(ours, currency)) == theirs, "\(code)")
        }
    }

    @Test func `13.21: the App Store's thousandths and Google's units are the same sum, in every currency`() throws {
        func object(_ text: String) throws -> ProviderObject { try ProviderObject(Array(text.utf8)) }
        for code in Currency.codes {
            let currency = try #require(Currency(code))
            // The half of a unit too, where there is one.
            for isHalf in currency.digits == 0 ? [false] : [false, true] {
                let sum = Money(120 * currency.scale + (isHalf ? currency.scale / 2 : 0), currency)
                var event = ProviderEvent(event: "n", kind: "", at: .now)
                AppStoreTransaction(
                    type: "SUBSCRIBED", status: 1, environment: nil,
                    transaction: try object(
                        """
                        {"originalTransactionId":"1","transactionId":"2","productId":"p","price":\(isHalf ? 120_500 : 120_000),\
                        "currency":"\(code)"}
                        """), renewal: nil
                ).fill(&event)
                #expect(event.charge?.amount == sum && event.subscription?.price == sum, "App Store: \(code)")
                let google = try object(
                    "{\"currencyCode\":\"\(code)\",\"units\":\"120\",\"nanos\":\(isHalf ? 500_000_000 : 0)}")
                #expect(GooglePurchase.money(google) == sum, "Google Play: \(code)")
            }
        }
    }

    @Test func `13.21: Stripe's special cases are read and written as documented`() {
        func money(_ code: String, _ minor: Int) -> Money? { Currency(code).map { Money(minor, $0) } }
        // 5 ISK are written 500; so are 5 UGX. 5 MGA are written 5, and are 500 of ISO's minor units.
        #expect(CardMoney.read(500, "isk") == money("ISK", 5) && CardMoney.read(500, "ugx") == money("UGX", 5))
        #expect(CardMoney.read(5, "mga") == money("MGA", 500))
        #expect(money("MGA", 550).flatMap { CardMoney.write($0) } == nil)
        // 5.124 KWD must end in 0: 5.12 can be paid, 5.124 can't.
        #expect(money("KWD", 5120).flatMap { CardMoney.write($0) } == 5120)
        #expect(money("KWD", 5124).flatMap { CardMoney.write($0) } == nil)
        #expect(
            CardMoney.read(500, "xxx") == nil && CardMoney.read(-1, "eur") == nil && CardMoney.read(nil, "eur") == nil)
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
        ("EUR", "1,234.56", 123_456), ("EUR", "1.234,56", 123_456), ("EUR", "1\u{202F}234,56", 123_456),
        ("EUR", "1’234.56", 123_456), ("EUR", "۱٬۲۳۴", 123_400), ("EUR", "۱٬۲۳۴٫۵۶", 123_456),
        ("EUR", "1,234", 123_400),
        ("EUR", "1.234", 123_400), ("EUR", "1.234.567", 123_456_700), ("EUR", "1,5", 150), ("EUR", "12,34", 1234),
        ("KWD", "1,234", 1234), ("KWD", "1.234,500", 1_234_500), ("JPY", "1,234", 1234), ("EUR", "1234.56", 123_456),
        ("EUR", "1,2.50", nil), ("EUR", "1.2.3", nil), ("EUR", "12,3456", nil), ("EUR", "-1", nil), ("EUR", "", nil),
        ("EUR", ",", nil), ("EUR", "1,23,456", nil), ("EUR", "1,234.567", nil), ("JPY", "1.5", nil),
    ])
    func `14: a typed sum may have separators of any language`(code: String, text: String, minor: Int?) throws {
        #expect(Money(typed: text, try #require(Currency(code)))?.minor == minor)
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

    @Test func `a sum is written as each language writes numbers, with the currency's digits and symbol`() throws {
        let (euro, yen, dinar) = (
            try #require(Currency("EUR")), try #require(Currency("JPY")), try #require(Currency("KWD"))
        )
        #expect(Money(123_456_789, euro).words(.en) == "€1,234,567.89")
        #expect(Money(123_456_789, yen).words(.en) == "¥123,456,789")
        #expect(
            Money(1500, dinar).words(.en) == "KWD\u{A0}1.500" && Money(-1500, dinar).words(.en) == "-KWD\u{A0}1.500")
        #expect(Money(-999, euro).words(.en) == "-€9.99")
        for (code, language, text) in [
            ("RUB", .ru, "9,99\u{A0}₽"), ("IRR", .fa, "۹٫۹۹\u{A0}ریال"), ("USD", .es, "9,99\u{A0}US$"),
            ("RUB", .es, "9,99\u{A0}RUB"), ("CAD", .en, "CA$9.99"),
        ] as [(String, Language, String)] {
            #expect(Money(999, try #require(Currency(code))).words(language) == text)
        }
        #expect(Money(-999, euro).words(.es) == "-9,99\u{A0}€")
        #expect(Money(999, euro).words(.fa).hasPrefix("۹٫۹۹"))
    }

    @Test func `G1: the sign of any currency is taken off either end of a sum, the longest that is there`() {
        let signs = Set(
            Currency.codes
                + Language.allCases.flatMap { language in
                    Currency.codes.compactMap { Currency($0)?.symbol(in: language) }
                })
        #expect(signs.count > 170)
        for sign in signs {
            #expect(Currency.withoutSign("\(sign)12.50") == "12.50", "\(sign)")
            #expect(Currency.withoutSign(" 12.50\u{A0}\(sign) ").filter { !$0.isWhitespace } == "12.50", "\(sign)")
        }
        for (text, rest) in [
            ("US$5", "5"), ("5 FCFA", "5 "), ("A$5", "5"), ("$5", "5"), ("5", "5"), ("", ""), ("X5", "X5"), ("$", ""),
        ] {
            #expect(Currency.withoutSign(text) == rest, "\(text)")
        }
    }
}
