import HTML

/// A month as a cycle tracker shows it. What a day is marked as stands in words; the colour repeats it.
package struct CycleMonth: Sendable {
    package struct Weekday: Sendable {
        package var short: String
        package var full: String

        package init(short: String, full: String) {
            self.short = short
            self.full = full
        }
    }

    package struct Week: Sendable {
        package var cells: [Cell]

        package init(cells: [Cell]) { self.cells = cells }
    }

    package struct Cell: Sendable {
        package var day: String
        package var full: String
        package var cycleDay: LocalText?
        /// `period`, `fertile`, `ovulation`, their `-likely` and `-possible`; empty for none.
        package var tone: String
        package var isToday: Bool
        package var marks: [LocalText]
        /// Another set of rules marks it otherwise.
        package var isDifferent: Bool

        package init(
            day: String, full: String, cycleDay: LocalText?, tone: String, isToday: Bool, marks: [LocalText],
            isDifferent: Bool
        ) {
            self.day = day
            self.full = full
            self.cycleDay = cycleDay
            self.tone = tone
            self.isToday = isToday
            self.marks = marks
            self.isDifferent = isDifferent
        }

        /// Of another month.
        package static let empty = Cell(
            day: "", full: "", cycleDay: nil, tone: "", isToday: false, marks: [], isDifferent: false)

        package var isEmpty: Bool { day.isEmpty }
    }

    package var title: String
    package var weekdays: [Weekday]
    package var weeks: [Week]

    package init(title: String, weekdays: [Weekday], weeks: [Week]) {
        self.title = title
        self.weekdays = weekdays
        self.weeks = weeks
    }

    package static func sample(isSecond: Bool) -> CycleMonth {
        let marks: [(tone: String, mark: StringKey)] = [
            ("period", Strings.cycle_mark_period), ("fertile", Strings.cycle_mark_fertile),
            ("ovulation", Strings.cycle_mark_ovulation), ("fertile-possible", Strings.cycle_mark_fertile_possible),
            ("period-likely", Strings.cycle_mark_period_likely),
        ]
        let cells = (1...28).map { day in
            let mark = marks[(day / 3) % marks.count]
            return Cell(
                day: String(day), full: "\(day) Nov 2026", cycleDay: Strings.cycle_day(number: day), tone: mark.tone,
                isToday: day == 20, marks: [LocalText(mark.mark)], isDifferent: isSecond && day % 9 == 0)
        }
        return CycleMonth(
            title: "Nov 2026", weekdays: (1...7).map { Weekday(short: "D\($0)", full: "Day \($0)") },
            weeks: [Week(cells: [Cell](repeating: .empty, count: 7))]
                + stride(from: 0, to: 28, by: 7).map { Week(cells: Array(cells[$0..<($0 + 7)])) })
    }
}
