import HTML
import Postgres

/// A lesson in a calendar: the days on which it takes place, and its exceptions.
struct CalendarEvent: Sendable {
    struct Details: Sendable, Equatable {
        var summary: String
        var location: String
        var description: String
    }

    /// Replaces one day of the series.
    struct Override: Sendable {
        /// The day of the series that it replaces.
        var day: Int
        var newDay: Int
        var time: Range<Int>
        var details: Details
        var isCancelled: Bool
        /// In seconds since 1970.
        var changed: Int
    }

    /// The same in every feed and after every publication.
    var uid: String
    /// In order, and at least one. In a weekly series, whole weeks are between them.
    var days: [Int]
    /// Minutes since midnight in the calendar's zone.
    var time: Range<Int>
    var details: Details
    var category: String
    var changed: Int
    /// Only for an event that takes place once.
    var isCancelled = false
    var overrides: [Override] = []
}

/// Writes iCalendar (RFC 5545).
struct CalendarText {
    private var out: [UInt8] = []
    private let zone: ZoneRules

    private init(_ zone: ZoneRules) { self.zone = zone }

    /// A calendar to subscribe to; clients reload it each hour.
    static func calendar(name: String, link: String, zone: ZoneRules, _ events: [CalendarEvent]) -> [UInt8] {
        var text = CalendarText(zone)
        text.line("BEGIN:VCALENDAR")
        text.line("VERSION:2.0")
        text.line("PRODID:-//Roost//Timetable//EN")
        text.line("CALSCALE:GREGORIAN")
        text.line("METHOD:PUBLISH")
        text.line("NAME:" + escaped(name))
        text.line("X-WR-CALNAME:" + escaped(name))
        text.line("X-WR-TIMEZONE:" + zone.name)
        text.line("URL:" + link)
        text.line("REFRESH-INTERVAL;VALUE=DURATION:PT1H")
        text.line("X-PUBLISHED-TTL:PT1H")
        text.timeZone()
        for event in events { text.event(event, link) }
        text.line("END:VCALENDAR")
        return text.out
    }

    // MARK: The time zone

    /// Writes every clock change separately: the rules of law may change, and no client has to guess.
    private mutating func timeZone() {
        line("BEGIN:VTIMEZONE")
        line("TZID:" + zone.name)
        observance(from: zone.offset, to: zone.offset, at: "19700101T000000", isDaylight: false)
        var last = zone.offset
        for transition in zone.transitions {
            observance(
                from: last, to: transition.offset, at: Self.local(seconds: transition.at + last),
                isDaylight: transition.offset > last)
            last = transition.offset
        }
        line("END:VTIMEZONE")
    }

    private mutating func observance(from: Int, to: Int, at start: String, isDaylight: Bool) {
        let name = isDaylight ? "DAYLIGHT" : "STANDARD"
        line("BEGIN:" + name)
        line("DTSTART:" + start)
        line("TZOFFSETFROM:" + Self.offset(from))
        line("TZOFFSETTO:" + Self.offset(to))
        line("TZNAME:" + Self.offset(to))
        line("END:" + name)
    }

    private static func offset(_ seconds: Int) -> String {
        let size = abs(seconds)
        let text = (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60)
        return size % 60 == 0 ? text : text + two(size % 60)
    }

    // MARK: Events

    private mutating func event(_ event: CalendarEvent, _ link: String) {
        guard let first = event.days.first else { return }
        begin(event.uid, event.changed)
        line("DTSTART" + time(first, event.time.lowerBound))
        line("DTEND" + time(first, event.time.upperBound))
        let rule = WeeklyRule(event.days)
        if rule.count > 1 {
            line("RRULE:FREQ=WEEKLY\(rule.interval == 1 ? "" : ";INTERVAL=\(rule.interval)");COUNT=\(rule.count)")
        }
        for day in rule.excluded { line("EXDATE" + time(day, event.time.lowerBound)) }
        if event.isCancelled { cancelled() }
        end(event.details, event.category, link)
        for override in event.overrides {
            begin(event.uid, max(event.changed, override.changed))
            line("RECURRENCE-ID" + time(override.day, event.time.lowerBound))
            line("DTSTART" + time(override.newDay, override.time.lowerBound))
            line("DTEND" + time(override.newDay, override.time.upperBound))
            if override.isCancelled { cancelled() }
            end(override.details, event.category, link)
        }
    }

    /// Shown as cancelled; the time counts as free.
    private mutating func cancelled() {
        line("STATUS:CANCELLED")
        line("TRANSP:TRANSPARENT")
    }

    /// The time stamp of an event is that of its last change, so the feed has the same bytes as long as nothing
    /// changes.
    private mutating func begin(_ uid: String, _ changed: Int) {
        let stamp = Self.local(seconds: changed) + "Z"
        line("BEGIN:VEVENT")
        line("UID:" + uid)
        line("DTSTAMP:" + stamp)
        line("LAST-MODIFIED:" + stamp)
        // The standard only requires that it grows with every change; it is in seconds since 2020.
        line("SEQUENCE:\(max(0, changed - 1_577_836_800))")
    }

    private mutating func end(_ details: CalendarEvent.Details, _ category: String, _ link: String) {
        line("SUMMARY:" + Self.escaped(details.summary))
        if !details.location.isEmpty { line("LOCATION:" + Self.escaped(details.location)) }
        if !details.description.isEmpty { line("DESCRIPTION:" + Self.escaped(details.description)) }
        line("CATEGORIES:" + Self.escaped(category))
        line("URL:" + link)
        line("END:VEVENT")
    }

    /// `;TZID=Europe/Minsk:20260907T090000`. Minute 1440 is the next day's midnight.
    private func time(_ day: Int, _ minute: Int) -> String {
        ";TZID=\(zone.name):" + Self.local(seconds: day * 86_400 + minute * 60)
    }

    private static func local(seconds: Int) -> String {
        let digits = LocalTime(microseconds: seconds * 1_000_000).iso.filter { $0 != "-" && $0 != ":" }
        return "\(digits.prefix(8))T\(digits.suffix(6))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    // MARK: Lines

    /// Escapes text by RFC 5545, 3.3.11. Drops other control characters, which a text can't contain.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                out += "\\"
                out.unicodeScalars.append(scalar)
            case "\n": out += "\\n"
            case "\r": break
            case _ where scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F: out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// Folds lines at 75 octets, never within a character.
    private mutating func line(_ text: String) {
        var length = 0
        for scalar in text.unicodeScalars {
            let bytes = UTF8.encode(scalar) ?? UTF8.EncodedScalar()
            if length + bytes.count > 75 {
                out += [0x0D, 0x0A, 0x20]
                length = 1
            }
            out += bytes
            length += bytes.count
        }
        out += [0x0D, 0x0A]
    }
}

/// The shortest rule for the days of a weekly series: every one, two or four weeks, except some days. Every calendar
/// supports days excluded from a rule; Outlook and Google don't support days added to it (RDATE).
struct WeeklyRule: Equatable {
    let interval: Int
    /// Includes the excluded days.
    let count: Int
    let excluded: [Int]

    init(_ days: [Int]) {
        guard let first = days.first, let last = days.last, first < last else {
            (interval, count, excluded) = (1, days.count, [])
            return
        }
        let wanted = Set(days)
        var best: (interval: Int, all: [Int])?
        for interval in [4, 2, 1] {
            let all = Array(stride(from: first, through: last, by: interval * 7))
            guard wanted.isSubset(of: all), all.count < best?.all.count ?? .max else { continue }
            best = (interval, all)
        }
        interval = best?.interval ?? 1
        count = best?.all.count ?? days.count
        excluded = (best?.all ?? []).filter { !wanted.contains($0) }
    }
}
