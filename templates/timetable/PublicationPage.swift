import HTML

/// What publishing the draft would change for students and teachers; and what was published before.
package struct PublicationPage: Sendable {
    package struct Change: Sendable {
        package var name: String
        package var when: String
        package var lines: [LocalText]
        /// The lesson's page, where there is one.
        package var link: Link?

        package init(name: String, when: String, lines: [LocalText], link: Link? = nil) {
            self.name = name
            self.when = when
            self.lines = lines
            self.link = link
        }
    }

    package struct Version: Sendable {
        package var number: String
        /// The version with what it changed.
        package var page: Link
        package var by: LocalText
        package var summary: LocalText
        package var reason: String
        /// nil: it is the one that holds, or nobody who looks may go back.
        package var link: Link?
        package var hidden: [HiddenValue]
        package var field: Field

        package init(
            number: String, page: Link, by: LocalText, summary: LocalText, reason: String, link: Link?,
            hidden: [HiddenValue],
            field: Field
        ) {
            self.number = number
            self.page = page
            self.by = by
            self.summary = summary
            self.reason = reason
            self.link = link
            self.hidden = hidden
            self.field = field
        }
    }

    package var frame: Frame
    package var term: String
    package var summary: LocalText
    package var changes: [Change]
    package var more: LocalText?
    /// What of the draft the page shows.
    package var seen: HiddenValue?
    package var action: Link
    /// Rooms whose seats are not known: nobody finds that too many come.
    package var seats: LocalText?
    package var seatsLink: Link = "/"
    package var clashes: LocalText?
    package var clashLink: Link
    package var reason: Field
    package var versions: [Version]
    package var back: Link

    package init(
        frame: Frame, term: String, summary: LocalText, changes: [Change], more: LocalText?, action: Link,
        clashes: LocalText?, clashLink: Link, reason: Field, versions: [Version], back: Link
    ) {
        self.frame = frame
        self.term = term
        self.summary = summary
        self.changes = changes
        self.more = more
        self.action = action
        self.clashes = clashes
        self.clashLink = clashLink
        self.reason = reason
        self.versions = versions
        self.back = back
    }

    package var hasChanges: Bool { !changes.isEmpty }
    package var table: ChangeTable {
        ChangeTable(summary, head: LocalText(Strings.timetable_change), changes: changes)
    }
    package var errors: ErrorSummary? { ErrorSummary([reason.problem]) }

    package static var sample: PublicationPage {
        let summary = Strings.timetable_summary(
            lessons: Strings.timetable_lessons_change(count: 37), groups: Strings.timetable_for_groups(count: 12))
        var page = PublicationPage(
            frame: .sample("Publish the timetable", at: "clock"), term: "Autumn <2026>", summary: summary,
            changes: [
                Change(
                    name: "Physics \"<b>\"", when: "Monday 09:00–10:20",
                    lines: [Strings.timetable_diff(part: Strings.timetable_room, old: "201", new: "<305>")])
            ], more: Strings.timetable_more(count: 36), action: "/t/rooster-me/timetable/publication",
            clashes: Strings.timetable_clash_count(count: 3),
            clashLink: "/t/rooster-me/timetable-clashes",
            reason: Field(
                "reason", label: LocalText(Strings.timetable_reason), error: LocalText(Strings.timetable_error_reason),
                isRequired: true),
            versions: [
                Version(
                    number: "2", page: "/t/rooster-me/timetable-publications/1",
                    by: Strings.timetable_published_by(name: "Sara \"<b>\"", time: "20 Nov 2026, 09:14"),
                    summary: Strings.timetable_summary(
                        lessons: Strings.timetable_lessons_changed(count: 37),
                        groups: Strings.timetable_for_groups(count: 12)), reason: "<b>",
                    link: "/t/rooster-me/timetable/publication/return",
                    hidden: [HiddenValue("version", "1")],
                    field: Field("reason", label: LocalText(Strings.timetable_reason), isRequired: true).prefixed("v1-")
                )
            ], back: "/t/rooster-me/timetable")
        page.seats = Strings.timetable_seats_unknown(count: 3)
        page.seatsLink = "/t/rooster-me/timetable-rooms"
        return page
    }

    package static var sampleEmpty: PublicationPage {
        var page = sample
        (page.changes, page.versions, page.clashes) = ([], [], nil)
        page.reason.error = nil
        return page
    }
}
