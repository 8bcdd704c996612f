import HTML

/// The timetable of a group, a teacher or a room, as strangers read it.
package struct PublicTimetablePage: Sendable {
    package struct DayTab: Sendable {
        package var label: String
        package var short: String
        package var number: String
        package var link: Link
        package var isToday: Bool
        package var isChosen: Bool
        /// Nothing takes place on it.
        package var isFree: Bool

        package init(
            label: String, short: String, number: String, link: Link, isToday: Bool, isChosen: Bool, isFree: Bool
        ) {
            self.label = label
            self.short = short
            self.number = number
            self.link = link
            self.isToday = isToday
            self.isChosen = isChosen
            self.isFree = isFree
        }
    }

    package struct Tab: Sendable {
        package var label: LocalText
        package var value: String
        package var link: Link
        package var isCurrent: Bool

        package init(label: LocalText, value: String, link: Link, isCurrent: Bool) {
            self.label = label
            self.value = value
            self.link = link
            self.isCurrent = isCurrent
        }
    }

    package struct Change: Sendable {
        package var title: String
        package var lines: [String]
        package var at: String

        package init(title: String, lines: [String], at: String) {
            self.title = title
            self.lines = lines
            self.at = at
        }
    }

    /// When lessons begin, or when they ended, with that day.
    package struct Note: Sendable {
        package var text: LocalText
        package var link: Link

        package init(text: LocalText, link: Link) {
            self.text = text
            self.link = link
        }
    }

    package enum View: Sendable {
        case today, day, week
    }

    package var frame: PublicFrame
    package var kind: LocalText
    package var details: [String]
    /// For what the browser remembers of this group.
    package var owner: String
    package var week: LocalText
    package var span: String
    package var view: View
    package var todayLink: Link
    package var dayLink: Link
    package var weekLink: Link
    package var previous: Link
    package var next: Link
    package var days: [DayTab]
    package var subgroups: [Tab]
    /// Before the first lesson and after the last one.
    package var note: Note?
    package var shown: [PublicDay]
    /// The next day on which something takes place, below a day on which nothing does any more.
    package var then: PublicDay?
    package var exams: [PublicDay]
    package var changes: [Change]
    package var webcal: Link?
    package var google: Link?
    package var calendar: Link
    package var calendarAddress: String

    package init(
        frame: PublicFrame, kind: LocalText, details: [String], owner: String, week: LocalText, span: String,
        view: View,
        todayLink: Link, dayLink: Link, weekLink: Link, previous: Link, next: Link, days: [DayTab], subgroups: [Tab],
        shown: [PublicDay], then: PublicDay?, exams: [PublicDay], changes: [Change], webcal: Link?, google: Link?,
        calendar: Link, calendarAddress: String
    ) {
        self.frame = frame
        self.kind = kind
        self.details = details
        self.owner = owner
        self.week = week
        self.span = span
        self.view = view
        self.todayLink = todayLink
        self.dayLink = dayLink
        self.weekLink = weekLink
        self.previous = previous
        self.next = next
        self.days = days
        self.subgroups = subgroups
        self.shown = shown
        self.then = then
        self.exams = exams
        self.changes = changes
        self.webcal = webcal
        self.google = google
        self.calendar = calendar
        self.calendarAddress = calendarAddress
    }

    package var isToday: Bool { view == .today }
    package var isWeek: Bool { view == .week }

    package static var sample: PublicTimetablePage {
        let here: Link = "/public/pary/timetable/groups/253502"
        return PublicTimetablePage(
            frame: .sample("253502 \"<b>\""), kind: LocalText(Strings.timetable_group), details: ["<b>"],
            owner: "253502",
            week: Strings.timetable_week(week: 2), span: "7–13 Sep 2026", view: .today, todayLink: here, dayLink: here,
            weekLink: here, previous: here, next: here,
            days: [
                DayTab(
                    label: "Monday", short: "Mo", number: "7", link: here, isToday: true, isChosen: true, isFree: false),
                DayTab(
                    label: "Tuesday", short: "Tu", number: "8", link: here, isToday: false, isChosen: false,
                    isFree: true),
            ],
            subgroups: [
                Tab(label: LocalText(Strings.timetable_subgroup_all), value: "", link: here, isCurrent: true),
                Tab(label: Strings.timetable_subgroup_number(number: 1), value: "1", link: here, isCurrent: false),
            ], shown: [.sample], then: .sampleEmpty, exams: [.sample],
            changes: [Change(title: "Maths <b>", lines: ["Room: 201 → 305"], at: "7 Sep 2026, 09:14")],
            webcal: nil, google: Link(https: "calendar.google.com"), calendar: "\(here)/calendar.ics",
            calendarAddress: "https://roost.example.org/public/pary/timetable/groups/253502/calendar.ics")
    }

    package static var sampleWeek: PublicTimetablePage {
        var page = sample
        (page.view, page.shown, page.then, page.exams) = (.week, [.sample, .sampleEmpty], nil, [])
        page.note = Note(text: Strings.timetable_term_begins(day: "7 Sep 2026"), link: page.weekLink)
        (page.subgroups, page.changes) = ([], [])
        return page
    }
}
