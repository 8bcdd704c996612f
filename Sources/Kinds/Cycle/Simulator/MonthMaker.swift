import CyclePrediction
import HTML
import Templates

/// A month as the app shows it for one prediction; days that another prediction marks differently are highlighted.
struct MonthMaker {
    let prediction: Prediction
    var other: Prediction?
    let month: HTML.CalendarMonth
    let language: Language

    var page: CycleMonth {
        let style = DateStyle(language)
        // The week begins on Saturday in Iran, and on Monday in the countries of the other languages.
        let firstWeekday = language == .fa ? 6 : 1
        let first = Day(number: month.firstDay)
        let next = HTML.CalendarMonth(of: month.firstDay + 31, in: language).firstDay
        let weekdays = (0..<7).map { place in
            // 1970-01-05 was a Monday.
            let full = style.weekday(LocalTime(dayNumber: 4 + (firstWeekday - 1 + place) % 7))
            return CycleMonth.Weekday(short: shortWeekday((firstWeekday - 1 + place) % 7), full: full)
        }
        let before = (first.weekday - firstWeekday + 7) % 7
        var cells = [CycleMonth.Cell?](repeating: nil, count: before)
        cells += (month.firstDay..<next).map { cell(Day(number: $0), place: $0 - month.firstDay + 1) }
        cells += [CycleMonth.Cell?](repeating: nil, count: (7 - cells.count % 7) % 7)
        return CycleMonth(
            title: style.month(month.label), weekdays: weekdays,
            weeks: stride(from: 0, to: cells.count, by: 7).map { start in
                CycleMonth.Week(cells: cells[start..<(start + 7)].map { $0 ?? .empty })
            })
    }

    private func shortWeekday(_ weekday: Int) -> String {
        let all = LocalText(Strings.cycle_weekdays).resolve(in: language).split(separator: " ").map { String($0) }
        return weekday < all.count ? all[weekday] : ""
    }

    private func cell(_ day: Day, place: Int) -> CycleMonth.Cell {
        let numbers = NumberStyle(language)
        let marks = prediction.marks(on: day)
        return CycleMonth.Cell(
            day: numbers.integer(place),
            full: DateStyle(language).date(LocalTime(dayNumber: day.number)),
            cycleDay: prediction.cycleDay(of: day).map { Strings.cycle_day(number: $0) },
            tone: Self.tone(marks), isToday: marks.contains(.today), marks: Self.words(marks),
            isDifferent: other.map { Self.shown($0.marks(on: day)) != Self.shown(marks) } ?? false)
    }

    /// Today is the same day in both predictions.
    private static func shown(_ marks: DayMarks) -> DayMarks { marks.subtracting(.today) }

    /// The number of days of the month that the two predictions mark differently.
    var differences: Int {
        guard let other else { return 0 }
        let next = HTML.CalendarMonth(of: month.firstDay + 31, in: language).firstDay
        return (month.firstDay..<next).count { number in
            let day = Day(number: number)
            return Self.shown(prediction.marks(on: day)) != Self.shown(other.marks(on: day))
        }
    }

    /// The colour only repeats the words.
    private static func tone(_ marks: DayMarks) -> String {
        if marks.contains(.period) { return "period" }
        if marks.contains(.ovulationLikely) { return "ovulation" }
        if marks.contains(.fertileLikely) { return "fertile" }
        if marks.contains(.periodLikely) { return "period-likely" }
        if marks.contains(.fertilePossible) { return "fertile-possible" }
        return marks.contains(.periodPossible) ? "period-possible" : ""
    }

    private static func words(_ marks: DayMarks) -> [LocalText] {
        var words: [StringKey] = []
        if marks.contains(.period) {
            words.append(Strings.cycle_mark_period)
        } else if marks.contains(.periodLikely) {
            words.append(Strings.cycle_mark_period_likely)
        } else if marks.contains(.periodPossible) {
            words.append(Strings.cycle_mark_period_possible)
        }
        if marks.contains(.ovulationLikely) {
            words.append(
                marks.contains(.ovulationBySigns) ? Strings.cycle_mark_ovulation_signs : Strings.cycle_mark_ovulation)
        }
        if marks.contains(.fertileLikely) {
            words.append(Strings.cycle_mark_fertile)
        } else if marks.contains(.fertilePossible) {
            words.append(Strings.cycle_mark_fertile_possible)
        }
        return words.map { LocalText($0) }
    }
}
