import HTML
import Postgres
import Templates

/// What a lesson may be within its term and its groups: forms and imports ask the same.
enum LessonBounds {
    /// Returns what is wrong with a lesson's first and last day, by the field. A lesson with one day may be on one of the days of exams.
    static func faults(from first: Int, to last: Int, in term: Term) -> [(field: String, text: LocalText)] {
        if last < first { return [("last_day", LocalText(Strings.error_until_before))] }
        if first == last { return term.examDays.contains(first) ? [] : [("first_day", outside(term.examDays))] }
        return [("first_day", first), ("last_day", last)].filter { !term.days.contains($0.1) }.map {
            ($0.0, outside(term.days))
        }
    }

    /// Returns what is wrong with a lesson's subgroup; nil if one of its groups has so many. `subgroups` are those of each group: none
    /// of a group that is not divided. A lesson without groups has any.
    static func fault(subgroup: Int, of subgroups: [Int]) -> LocalText? {
        guard let most = subgroups.max(), subgroup > max(1, most) else { return nil }
        return Strings.error_number(least: 0, most: max(1, most))
    }

    /// Returns what is wrong with a lesson that replaces `old`, by the field. What was so before and stays is no fault of a change that
    /// is about something else. `subgroups` returns a group's number of them.
    static func faults(
        of content: LessonContent, over old: LessonContent?, in term: Term, subgroups: (ID) -> Int
    ) -> [(field: String, text: LocalText)] {
        var all: [(field: String, text: LocalText)] = []
        if content.days != old?.days {
            all += faults(from: content.days.lowerBound, to: content.days.upperBound, in: term)
        }
        if content.subgroup != old?.subgroup || Set(content.groups) != Set(old?.groups ?? []),
            let text = fault(subgroup: content.subgroup, of: content.groups.map({ subgroups($0) }))
        {
            all.append(("subgroup", text))
        }
        return all
    }

    static func outside(_ days: ClosedRange<Int>) -> LocalText {
        Strings.timetable_error_outside(
            first: Formatted.date(CalendarDay(number: days.lowerBound).time),
            last: Formatted.date(CalendarDay(number: days.upperBound).time))
    }
}
