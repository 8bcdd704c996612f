import HTML

/// The week of a group, a teacher or a room.
package struct WeekPage: Sendable {
    /// A way to another week or another sort of owner.
    package struct Tab: Sendable {
        package var label: LocalText
        package var link: Link
        package var value: String
        package var isCurrent: Bool

        package init(label: LocalText, link: Link, value: String, isCurrent: Bool) {
            self.label = label
            self.link = link
            self.value = value
            self.isCurrent = isCurrent
        }
    }

    package struct Term: Sendable {
        package var name: String
        package var link: Link
        package var isCurrent: Bool

        package init(name: String, link: Link, isCurrent: Bool) {
            self.name = name
            self.link = link
            self.isCurrent = isCurrent
        }
    }

    package var frame: Frame
    /// The group's, the teacher's or the room's name.
    package var heading: String?
    /// What strangers read of it.
    package var publicPage: Link?
    package var draft: LocalText?
    package var clashes: LocalText?
    package var clashLink: Link
    package var publish: Link?
    package var add: Link?
    package var here: Link
    package var search: String
    package var notFound: Bool
    package var owners: [Tab]
    /// Empty if there is only one.
    package var terms: [Term]
    /// The id of the term that is shown; nil while there is none.
    package var term: String?
    package var weeks: [Tab]
    /// The way to weeks of the calendar.
    package var dates: [Tab] = []
    /// How many dates differ from what repeats, and the week of one of them; nil if none does, and in a week of the calendar.
    package var differing: Tab?
    /// Which calendar week is which of them; nil while there is no term.
    package var termWeeks: Link?
    /// nil while there is no term.
    package var grid: WeekGrid?
    package var hasScript: Bool

    package init(
        frame: Frame, heading: String?, publicPage: Link?, draft: LocalText?, clashes: LocalText?, clashLink: Link,
        publish: Link?,
        add: Link?, here: Link, search: String, notFound: Bool, owners: [Tab], terms: [Term], term: String?,
        weeks: [Tab], grid: WeekGrid?, hasScript: Bool
    ) {
        self.frame = frame
        self.heading = heading
        self.publicPage = publicPage
        self.draft = draft
        self.clashes = clashes
        self.clashLink = clashLink
        self.publish = publish
        self.add = add
        self.here = here
        self.search = search
        self.notFound = notFound
        self.owners = owners
        self.terms = terms
        self.term = term
        self.weeks = weeks
        self.grid = grid
        self.hasScript = hasScript
    }

    package var hasTerm: Bool { term != nil }
    package var hasTerms: Bool { !terms.isEmpty }
    package var hasDates: Bool { !dates.isEmpty }

    package static var sample: WeekPage {
        let here: Link = "/t/rooster-me/timetable"
        var page = WeekPage(
            frame: .sample("Timetable", at: "clock"), heading: "253502 \"<b>\"",
            publicPage: "/public/rooster-me/timetable", draft: Strings.timetable_draft(count: 37),
            clashes: Strings.timetable_clash_count(count: 3),
            clashLink: "/t/rooster-me/timetable-clashes", publish: "/t/rooster-me/timetable/publication",
            add: "/t/rooster-me/timetable-lessons/new", here: here, search: "\"<q>\"", notFound: true,
            owners: [Tab(label: LocalText(Strings.timetable_group), link: here, value: "group", isCurrent: true)],
            terms: [
                Term(name: "Spring \"<2027>\"", link: here, isCurrent: false),
                Term(name: "Autumn 2026", link: here, isCurrent: true),
            ], term: "1",
            weeks: [
                Tab(label: Strings.timetable_week_now(week: 1), link: here, value: "1", isCurrent: true),
                Tab(label: LocalText(Strings.timetable_all_weeks), link: here, value: "", isCurrent: false),
            ], grid: .sample, hasScript: true)
        page.termWeeks = "/t/rooster-me/timetable-terms/1/weeks"
        page.dates = [
            Tab(label: LocalText(Strings.timetable_previous_week), link: here, value: "", isCurrent: false),
            Tab(
                label: Strings.timetable_dates_week(dates: "23 Nov – 29 Nov 2026", week: 1), link: here, value: "",
                isCurrent: true),
        ]
        page.differing = Tab(label: Strings.timetable_dates_differ(count: 2), link: here, value: "", isCurrent: false)
        page.frame.flash = Flash(
            warning: Strings.timetable_lesson_clashes(clash: "Room <201> is taken"),
            undo: "/t/rooster-me/timetable-lessons/1/move", look: "/t/rooster-me/timetable-lessons/1")
        return page
    }

    package static var sampleEmpty: WeekPage {
        var page = sample
        (page.grid, page.heading, page.term, page.draft, page.clashes, page.publish) = (nil, nil, nil, nil, nil, nil)
        (page.publicPage, page.terms, page.termWeeks, page.dates, page.differing) = (nil, [], nil, [], nil)
        page.frame.flash = nil
        return page
    }
}
