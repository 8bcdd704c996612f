import Console
import HTML
import Postgres
import Templates

/// A tenant's other server, as it is stored.
struct TimetableSource: Sendable {
    enum Frequency: String, CaseIterable, Sendable {
        case never, daily, weekly

        var label: StringKey {
            switch self {
            case .never: Strings.timetable_source_never
            case .daily: Strings.timetable_source_daily
            case .weekly: Strings.timetable_source_weekly
            }
        }

        /// Seconds until the next time; nil for none.
        var seconds: Int64? {
            switch self {
            case .never: nil
            case .daily: 86_400
            case .weekly: 7 * 86_400
            }
        }
    }

    enum Problem: String, Sendable {
        case unreachable, empty, room, person
        case tooMuch = "too_much"

        var label: StringKey {
            switch self {
            case .unreachable: Strings.timetable_source_problem_unreachable
            case .empty: Strings.timetable_source_problem_empty
            case .room: Strings.timetable_source_problem_room
            case .person: Strings.timetable_source_problem_person
            case .tooMuch: Strings.timetable_source_problem_too_much
            }
        }
    }

    static let fields = [
        BasicField(
            "url", Strings.timetable_source_url, .text(most: 400), isRequired: true,
            hint: Strings.timetable_source_url_hint),
        BasicField("groups", Strings.timetable_groups, .text(most: 4000), hint: Strings.timetable_source_groups_hint),
        BasicField(
            "frequency", Strings.timetable_source_every, .choice(Frequency.allCases.map { ($0.rawValue, $0.label) }),
            isRequired: true),
        BasicField(
            "makes_missing", Strings.timetable_import_missing, .tick, hint: Strings.timetable_import_missing_hint),
        BasicField("writes", Strings.timetable_source_writes, .tick, hint: Strings.timetable_source_writes_hint),
    ]

    let id: ID
    let values: BasicValues
    let version: Int
    let requester: Requester
    /// In the tenant's zone.
    let fetchedAt: Int64?
    let nextAt: Int64?
    let problem: Problem?
    let importID: ID?

    init(_ row: Row) throws {
        id = try row.id("id")
        values = try BasicValues(row, Self.fields)
        version = try row.int("version")
        requester = try Requester(row)
        fetchedAt = try row.localTimeOrNil("fetched_at")
        nextAt = try row.localTimeOrNil("next_at")
        problem = Problem(rawValue: try row.text("problem"))
        importID = try row.idOrNil("import_id")
    }

    static func find(in tx: borrowing TenantTransaction, isLocked: Bool = false) throws -> TimetableSource? {
        if isLocked { _ = try tx.send(SourceQueries.lock) }
        return try tx.first(SourceQueries.one).map { try TimetableSource($0) }
    }

    var groups: [String] {
        values["groups"].split(whereSeparator: { ",;،\n".contains($0) }).map { String($0).trimmingSpaces }
            .filter { !$0.isEmpty }
    }
}
