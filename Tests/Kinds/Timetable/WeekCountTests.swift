import Foundation
import HTML
import Support
import Testing

@testable import Timetable

@Suite struct WeekCountTests {
    private func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        GregorianDate(year: year, month: month, day: day).dayNumber
    }

    private func autumn(_ holidays: [TermCalendar.Holiday] = [], firstWeek: Int = 1) -> TermCalendar {
        TermCalendar(days: day(2026, 9, 1)...day(2026, 12, 31), firstWeek: firstWeek, holidays: holidays)
    }

    @Test func `TT5: the week of the term's first day is the first, and 1 comes after 4`() {
        let calendar = autumn()
        // 1 September 2026 is a Tuesday.
        #expect(calendar.week(of: day(2026, 9, 1)) == 1)
        #expect(calendar.week(of: day(2026, 9, 6)) == 1)
        #expect(calendar.week(of: day(2026, 9, 7)) == 2)
        #expect(calendar.week(of: day(2026, 9, 28)) == 1)
        #expect(autumn(firstWeek: 3).week(of: day(2026, 9, 14)) == 1)
    }

    @Test func `TT5: before the first day and after the last there is no week`() {
        #expect(autumn().week(of: day(2026, 8, 31)) == nil)
        #expect(autumn().week(of: day(2027, 1, 1)) == nil)
    }

    @Test func `TT5: a week that lies in holidays that don't count is left out, and the count goes on after it`() {
        let away = TermCalendar.Holiday(days: day(2026, 11, 2)...day(2026, 11, 8), isCounted: false)
        let calendar = autumn([away])
        #expect(calendar.week(of: day(2026, 11, 1)) == 1)
        #expect(calendar.week(of: day(2026, 11, 4)) == nil)
        #expect(calendar.week(of: day(2026, 11, 9)) == 2)
        // Monday to Saturday is enough.
        let short = TermCalendar.Holiday(days: day(2026, 11, 2)...day(2026, 11, 7), isCounted: false)
        #expect(autumn([short]).week(of: day(2026, 11, 9)) == 2)
    }

    @Test func `TT5: a holiday that counts, or that leaves a day of the week, stops no count`() {
        let counted = TermCalendar.Holiday(days: day(2026, 11, 2)...day(2026, 11, 8), isCounted: true)
        #expect(autumn([counted]).week(of: day(2026, 11, 9)) == 3)
        let half = TermCalendar.Holiday(days: day(2026, 11, 2)...day(2026, 11, 6), isCounted: false)
        #expect(autumn([half]).week(of: day(2026, 11, 9)) == 3)
    }

    @Test func `TT5: on holidays of either sort nothing takes place`() {
        let calendar = autumn([
            .init(days: day(2026, 9, 7)...day(2026, 9, 7), isCounted: true),
            .init(days: day(2026, 9, 14)...day(2026, 9, 14), isCounted: false),
        ])
        let mondays = calendar.occurrences(weekday: 1, weeks: .all, days: day(2026, 9, 1)...day(2026, 9, 30))
        #expect(mondays == [day(2026, 9, 21), day(2026, 9, 28)])
    }

    @Test func `TT5: 400 random terms are counted as python-dateutil counts them`() throws {
        let cases = (0..<UInt64(400)).map { seed in
            var random = SeededRandom(seed)
            return Self.line(&random)
        }
        #expect(try Reference.run("reference.py", cases) == "400 cases, 0 differ\n")
    }

    private static func line(_ random: inout SeededRandom) -> [String: Any] {
        let first = Int.random(in: 18_000...24_000, using: &random)
        let days = first...first + Int.random(in: 0...250, using: &random)
        let holidays = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let start = Int.random(in: first - 20...days.upperBound + 10, using: &random)
            return TermCalendar.Holiday(
                days: start...start + Int.random(in: 0...20, using: &random), isCounted: Bool.random(using: &random))
        }
        let firstWeek = Int.random(in: 1...4, using: &random)
        let calendar = TermCalendar(days: days, firstWeek: firstWeek, holidays: holidays)
        let lessons = (0..<5).map { _ in
            let start = Int.random(in: first - 10...days.upperBound, using: &random)
            return (
                weekday: Int.random(in: 1...7, using: &random),
                weeks: Weeks(mask: Int.random(in: 1...15, using: &random)) ?? .all,
                days: start...start + Int.random(in: 0...120, using: &random)
            )
        }
        return [
            "days": [days.lowerBound, days.upperBound], "first_week": firstWeek,
            "holidays": holidays.map {
                ["first": $0.days.lowerBound, "last": $0.days.upperBound, "counted": $0.isCounted] as [String: Any]
            },
            "lessons": lessons.map {
                [
                    "weekday": $0.weekday, "weeks": $0.weeks.numbers, "first": $0.days.lowerBound,
                    "last": $0.days.upperBound,
                ] as [String: Any]
            },
            "said_weeks": days.map { calendar.week(of: $0) ?? 0 },
            "said_days": lessons.map { calendar.occurrences(weekday: $0.weekday, weeks: $0.weeks, days: $0.days) },
        ]
    }
}
