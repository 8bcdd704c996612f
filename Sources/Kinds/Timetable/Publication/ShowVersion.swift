import Console
import HTML
import Postgres
import Templates
import Web

/// Shows a published version: what it changed, when, by whom and why; and the way back to it.
struct ShowVersion: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("publication") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let row = try tx.first(PublicationQueries.version(id)) else { throw Refusal.notFound }
        return try PublishedVersion(row).page(in: tx, by: actor, services)
    }
}

/// A version as it is stored.
struct PublishedVersion {
    private static let most = 200

    let id: ID
    let term: ID
    let number: Int
    private let publisher: String
    private let publishedAt: Int
    let reason: String
    private let clashes: Int
    private let lessons: Int
    private let groups: Int
    /// 0: it went back to none.
    private let returnedTo: Int

    /// `row` as `PublicationQueries` selects it.
    init(_ row: Row) throws {
        id = try row.id("id")
        term = try row.id("term_id")
        number = try row.int("number")
        publisher = try row.text("published_by")
        publishedAt = Int(try row.localTime("published_at"))
        reason = try row.text("reason")
        clashes = try row.int("clashes")
        lessons = try row.int("lessons_added") + row.int("lessons_changed") + row.int("lessons_removed")
        groups = try row.int("groups_touched")
        returnedTo = try row.int("returned_to")
    }

    func link(_ actor: Actor) -> Link { "\(actor.link(to: PublicationList.list))/\(id)" }

    func by(_ language: Language) -> LocalText {
        let time = DateStyle(language).dateTime(LocalTime(microseconds: publishedAt))
        return Strings.timetable_published_by(name: publisher, time: time)
    }

    var summary: LocalText {
        returnedTo > 0
            ? Strings.timetable_returned_to(number: returnedTo)
            : DraftChanges.summary(lessons: lessons, groups: groups)
    }

    /// `typed` and `error` are those of a refused form.
    func page(
        typed: String = "", error: LocalText? = nil, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> VersionPage {
        guard let found = try Term.find(term, in: tx) else { throw Refusal.notFound }
        let states = try tx.rows(PublicQueries.changes(term, versions: [number], of: nil, limit: Self.most))
            .map { (lesson: try Lesson($0), isOld: try $0.bool("is_old")) }
        let changes = LessonChange.net(states).compactMap { change -> PublicationPage.Change? in
            guard let shown = change.new ?? change.old else { return nil }
            return .init(
                name: shown.name(in: actor.language), when: shown.phrase(actor.language),
                lines: change.lines(actor.language))
        }
        let isCurrent = try tx.first(PublicationQueries.last(term))?.int("number") == number
        let mayReturn = !isCurrent && actor.may(.publishTimetable)
        return VersionPage(
            frame: actor.frame(
                Strings.timetable_version_number(number: number), services, current: PublicationList.list.path,
                crumb: (LocalText(Strings.timetable_versions), actor.link(to: PublicationList.list))),
            term: found.name, by: by(actor.language), summary: summary, reason: reason,
            clashes: clashes > 0 ? Strings.timetable_clash_count(count: clashes) : nil, isCurrent: isCurrent,
            changes: changes,
            more: lessons > changes.count ? Strings.timetable_more(count: lessons - changes.count) : nil,
            back: mayReturn ? "\(PublicationForm.link(term, actor))/return" : nil,
            hidden: [HiddenValue("version", String(number))],
            field: Field(
                "reason", label: LocalText(Strings.timetable_reason), value: typed, error: error, isRequired: true))
    }
}
