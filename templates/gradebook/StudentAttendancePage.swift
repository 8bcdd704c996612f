import HTML

/// One student's attendance in a class, day by day.
package struct StudentAttendancePage: Sendable {
    package struct Day: Sendable {
        package var day: String
        package var link: Link
        package var field: String
        package var seen: HiddenValue
        package var options: [Choice.Option]
        package var error: LocalText?
        /// nil for a day that was never marked.
        package var history: Link?

        package init(
            day: String, link: Link, field: String, seen: HiddenValue, options: [Choice.Option], error: LocalText?,
            history: Link?
        ) {
            self.history = history
            self.day = day
            self.link = link
            self.field = field
            self.seen = seen
            self.options = options
            self.error = error
        }

        package var chosen: String { options.first { $0.isSelected }?.label ?? "" }
    }

    package var frame: Frame
    package var name: String
    package var action: Link
    package var back: Link
    package var script: Link
    package var mayChange: Bool
    package var days: [Day]
    /// Says that not all days are listed.
    package var cut: LocalText?
    package var why: Field
    package var facts: [Fact]

    package init(
        frame: Frame, name: String, action: Link, back: Link, script: Link, mayChange: Bool, days: [Day],
        cut: LocalText?, why: Field, facts: [Fact]
    ) {
        self.cut = cut
        self.why = why
        self.frame = frame
        self.name = name
        self.action = action
        self.back = back
        self.script = script
        self.mayChange = mayChange
        self.days = days
        self.facts = facts
    }

    package static var sampleEmpty: StudentAttendancePage {
        var page = sample
        page.days = []
        return page
    }

    package static var sample: StudentAttendancePage {
        StudentAttendancePage(
            frame: .sample("Adams, \"Ruth\"", at: "tenants"), name: "Adams, \"Ruth\" <x>",
            action: "/t/gradely/classes/1/students/1/attendance", back: "/t/gradely/classes/1/students/1",
            script: "/assets/grades.js", mayChange: true,
            days: [
                Day(
                    day: "Monday, 23 Nov 2026", link: "/t/gradely/classes/1/attendance?day=2026-11-23",
                    field: "state-2026-11-23", seen: HiddenValue("seen-2026-11-23", "1 present"),
                    options: [
                        .init(value: "", label: "—", isSelected: false),
                        .init(value: "present", label: "Present", isSelected: true),
                    ], error: Strings.gradebook_marked_meanwhile(name: "Ms <Hall>", state: "Absent", yours: "Excused"),
                    history: "/t/gradely/classes/1/students/1/attendance/1")
            ], cut: Strings.gradebook_days_cut(count: 250),
            why: Field(
                "why", label: LocalText(Strings.gradebook_why), value: "<x>",
                hint: LocalText(Strings.gradebook_why_hint)),
            facts: [Fact(LocalText(Strings.gradebook_rate), "97.5%")])
    }
}
