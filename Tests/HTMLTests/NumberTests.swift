import Testing

@testable import HTML

struct NumberTests {
    private func all(_ formatted: Formatted) -> [String] {
        Language.allCases.map { formatted.string(in: $0) }
    }

    @Test func `whole numbers`() {
        #expect(all(.integer(412_300)) == ["412,300", "412.300", "412\u{A0}300", "۴۱۲٬۳۰۰"])
        #expect(all(.integer(1_234)) == ["1,234", "1234", "1\u{A0}234", "۱٬۲۳۴"])
        #expect(all(.integer(-7)) == ["-7", "-7", "-7", "\u{200E}\u{2212}۷"])
        #expect(all(.integer(0)) == ["0", "0", "0", "۰"])
        #expect(Formatted.integer(.min).string(in: .en) == "-9,223,372,036,854,775,808")
    }

    @Test func `decimals and percentages`() {
        #expect(all(.fixed(123_456, places: 2)) == ["1,234.56", "1234,56", "1\u{A0}234,56", "۱٬۲۳۴٫۵۶"])
        #expect(Formatted.fixed(-5, places: 2).string(in: .en) == "-0.05")
        #expect(all(.decimal(2.5, places: 0)) == ["3", "3", "3", "۳"])
        #expect(Formatted.decimal(-2.45, places: 1).string(in: .en) == "-2.5")
        #expect(Formatted.decimal(.nan, places: 1).string(in: .en) == "—")
        #expect(Formatted.decimal(.infinity, places: 1).string(in: .en) == "—")
        #expect(all(.percent(0.125, places: 1)) == ["12.5%", "12,5\u{A0}%", "12,5\u{A0}%", "۱۲٫۵٪"])
    }

    @Test func `sizes`() {
        #expect(all(.bytes(1_500_000)) == ["1.5\u{A0}MB", "1,5\u{A0}MB", "1,5\u{A0}МБ", "۱٫۵\u{A0}مگابایت"])
        let sizes = [0, 999, 1000, 9_949, 9_951, 15_400, 999_400, 999_501, Int.max]
        #expect(
            sizes.map { Formatted.bytes($0).string(in: .en).replacing("\u{A0}", with: " ") } == [
                "0 B", "999 B", "1 kB", "9.9 kB", "10 kB", "15 kB", "999 kB", "1 MB", "9,223 PB",
            ])
    }

    @Test func `plural categories`() {
        func categories(_ language: Language, _ numbers: [Int]) -> [PluralCategory] {
            numbers.map { PluralCategory(of: $0, in: language) }
        }
        #expect(categories(.en, [0, 1, 2, -1]) == [.other, .one, .other, .one])
        #expect(categories(.es, [0, 1, 2, 1_000_000]) == [.other, .one, .other, .many])
        #expect(categories(.fa, [0, 1, 2]) == [.one, .one, .other])
        #expect(
            categories(.ru, [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112, 1_000_001])
                == [.many, .one, .few, .few, .many, .many, .many, .many, .one, .few, .many, .one, .many, .many, .one])
    }

    @Test func `stretches of time`() {
        let times = [0, 59, 60, 7_200, 86_400 * 3, 86_400 * 15, 86_400 * 70, 86_400 * 800]
        #expect(
            times.map { Formatted.duration(seconds: $0).string(in: .en).replacing("\u{A0}", with: " ") }
                == ["0 s", "59 s", "1 min", "2 h", "3 d", "2 wk", "2 mo", "2 y"])
        #expect(
            all(.ago(seconds: 120)).map { $0.replacing("\u{A0}", with: " ") }
                == ["2 min ago", "hace 2 min", "2 мин назад", "۲ دقیقه پیش"])
        #expect(
            all(.ago(seconds: -31_557_600 * 5)).map { $0.replacing("\u{A0}", with: " ") }
                == ["in 5 y", "dentro de 5 años", "через 5 л.", "۵ سال دیگر"])
        #expect(all(.ago(seconds: 2)) == ["now", "ahora", "сейчас", "اکنون"])
        #expect(!Formatted.ago(seconds: .min).string(in: .en).isEmpty)
    }
}
