import Foundation
import Testing

@testable import HTML

struct DateTests {
    private let time = LocalTime(year: 2026, month: 11, day: 20, hour: 9, minute: 14)

    @Test func `a date and time in four languages`() throws {
        let time = try #require(time)
        #expect(
            Language.allCases.map { Formatted.dateTime(time).string(in: $0) } == [
                "20 Nov 2026, 09:14", "20 nov 2026, 09:14", "20 нояб. 2026, 09:14", "۲۹ آبان ۱۴۰۵، ۰۹:۱۴",
            ])
        #expect(
            Language.allCases.map { Formatted.dayMonth(time).string(in: $0) } == [
                "20 Nov", "20 nov", "20 нояб.", "۲۹ آبان",
            ])
        #expect(
            Language.allCases.map { Formatted.weekday(time).string(in: $0) } == [
                "Friday", "viernes", "пятница", "جمعه",
            ])
        #expect(time.iso == "2026-11-20 09:14:00")
    }

    @Test func `days before 1970 count backwards`() {
        #expect(LocalTime(microseconds: -1).iso == "1969-12-31 23:59:59")
        #expect(LocalTime(microseconds: 0).iso == "1970-01-01 00:00:00")
        #expect(LocalTime(year: 1600, month: 2, day: 29)?.iso == "1600-02-29 00:00:00")
        #expect(GregorianDate.weekday(dayNumber: -1) == 2)
    }

    @Test func `there is no 30 February and no minute 60`() {
        #expect(LocalTime(year: 2026, month: 2, day: 29) == nil)
        #expect(LocalTime(year: 2026, month: 13, day: 1) == nil)
        #expect(LocalTime(year: 2026, month: 1, day: 1, minute: 60) == nil)
    }

    @Test(arguments: [
        (1979, 2, 11, 1357, 11, 22), (2000, 3, 20, 1379, 1, 1), (2017, 3, 20, 1395, 12, 30),
        (2021, 3, 20, 1399, 12, 30),
        (2021, 3, 21, 1400, 1, 1), (2025, 3, 20, 1403, 12, 30), (2026, 3, 21, 1405, 1, 1), (622, 3, 22, 1, 1, 1),
    ])
    func `known days of both calendars`(_ g: Int, _ gm: Int, _ gd: Int, _ j: Int, _ jm: Int, _ jd: Int) {
        let day = GregorianDate(year: g, month: gm, day: gd).dayNumber
        #expect(JalaliDate(dayNumber: day) == JalaliDate(year: j, month: jm, day: jd))
        #expect(JalaliDate(year: j, month: jm, day: jd).dayNumber == day)
    }

    @Test func `every day of seven centuries follows the one before`() throws {
        var day = try #require(JalaliDate(year: 1000, month: 1, day: 1).dayNumber)
        let last = try #require(JalaliDate(year: 1700, month: 1, day: 1).dayNumber)
        var before = try #require(JalaliDate(dayNumber: day - 1))
        while day < last {
            let date = try #require(JalaliDate(dayNumber: day))
            let follows =
                date.year == before.year && date.month == before.month && date.day == before.day + 1
                || date.day == 1 && date.month == before.month + 1 && date.year == before.year
                || date.day == 1 && date.month == 1 && before.month == 12 && date.year == before.year + 1
            guard follows, date.dayNumber == day else {
                Issue.record("\(before) then \(date)")
                return
            }
            before = date
            day += 1
        }
    }

    @Test func `Foundation's Persian calendar agrees on a day of every month from 1178 to 1633, and at each new year`()
        throws
    {
        var calendar = Calendar(identifier: .persian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let first = try #require(JalaliDate(year: 1178, month: 1, day: 1).dayNumber)
        let last = try #require(JalaliDate(year: 1634, month: 1, day: 1).dayNumber)
        var differing: [String] = []
        let newYears = (1178...1633).compactMap { JalaliDate(year: $0, month: 1, day: 1).dayNumber }
        for day in Array(stride(from: first, to: last, by: 29)) + newYears + newYears.dropFirst().map({ $0 - 1 }) {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let theirs = JalaliDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
            if let ours = JalaliDate(dayNumber: day), ours != theirs { differing.append("\(ours) \(theirs)") }
        }
        #expect(differing.isEmpty, "\(differing.count) days, first \(differing.first ?? "")")
    }

    @Test func `beyond the table a Persian page shows the Gregorian day`() throws {
        let time = try #require(LocalTime(year: 9999, month: 1, day: 2))
        #expect(Formatted.date(time).string(in: .fa) == "۲ ۱ ۹۹۹۹")
        #expect(JalaliDate(year: 1404, month: 12, day: 30).dayNumber == nil)
        #expect(!Formatted.dateTime(LocalTime(microseconds: .min)).string(in: .fa).isEmpty)
        #expect(!Formatted.dateTime(LocalTime(microseconds: .max)).string(in: .en).isEmpty)
    }
}
