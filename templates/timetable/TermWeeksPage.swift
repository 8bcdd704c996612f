import HTML

/// The calendar weeks of a term: which of them is which of 1 to 4, and the holidays in each.
package struct TermWeeksPage: Sendable {
    package struct Holiday: Sendable {
        package var name: String
        package var days: String
        /// The count of weeks leaves it out.
        package var isLeftOut: Bool

        package init(name: String, days: String, isLeftOut: Bool) {
            self.name = name
            self.days = days
            self.isLeftOut = isLeftOut
        }
    }

    package struct Week: Sendable {
        /// “Week 2”, or that it has no number.
        package var label: LocalText
        package var days: String
        package var holidays: [Holiday]
        package var isCurrent: Bool

        package init(label: LocalText, days: String, holidays: [Holiday], isCurrent: Bool) {
            self.label = label
            self.days = days
            self.holidays = holidays
            self.isCurrent = isCurrent
        }
    }

    package var frame: Frame
    package var term: String
    package var weeks: [Week]
    /// nil for somebody who may only look.
    package var edit: Link?
    package var holidays: Link

    package init(frame: Frame, term: String, weeks: [Week], edit: Link?, holidays: Link) {
        self.frame = frame
        self.term = term
        self.weeks = weeks
        self.edit = edit
        self.holidays = holidays
    }

    package static var sample: TermWeeksPage {
        TermWeeksPage(
            frame: .sample(
                "Weeks of the term", at: "clock", crumbs: [Crumb(label: "Timetable", link: "/t/rooster-me/timetable")]),
            term: "Autumn <2026>",
            weeks: [
                Week(
                    label: Strings.timetable_week_now(week: 1), days: "7 Sep 2026 – 13 Sep 2026", holidays: [],
                    isCurrent: true),
                Week(
                    label: LocalText(Strings.timetable_week_uncounted), days: "14 Sep 2026 – 20 Sep 2026",
                    holidays: [Holiday(name: "Feast <b>", days: "14 Sep 2026 – 20 Sep 2026", isLeftOut: true)],
                    isCurrent: false),
            ], edit: "/t/rooster-me/timetable-terms/1", holidays: "/t/rooster-me/timetable-holidays")
    }
}
