import HTML

/// The attendance of a class: one day to mark, the days before, how often each student was there.
package struct AttendancePage: Sendable {
    package struct Day: Sendable {
        package var label: String
        package var link: Link

        package init(
            label: String, link: Link
        ) {
            self.label = label
            self.link = link
        }
    }

    /// What a student was on another day.
    package struct Before: Sendable {
        package var letter: String
        package var word: String
        /// A class of the style sheet.
        package var look: String

        package init(
            letter: String, word: String, look: String
        ) {
            self.letter = letter
            self.word = word
            self.look = look
        }
    }

    package struct Row: Sendable {
        package var name: String
        package var link: Link
        package var field: String
        package var seen: HiddenValue
        package var options: [Choice.Option]
        package var before: [Before]
        package var rate: String
        /// What the rate was made from.
        package var how: String
        package var error: LocalText?

        package init(
            name: String, link: Link, field: String, seen: HiddenValue, options: [Choice.Option], before: [Before],
            rate: String, how: String, error: LocalText?
        ) {
            self.name = name
            self.link = link
            self.field = field
            self.seen = seen
            self.options = options
            self.before = before
            self.rate = rate
            self.how = how
            self.error = error
        }

        package var chosen: String { options.first { $0.isSelected }?.label ?? "" }
    }

    package var frame: Frame
    package var action: Link
    package var script: Link
    package var mayChange: Bool
    /// `yyyy-mm-dd`, of the day that is marked.
    package var dayISO: String
    package var day: Field
    /// In place of a day on which the marks were not saved.
    package var otherDay: Field?
    /// Of the period that rates are for.
    package var from: Field
    package var until: Field
    package var dayInWords: String
    package var days: [Day]
    package var rows: [Row]
    package var why: Field
    package var classRate: String
    package var classHow: String

    package init(
        frame: Frame, action: Link, script: Link, mayChange: Bool, dayISO: String, day: Field,
        otherDay: Field? = nil, from: Field, until: Field,
        dayInWords: String, days: [Day], rows: [Row], why: Field, classRate: String, classHow: String
    ) {
        self.frame = frame
        self.action = action
        self.script = script
        self.mayChange = mayChange
        self.dayISO = dayISO
        self.day = day
        self.otherDay = otherDay
        self.from = from
        self.until = until
        self.dayInWords = dayInWords
        self.days = days
        self.rows = rows
        self.why = why
        self.classRate = classRate
        self.classHow = classHow
    }

    /// A day that is refused is said beside its field.
    package var isOpen: Bool { day.error != nil }

    package static var sample: AttendancePage {
        AttendancePage(
            frame: .sample("Attendance", at: "tenants"), action: "/t/gradely/classes/1/attendance",
            script: "/assets/grades.js", mayChange: true,
            dayISO: "2026-11-23",
            day: .day("day", LocalText(Strings.gradebook_date), "2026-11-23", .en, isRequired: true),
            from: .day("from", LocalText(Strings.gradebook_rates_from), "", .en),
            until: .day("until", LocalText(Strings.gradebook_rates_until), "", .en), dayInWords: "23 Nov 2026",
            days: [Day(label: "20 Nov", link: "/t/gradely/classes/1/attendance?day=2026-11-20")],
            rows: [
                Row(
                    name: "Adams, \"Ruth\" <x>", link: "/t/gradely/classes/1/students/1", field: "state-1",
                    seen: HiddenValue("seen-1", "1 present"),
                    options: [
                        .init(value: "", label: "—", isSelected: false),
                        .init(value: "present", label: "Present", isSelected: true),
                    ], before: [Before(letter: "A", word: "Absent", look: "absent")], rate: "50.0%", how: "1 / 2",
                    error: Strings.gradebook_marked_meanwhile(name: "Ms <Hall>", state: "Absent", yours: "Excused"))
            ],
            why: Field("why", label: LocalText(Strings.gradebook_why), hint: LocalText(Strings.gradebook_why_hint)),
            classRate: "97.5%", classHow: "39 / 40")
    }
}
