import Testing

@testable import HTML

struct TypedDayTests {
    @Test
    func `C: a day is read in both calendars, with Latin, Persian and Arabic digits, and anything else is no day`() {
        for text in [
            "2026-11-20", "2026/11/20", "۲۰۲۶-۱۱-۲۰", "۱۴۰۵/۰۸/۲۹", "1405-8-29", "١٤٠٥/٠٨/٢٩", " \u{200F}۱۴۰۵/۸/۲۹ ",
        ] {
            #expect(TypedDay.iso(text) == "2026-11-20", "\(text)")
        }
        for text in [
            "", "2026-13-01", "2026-02-30", "۱۴۰۵/۱۲/۳۰", "۱۴۰۵/۱۳/۰۱", "20-11-2026", "2026-11", "yesterday",
            "-2026-11-20",
        ] {
            #expect(TypedDay.iso(text) == nil, "\(text)")
        }
        // 1403 is a leap year.
        #expect(TypedDay.iso("۱۴۰۳/۱۲/۳۰") == "2025-03-20")
    }

    @Test
    func
        `C: a field shows a Jalali day on a Persian page, what a browser's field needs on others, and what is no day as typed`()
    {
        #expect(
            TypedDay.field("2026-11-20", in: .fa) == "۱۴۰۵/۰۸/۲۹"
                && TypedDay.field("2026-11-20", in: .ru) == "2026-11-20")
        #expect(TypedDay.field("tomorrow", in: .fa) == "tomorrow" && TypedDay.field("", in: .fa) == "")
        for day in stride(from: 0, to: 40_000, by: 97) {
            let iso = String(LocalTime(microseconds: day * 86_400_000_000).iso.prefix(10))
            #expect(TypedDay.iso(TypedDay.field(iso, in: .fa)) == iso)
        }
    }

    @Test func `12: a time is typed in the calendar of the page, and a browser's own field is understood too`() {
        for text in [
            "2026-11-20T18:05", "2026-11-20 18:05", "۱۴۰۵/۰۸/۲۹ ۱۸:۰۵", "1405/8/29 18:05", " ۲۰۲۶-۱۱-۲۰  ۱۸:۰۵ ",
        ] {
            #expect(TypedTime.iso(text) == "2026-11-20T18:05", "\(text)")
        }
        #expect(TypedTime.iso("2026-11-20T18:05:30") == "2026-11-20T18:05:30")
        for text in [
            "", "2026-11-20", "18:05", "2026-11-20T24:00", "2026-11-20T18:60", "2026-11-20T8:05", "۱۴۰۵/۱۳/۲۹ ۱۸:۰۵",
            "now",
        ] {
            #expect(TypedTime.iso(text) == nil && TypedTime.field(text, in: .fa) == text, "\(text)")
        }
        #expect(TypedTime.field("2026-11-20T18:05", in: .fa) == "۱۴۰۵/۰۸/۲۹ ۱۸:۰۵")
        #expect(TypedTime.field("2026-11-20T18:05", in: .ru) == "2026-11-20T18:05")
    }

    @Test func `C: months follow each other without a gap in the calendar of the language, and are written in words`()
        throws
    {
        let first = try #require(LocalTime(year: 2025, month: 12, day: 31))
        let last = try #require(LocalTime(year: 2027, month: 4, day: 1))
        let english = CalendarMonth.months(from: first, until: last, in: .en)
        #expect(
            english.map(\.label).first == "2025-12" && english.map(\.label).last == "2027-04" && english.count == 17)
        let persian = CalendarMonth.months(from: first, until: last, in: .fa)
        #expect(
            persian.map(\.label).first == "1404-10" && persian.map(\.label).last == "1406-01" && persian.count == 16)
        for (one, next) in zip(persian, persian.dropFirst()) {
            #expect((29...31).contains(next.firstDay - one.firstDay))
        }
        #expect(
            Language.allCases.map { DateStyle($0).month($0 == .fa ? "1405-08" : "2026-11") } == [
                "Nov 2026", "nov 2026", "ноя 2026", "آبان ۱۴۰۵",
            ])
        #expect(DateStyle(.en).month("texts") == "texts" && DateStyle(.en).month("2026-13") == "2026-13")
    }
}
