import Testing

@testable import Core

@Suite struct PhoneNumberTests {
    @Test func `14: a number is read as people write it at home and abroad`() {
        for (text, country, number) in [
            ("+49 170 1234567", nil, "+491701234567"), ("0049 170 1234567", nil, "+491701234567"),
            ("+49 (0)170 123-45-67", nil, "+491701234567"), ("0170/1234567", "DE", "+491701234567"),
            ("170 1234567", "DE", "+491701234567"), ("49 170 1234567", "DE", "+491701234567"),
            ("07700 900123", "GB", "+447700900123"), ("(202) 555-0143", "US", "+12025550143"),
            ("1 202 555 0143", "CA", "+12025550143"), ("011 44 7700 900123", "US", "+447700900123"),
            ("8 (916) 123-45-67", "RU", "+79161234567"), ("+7 916 123 45 67", "DE", "+79161234567"),
            ("7 916 123 45 67", "RU", "+79161234567"), ("8 10 44 7700 900123", "RU", "+447700900123"),
            ("06 1234 5678", "IT", "+390612345678"), ("600 12 34 56", "ES", "+34600123456"),
            ("34 600 12 34 56", "ES", "+34600123456"), ("06 30 123 4567", "HU", "+36301234567"),
            ("۰۹۱۲ ۳۴۵ ۶۷۸۹", "IR", "+989123456789"), ("\u{202A}+98 912 345 6789\u{202C}", nil, "+989123456789"),
            // Digits like the country's own code: of a mobile phone, of a line whose area begins so, and of both.
            ("491 12345", "DE", "+4949112345"), ("0491 12345", "DE", "+4949112345"),
            ("49 491 12345", "DE", "+4949112345"), ("39 347 1234567", "IT", "+393471234567"),
            ("391 234 5678", "IT", "+393912345678"), ("352 26 12 34 56", "LU", "+35226123456"),
            // Kosovo, and phones in no country.
            ("+383 (0)44 123 456", nil, "+38344123456"), ("044 123 456", "XK", "+38344123456"),
            ("+881 612 345 678", nil, "+881612345678"), ("00870 773 123 456", "DE", "+870773123456"),
            ("+882 16 1234 5678", nil, "+8821612345678"), ("06 39 98 01 23", "FR", "+33639980123"),
            ("+44 7700 900123", "ZZ", "+447700900123"),
        ] as [(String, String?, String)] {
            #expect(PhoneNumber(text, in: country)?.e164 == number, "\(text) \(country ?? "")")
            #expect(PhoneNumber.isStored(number), "\(number)")
            #expect(PhoneNumber(number, in: "US")?.e164 == number)
        }
    }

    @Test func `14: what can't be a number is none`() {
        for (text, country) in [
            ("", nil), ("0170 1234567", nil), ("0170 1234567", "ZZ"), ("12", "DE"), ("+49", nil), ("+49 1", nil),
            ("call me", "DE"), ("+49 170 1234567 ext. 5", nil), ("++49 170 1234567", nil), ("49+1701234567", "DE"),
            ("+999 170 1234567", nil), ("+49 170 1234567 1234567", nil), ("+1 202 555 014", nil),
            ("+1 202 555 01434", nil), ("+0 170 1234567", nil), ("600 12 34", "ES"), ("sip:+491701234567", nil),
        ] as [(String, String?)] { #expect(PhoneNumber(text, in: country) == nil, "\(text) \(country ?? "")") }
        for text in ["", "0170", "+49 170 1234567", "491701234567", "+4917012345671234567"] {
            #expect(!PhoneNumber.isStored(text), "\(text)")
        }
    }

    @Test func `14: every country has a code, and every zone its country`() {
        for (country, plan) in PhoneCountries.plans {
            #expect(PhoneCountries.lengths[plan.code] != nil, "\(country)")
        }
        // No code begins another: so a number is read in one way.
        for code in PhoneCountries.lengths.keys {
            #expect(!PhoneCountries.lengths.keys.contains { $0 != code && $0.hasPrefix(code) }, "\(code)")
        }
        #expect(PhoneCountries.plans.count > 240)
        for (zone, country) in [
            ("Europe/Berlin", "DE"), ("Asia/Tehran", "IR"), ("Europe/Kyiv", "UA"), ("Europe/Kiev", "UA"),
        ] { #expect(ZoneCountries.country(of: zone) == country) }
        #expect(ZoneCountries.country(of: "UTC") == nil)
    }

    @Test func `14: four digits and more may be a number's; a name, a date of words or an address are none`() {
        for text in ["4567", "+49 170", "0170 123 45 67", "۴۵۶۷", "(202) 555"] {
            #expect(SearchedWords(text).isNumber, "\(text)")
        }
        for text in ["456", "p4567", "sofia 1234", "a@b.example", "", "4567890123456789012345"] {
            #expect(!SearchedWords(text).isNumber, "\(text)")
        }
        #expect(PhoneNumber.Searched("+49 (0)170 1")?.beginnings == ["+491701"])
        #expect(PhoneNumber.Searched("0170 123 45 67")?.ends == ["01701234567", "1701234567"])
        // Two zeros are dialled before a country's code, or are among the last digits.
        let short = PhoneNumber.Searched("0042")
        #expect(short?.beginnings == [] && short?.ends == ["0042"])
        let long = PhoneNumber.Searched("0049 170 123")
        #expect(long?.beginnings == ["+49170123"] && long?.ends == ["0049170123"])
        #expect(PhoneNumber.Searched("+49 170")?.ends == [])
    }

    @Test func `14: digits of a card are four, whatever stands for the others`() {
        for text in ["4242", "•••• 4242", "**** **** **** 4242", "xxxx-4242", "۴۲۴۲"] {
            #expect(CardDigits.searched(text) == "4242", "\(text)")
        }
        for text in ["424", "42424", "4242 4242", "pi_4242", ""] {
            #expect(CardDigits.searched(text) == nil, "\(text)")
        }
        #expect(CardDigits.shown("4242") == "•••• 4242" && CardDigits.shown("").isEmpty)
    }
}
