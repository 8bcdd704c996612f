import Console
import HTML
import Postgres
import Support
import Testing
import Web

@testable import Timetable

@Suite(.serialized) struct CalendarTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var root: String { "/public/\(site.tenant.slug)/timetable" }

    private func publish(_ browser: inout TestBrowser) async {
        _ = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "For a test")])
        site.console.services.received("public \(site.tenant.id)")
    }

    private func lines(_ answer: Answer) -> [String] {
        answer.text.split(separator: "\r\n").reduce(into: []) { lines, line in
            if line.first == " ", let last = lines.popLast() {
                lines.append(last + line.dropFirst())
            } else {
                lines.append(String(line))
            }
        }
    }

    @Test func `TT8: a group's calendar repeats its lessons by their weeks, in the tenant's zone`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(weeks: "1, 3"), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        let answer = await anybody.get("\(root)/groups/G1/calendar.ics")
        #expect(answer.status == 200 && answer.headers[.contentType] == "text/calendar; charset=utf-8")
        let lines = lines(answer)
        for line in [
            "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTIMEZONE", "TZID:\(site.tenant.zone)",
            "UID:\(id)@timetable.roost",
            "DTSTART;TZID=\(site.tenant.zone):20260907T090000", "DTEND;TZID=\(site.tenant.zone):20260907T102000",
            "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=8", "SUMMARY:Maths (Lecture)", "LOCATION:201",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(!lines.contains { $0.hasPrefix("EXDATE") })
        for address in ["teachers/petrov-o", "rooms/201", "groups/g1"] {
            let other = await anybody.get("\(root)/\(address)/calendar.ics")
            #expect(other.has("UID:\(id)@timetable.roost"), "\(address)")
        }
        for address in ["groups/G9", "teachers/nobody", "rooms/999", "groups/G1/calendar.ics?subgroup=x"] {
            let path = address.contains("calendar") ? address : "\(address)/calendar.ics"
            #expect(await anybody.get("\(root)/\(path)").status == 404, "\(address)")
        }
    }

    @Test func `TT8: a subgroup's calendar has its own lessons and the whole group's`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics", day: 2, subgroup: "1"), &browser)
        try await site.add(site.fields("Physics", day: 3, subgroup: "2"), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        let first = lines(await anybody.get("\(root)/groups/G1/calendar.ics?subgroup=1"))
        #expect(first.filter { $0 == "BEGIN:VEVENT" }.count == 2)
        #expect(
            first.contains { $0.hasSuffix(":20260908T090000") } && !first.contains { $0.hasSuffix(":20260909T090000") })
        #expect(lines(await anybody.get("\(root)/groups/G1/calendar.ics")).filter { $0 == "BEGIN:VEVENT" }.count == 3)
    }

    @Test func `TT8: single days are cancelled, moved and taken over by RECURRENCE-ID, at once and under the same UID`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await publish(&browser)
        let uid = "UID:\(id)@timetable.roost"
        for change in [
            [("day", "2026-09-14"), ("change", "cancelled")],
            [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-23"), ("new_starts", "10:35")],
            [
                ("day", "2026-09-28"), ("change", "substituted"), ("new_teachers", "Ivanova Anna"), ("new_room", "305"),
                ("new_reason", "No other way"),
            ],
        ] {
            let answer = await browser.post("\(site.base)/timetable-lessons/\(id)/exceptions", change)
            #expect(answer.status == 303, "\(answer.text)")
        }
        site.console.services.received("public \(site.tenant.id)")
        let zone = site.tenant.zone
        var anybody = site.console.browser()
        let group = lines(await anybody.get("\(root)/groups/G1/calendar.ics"))
        #expect(group.filter { $0 == uid }.count == 4)
        for line in [
            "RECURRENCE-ID;TZID=\(zone):20260914T090000", "STATUS:CANCELLED",
            "RECURRENCE-ID;TZID=\(zone):20260921T090000", "DTSTART;TZID=\(zone):20260923T103500",
            "DTEND;TZID=\(zone):20260923T115500", "RECURRENCE-ID;TZID=\(zone):20260928T090000", "LOCATION:305",
        ] { #expect(group.contains(line), "\(line)") }
        #expect(group.filter { $0 == "STATUS:CANCELLED" }.count == 1)
        // Who is relieved sees the day as cancelled; who takes over has it as an event of its own.
        let usual = lines(await anybody.get("\(root)/teachers/petrov-o/calendar.ics"))
        #expect(usual.filter { $0 == "STATUS:CANCELLED" }.count == 2)
        let substitute = lines(await anybody.get("\(root)/teachers/ivanova-a/calendar.ics"))
        #expect(substitute.filter { $0 == "BEGIN:VEVENT" }.count == 1)
        #expect(substitute.contains("UID:2026-09-28-\(id)@timetable.roost"))
        #expect(substitute.contains("DTSTART;TZID=\(zone):20260928T090000"))
        let room = lines(await anybody.get("\(root)/rooms/305/calendar.ics"))
        #expect(room.contains("UID:2026-09-28-\(id)@timetable.roost"))
    }

    /// The table of deploy/decisions/timetable.md, row by row.
    @Test func `TT8: what Apple, Google and Thunderbird read differently is written so that each reads it`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(weeks: "1, 2, 4"), &browser)
        await publish(&browser)
        let address = "\(site.base)/timetable-lessons/\(id)/exceptions"
        for change in [
            [("day", "2026-09-14"), ("change", "cancelled")],
            [("day", "2026-10-05"), ("change", "moved"), ("new_day", "2026-10-07"), ("new_starts", "10:35")],
        ] { #expect(await browser.post(address, change).status == 303) }
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let answer = await anybody.get("\(root)/groups/G1/calendar.ics")
        let (lines, zone) = (lines(answer), site.tenant.zone)
        func place(_ line: String) throws -> Int { try #require(lines.firstIndex(of: line), "\(line)") }
        // The time zone: a name that all know, with its rules before the first event, and on every time.
        #expect(lines.contains("X-WR-TIMEZONE:\(zone)") && zone.contains("/"))
        #expect(try place("TZID:\(zone)") < place("BEGIN:VEVENT"))
        let times = lines[try place("BEGIN:VEVENT")...].filter { line in
            ["DTSTART", "DTEND", "EXDATE", "RECURRENCE-ID"].contains { line.hasPrefix($0) }
        }
        #expect(times.count >= 8 && times.allSatisfy { $0.contains(";TZID=\(zone):2026") && !$0.hasSuffix("Z") })
        // The series: a rule and its exceptions, in the form of its start.
        #expect(lines.count { $0.hasPrefix("RRULE:FREQ=WEEKLY") && $0.contains("COUNT=") } == 1)
        #expect(!lines.contains { $0.hasPrefix("RDATE") || $0.contains("UNTIL=") })
        #expect(lines.contains("EXDATE;TZID=\(zone):20260921T090000"))
        // One day that differs: under the same UID after the series, by the time that the series has on that day.
        let uids = lines.indices.filter { lines[$0] == "UID:\(id)@timetable.roost" }
        #expect(uids.count == 3)
        let rule = try #require(lines.firstIndex { $0.hasPrefix("RRULE") })
        for recurrence in ["20260914T090000", "20261005T090000"] {
            #expect(try place("RECURRENCE-ID;TZID=\(zone):\(recurrence)") > rule)
            #expect(!lines.contains("EXDATE;TZID=\(zone):\(recurrence)"))
        }
        // One day that is cancelled: an event that says so and takes no time, with its name.
        let cancelled = try place("STATUS:CANCELLED")
        #expect(lines[cancelled + 1] == "TRANSP:TRANSPARENT" && lines[cancelled + 2].hasPrefix("SUMMARY:Maths"))
        // What is newer: a number and a time, both of the last change.
        for prefix in ["SEQUENCE:", "LAST-MODIFIED:", "DTSTAMP:"] { #expect(lines.count { $0.hasPrefix(prefix) } == 3) }
        // Reading it again: when to, and whether anything changed.
        #expect(lines.contains("REFRESH-INTERVAL;VALUE=DURATION:PT1H") && lines.contains("X-PUBLISHED-TTL:PT1H"))
        let again = await anybody.get("\(root)/groups/G1/calendar.ics")
        #expect(
            again.text == answer.text && answer.headers[.eTag] != nil && again.headers[.eTag] == answer.headers[.eTag])
    }

    @Test func `TT8: a day that is as usual again makes the series newer, never older`() async throws {
        var browser = try site.browser()
        let exam = site.fields().filter { $0.0 != "kind" } + [("kind", "exam"), ("first_day", "2026-09-14")]
        let id = try await site.add(exam, &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        func sequence(_ browser: inout TestBrowser) async throws -> Int {
            site.console.services.received("public \(site.tenant.id)")
            let lines = lines(await browser.get("\(root)/groups/G1/calendar.ics"))
            let line = try #require(lines.first { $0.hasPrefix("SEQUENCE:") })
            return try #require(Int(line.dropFirst(9)))
        }
        // As if published and made an hour ago.
        for statement: SQL in [
            "update timetable_published set published_at = published_at - interval '1 hour' where lesson_id = \(id)",
            "update timetable_terms set days_made_at = days_made_at - interval '1 hour' where id = \(site.term)",
        ] { try site.installation.inTenant(site.tenant) { tx in _ = try tx.execute(statement) } }
        let usual = try await sequence(&anybody)
        let change = [("day", "2026-09-14"), ("change", "cancelled")]
        #expect(await browser.post("\(site.base)/timetable-lessons/\(id)/exceptions", change).status == 303)
        let cancelled = try await sequence(&anybody)
        #expect(cancelled > usual)
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id)")?.id("id"))
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        #expect(try await sequence(&anybody) >= cancelled)
    }

    @Test func `TT8: a holiday makes the calendars of its own term newer, and no other's`() async throws {
        var browser = try site.browser()
        func made() throws -> String? {
            try site.one("select days_made_at::text as at from timetable_terms where id = \(site.term)")?.text("at")
        }
        let before = try made()
        for (day, changes) in [("2027-05-01", false), ("2026-09-16", true)] {
            let fields = [("name", day), ("first_day", day), ("last_day", day), ("is_counted", "yes")]
            #expect(await browser.post("\(site.base)/timetable-holidays", fields).status == 303)
            #expect(try (made() != before) == changes, "\(day)")
        }
    }

    @Test func `TT8: the fewest words are found for the days of a series`() {
        #expect(WeeklyRule([0]) == WeeklyRule([0]) && WeeklyRule([0]).count == 1)
        #expect(WeeklyRule([0, 7, 14]).interval == 1 && WeeklyRule([0, 7, 14]).excluded == [])
        #expect(WeeklyRule([0, 28, 56]).interval == 4 && WeeklyRule([0, 28, 56]).count == 3)
        #expect(WeeklyRule([0, 14, 42]).interval == 2 && WeeklyRule([0, 14, 42]).excluded == [28])
        // Every fourth week, put off by a week of holidays.
        #expect(WeeklyRule([0, 28, 63]).interval == 1 && WeeklyRule([0, 28, 63]).excluded.count == 7)
    }

    private static let zones = [
        "Europe/Minsk", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Santiago", "America/St_Johns",
        "Asia/Tehran", "Asia/Kathmandu", "Asia/Almaty", "Africa/Casablanca", "Africa/Cairo", "Australia/Lord_Howe",
        "Pacific/Apia", "UTC",
    ]

    @Test
    func
        `TT8: 280 random calendars in 14 zones are read by icalendar and python-dateutil as the days they were made of`()
        throws
    {
        let connection = try site.installation.database.connection(.superuser)
        let cases = try (0..<280).map { seed in
            var random = SeededRandom(UInt64(seed))
            return try Self.line(Self.zones[seed % Self.zones.count], connection, &random)
        }
        #expect(try Reference.run("calendar_reference.py", cases) == "280 calendars, 0 differ\n")
    }

    private static func line(_ zone: String, _ connection: Connection, _ random: inout SeededRandom) throws -> [String:
        Any]
    {
        let first = Int.random(in: 16_500...22_300, using: &random)
        let days = first...first + Int.random(in: 20...250, using: &random)
        let holidays = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let start = Int.random(in: first - 20...days.upperBound + 10, using: &random)
            return TermCalendar.Holiday(
                days: start...start + Int.random(in: 0...20, using: &random), isCounted: Bool.random(using: &random))
        }
        let calendar = TermCalendar(days: days, firstWeek: Int.random(in: 1...4, using: &random), holidays: holidays)
        var events: [CalendarEvent] = []
        var said: [[String: Any]] = []
        for number in 0..<6 {
            let start = Int.random(in: first - 10...days.upperBound, using: &random)
            let occurrences = calendar.occurrences(
                weekday: Int.random(in: 1...7, using: &random),
                weeks: Weeks(mask: Int.random(in: 1...15, using: &random)) ?? .all,
                days: start...start + Int.random(in: 0...150, using: &random))
            guard !occurrences.isEmpty else { continue }
            let begins = Int.random(in: 360...1300, using: &random)
            let time = begins..<begins + Int.random(in: 1...140, using: &random)
            let summary = String(
                (0..<Int.random(in: 1...90, using: &random)).map { _ in
                    "aб;,\\:\"گ😀 \n".randomElement(using: &random) ?? "-"
                })
            var event = CalendarEvent(
                uid: "\(number)@test", days: occurrences, time: time,
                details: .init(summary: "S\(summary)E", location: summary, description: summary), category: summary,
                changed: 1_700_000_000 + number)
            var listed = occurrences.map { [Self.text($0, time.lowerBound), time.count, false] as [Any] }
            if occurrences.count > 1 {
                for index in occurrences.indices where Int.random(in: 0..<5, using: &random) == 0 {
                    let isCancelled = Bool.random(using: &random)
                    let moved =
                        isCancelled ? occurrences[index] : occurrences[index] + Int.random(in: -3...3, using: &random)
                    let newTime = isCancelled ? time : 420..<500
                    event.overrides.append(
                        .init(
                            day: occurrences[index], newDay: moved, time: newTime, details: event.details,
                            isCancelled: isCancelled, changed: 1_700_000_500))
                    listed[index] = [Self.text(moved, newTime.lowerBound), newTime.count, isCancelled]
                }
            }
            events.append(event)
            said.append(["uid": event.uid, "days": listed, "summary": event.details.summary])
        }
        let rules = try ZoneRules(zone, days: days.lowerBound - 60...days.upperBound + 400) {
            try connection.send($0).rows()
        }
        let text = CalendarText.calendar(name: "Группа 1", link: "https://roost.example.org/", zone: rules, events)
        return ["ics": String(decoding: text, as: UTF8.self), "zone": zone, "said": said]
    }

    private static func text(_ day: Int, _ minute: Int) -> String {
        let time = CalendarDay(number: day).iso + "T" + Bells.words(minute)
        return time
    }
}
