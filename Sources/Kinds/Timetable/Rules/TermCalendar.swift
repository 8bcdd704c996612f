import HTML

/// Computes the week number, 1 to 4, of a day, and the days on which lessons take place.
///
/// A week runs from Monday to Sunday. The term sets the number of the week that contains its first day; each
/// following week has the next number, and 1 follows 4. If Monday to Saturday of a week are holidays that are not
/// counted, the week has no number, and the count continues after it as if it did not exist. On a holiday of either
/// kind no lesson takes place.
struct TermCalendar: Sendable {
    struct Holiday: Sendable, Hashable {
        /// Day numbers: 0 is 1970-01-01.
        var days: ClosedRange<Int>
        var isCounted: Bool
    }

    struct TeachingDay: Sendable, Hashable {
        var day: Int
        /// 1 is Monday.
        var weekday: Int
        /// From 1 to 4.
        var week: Int
    }

    let days: ClosedRange<Int>
    let holidays: [Holiday]
    private let firstMonday: Int
    /// By the number of weeks after the first.
    private let numbers: [Int?]

    init(days: ClosedRange<Int>, firstWeek: Int, holidays: [Holiday]) {
        self.days = days
        self.holidays = holidays.filter { $0.days.overlaps(days.lowerBound - 6...days.upperBound + 6) }
        let monday = Self.monday(of: days.lowerBound)
        firstMonday = monday
        let left = self.holidays.filter { !$0.isCounted }
        var counted = 0
        numbers = stride(from: monday, through: days.upperBound, by: 7).map { monday in
            let isLeftOut = (monday...monday + 5).allSatisfy { day in left.contains { $0.days.contains(day) } }
            if isLeftOut { return nil }
            counted += 1
            return (firstWeek - 1 + counted - 1) % 4 + 1
        }
    }

    static func monday(of day: Int) -> Int { day - GregorianDate.weekday(dayNumber: day) }

    /// 1 is Monday.
    static func weekday(of day: Int) -> Int { GregorianDate.weekday(dayNumber: day) + 1 }

    /// nil outside the term, and in a week that the count skips.
    func week(of day: Int) -> Int? {
        guard days.contains(day) else { return nil }
        return numbers[(Self.monday(of: day) - firstMonday) / 7]
    }

    /// Returns the weeks of the count in which a lesson takes place. One that takes place once is in its day's week alone, and in none
    /// if that day has no number of a week.
    func weeks(of lesson: LessonDates) -> [Int] {
        lesson.isOnce ? [week(of: lesson.days.lowerBound)].compactMap { $0 } : lesson.weeks.numbers
    }

    func isHoliday(_ day: Int) -> Bool { holidays.contains { $0.days.contains(day) } }

    /// All days on which lessons take place, in order.
    var teachingDays: [TeachingDay] {
        days.compactMap { day in
            guard let week = week(of: day), !isHoliday(day) else { return nil }
            return TeachingDay(day: day, weekday: Self.weekday(of: day), week: week)
        }
    }

    /// Returns the days on which a lesson takes place. One that takes place once has its day, whatever its weeks and the
    /// holidays say.
    func days(of lesson: LessonDates) -> [Int] {
        lesson.isOnce
            ? [lesson.days.lowerBound] : occurrences(weekday: lesson.weekday, weeks: lesson.weeks, days: lesson.days)
    }

    /// Returns true if two lessons take place on the same day at least once.
    func meet(_ one: LessonDates, _ other: LessonDates) -> Bool {
        guard one.days.overlaps(other.days) else { return false }
        if one.isOnce { return days(of: other).contains(one.days.lowerBound) }
        if other.isOnce { return days(of: one).contains(other.days.lowerBound) }
        guard one.weekday == other.weekday, let weeks = Weeks(mask: one.weeks.mask & other.weeks.mask) else {
            return false
        }
        return !occurrences(weekday: one.weekday, weeks: weeks, days: one.days.clamped(to: other.days)).isEmpty
    }

    /// Returns the days of a weekly lesson on that weekday, in those weeks, between those days.
    func occurrences(weekday: Int, weeks: Weeks, days wanted: ClosedRange<Int>) -> [Int] {
        guard wanted.overlaps(days) else { return [] }
        let span = wanted.clamped(to: days)
        let first = span.lowerBound + (weekday - Self.weekday(of: span.lowerBound) + 7) % 7
        return stride(from: first, through: span.upperBound, by: 7).filter { day in
            week(of: day).map(weeks.contains) == true && !isHoliday(day)
        }
    }
}
