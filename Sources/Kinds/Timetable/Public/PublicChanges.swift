import Console
import HTML
import JSON
import Postgres
import Templates
import Web

/// A change for a group, a teacher or a room: from a publication, or on a single day.
struct PublicChange: Sendable {
    enum Kind: String, Sendable {
        case added, removed, changed, day
    }

    /// The id stays the same as long as the change exists.
    let id: String
    /// In seconds since 1970.
    let at: Int
    let kind: Kind
    /// The lesson's subject and its time.
    let title: String
    let lines: [String]
    /// Only for a change on a single day.
    let day: Int?

    private static let mostLessons = 100
    private static let mostShown = 50
    private static let secondsBack: Int64 = 30 * 86_400

    /// Returns the changes of the last 30 days, and future single days that differ: the newest first.
    static func all(
        of schedule: PublicSchedule, in tx: borrowing TenantTransaction, now: Timestamp, today: Int,
        _ language: Language
    ) throws -> [PublicChange] {
        let published = try publications(of: schedule, in: tx, now: now, language)
        let names = try PublicNames([schedule], in: tx)
        let days = (schedule.lessons + schedule.visiting).flatMap { lesson in
            schedule.exceptions(of: lesson).filter { exception in
                let isRecent = Int64(exception.changed) > now.seconds - secondsBack
                return (exception.moved?.day ?? exception.day) >= today || isRecent && exception.day >= today - 7
            }.map { single($0, of: lesson, names, language) }
        }
        return Array(
            (days + published).sorted { ($1.at, $0.day ?? 0, $0.id) < ($0.at, $1.day ?? 0, $1.id) }.prefix(mostShown))
    }

    /// Returns what the versions of the last 30 days come to: a lesson that was changed by several of them is one change, and
    /// none if it is again as it was before.
    private static func publications(
        of schedule: PublicSchedule, in tx: borrowing TenantTransaction, now: Timestamp, _ language: Language
    ) throws -> [PublicChange] {
        let term = schedule.term
        var times: [Int: Int] = [:]
        for row in try tx.rows(PublicQueries.versions(term.id, since: now.adding(seconds: -secondsBack))) {
            times[try row.int("number")] = try row.int("published")
        }
        guard !times.isEmpty else { return [] }
        let rows = try tx.rows(
            PublicQueries.changes(term.id, versions: times.keys.sorted(), of: schedule.owner, limit: mostLessons))
        return try LessonChange.net(rows.map { (lesson: try Lesson($0), isOld: try $0.bool("is_old")) })
            .compactMap { change in
                guard let shown = change.new ?? change.old else { return nil }
                let when =
                    shown.content.isOnce
                    ? CalendarDay(number: shown.content.days.lowerBound).words(language) : shown.summary(language)
                return PublicChange(
                    id: "\(shown.id)-\(change.version)", at: times[change.version] ?? 0, kind: change.kind,
                    title: [shown.subject, when].joined(in: language),
                    lines: change.lines(language).map { $0.resolve(in: language) }, day: nil)
            }
    }

    private static func single(
        _ exception: DayException, of lesson: PublicLesson, _ names: PublicNames, _ language: Language
    ) -> PublicChange {
        let day = CalendarDay(number: exception.day).words(language)
        var parts = [LocalText(exception.kind.label).resolve(in: language)]
        if let moved = exception.moved {
            parts.append(
                [
                    CalendarDay(number: moved.day).words(language),
                    Bells.words(exception.time(lesson.content.time).lowerBound),
                ].listed(in: language))
        }
        parts += [exception.room?.name ?? ""] + names.teacherNames(exception.teachers) + [exception.note]
        return PublicChange(
            id: "\(exception.id)", at: exception.changed, kind: .day,
            title: [lesson.subject, [day, Bells.words(lesson.content.time.lowerBound)].listed(in: language)]
                .joined(in: language),
            lines: [parts.filter { !$0.isEmpty }.joined(in: language)], day: exception.day)
    }
}

/// The changes, as JSON or as an Atom feed (RFC 4287) to which news readers and bots subscribe.
protocol PublicChangeReading: PublicReading {
    var owner: (kind: WeekOwner, segment: String) { get }
    var language: Language? { get }
    func answer(_ changes: [PublicChange], _ owner: PublicOwner, _ tenant: PublicTenant, _ services: Services)
        -> PublicAnswer
}

extension PublicChangeReading {
    var key: String { "\(owner.kind) \(owner.segment.lowercased()) \(language?.code ?? "")" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let today = try Today.number(in: tx)
        guard let found = try PublicOwner.find(owner.kind, owner.segment, in: tx),
            let term = try Term.current(today, in: tx)
        else { return nil }
        let schedule = try PublicSchedule(found, term, in: tx)
        let changes = try PublicChange.all(of: schedule, in: tx, now: .now, today: today, tenant.language(language))
        return answer(changes, found, tenant, services)
    }
}

struct PublicChangeList: PublicChangeReading {
    let owner: (kind: WeekOwner, segment: String)
    let language: Language?

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner else { return nil }
        (self.owner, language) = (owner, request.publicLanguage)
    }

    func answer(_ changes: [PublicChange], _ owner: PublicOwner, _ tenant: PublicTenant, _ services: Services)
        -> PublicAnswer
    {
        .json(
            .object([
                PublicData.owner(owner, tenant.places),
                (
                    "changes",
                    .array(
                        changes.map { change in
                            .object([
                                ("id", .string(change.id)),
                                ("at", .string(Timestamp(microseconds: Int64(change.at) * 1_000_000).iso)),
                                ("change", .string(change.kind.rawValue)), ("lesson", .string(change.title)),
                                ("day", change.day.map { PublicData.date($0) } ?? .null),
                                ("text", .array(change.lines.map { .string($0) })),
                            ])
                        })
                ),
            ]))
    }
}

struct PublicChangeFeed: PublicChangeReading {
    let owner: (kind: WeekOwner, segment: String)
    let language: Language?

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner else { return nil }
        (self.owner, language) = (owner, request.publicLanguage)
    }

    func answer(_ changes: [PublicChange], _ owner: PublicOwner, _ tenant: PublicTenant, _ services: Services)
        -> PublicAnswer
    {
        let page = "\(services.address)\(tenant.places.page(owner))"
        let newest = Timestamp(microseconds: Int64(changes.map(\.at).max() ?? 0) * 1_000_000)
        var text = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(tenant.language(language).code)">
            <title>\(Self.escaped("\(owner.name) · \(tenant.name)"))</title>
            <id>urn:uuid:\(owner.id)</id><link href="\(Self.escaped(page))"/>
            <updated>\(newest.iso)</updated><author><name>\(Self.escaped(tenant.name))</name></author>

            """
        for change in changes {
            text += """
                <entry><id>urn:roost:timetable:\(owner.id):\(change.id)</id><title>\(Self.escaped(change.title))</title>
                <updated>\(Timestamp(microseconds: Int64(change.at) * 1_000_000).iso)</updated>
                <link href="\(Self.escaped(page))"/><content>\(Self.escaped(change.lines.joined(separator: "\n")))</content></entry>

                """
        }
        return PublicAnswer(Array((text + "</feed>\n").utf8), type: "application/atom+xml; charset=utf-8")
    }

    /// Escapes text for XML 1.0, which can't contain most control characters.
    private static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "\n", "\t": out.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
