import Console
import HTML
import JSON
import Postgres
import Web

/// A whole list in Roost's own shape, without query parameters.
protocol PublicDataList: PublicReading {
    init()
    /// The name of the member that contains the rows.
    static var name: String { get }
    func rows(in tx: borrowing TenantTransaction, _ places: PublicPlaces) throws -> [JSONText]
}

extension PublicDataList {
    var key: String { "" }
    init?(_ request: WebRequest) { self.init() }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let places = try PublicTenant(in: tx).places
        return .json(.object([(Self.name, .array(try rows(in: tx, places)))]))
    }
}

/// `?faculty=` by its name, its short name or its id, `?course=` and `?speciality=` narrow the list.
struct PublicGroups: PublicReading {
    private let faculty: String?
    private let speciality: String?
    private let course: Int?

    init?(_ request: WebRequest) {
        (faculty, speciality) = (request.query.trimmed("faculty"), request.query.trimmed("speciality"))
        guard [faculty, speciality].allSatisfy({ $0.map { $0.columnLength <= 160 } ?? true }) else { return nil }
        guard let typed = request.query.trimmed("course") else {
            course = nil
            return
        }
        guard let number = Int(typed), (1...7).contains(number) else { return nil }
        course = number
    }

    var key: String { "\(faculty?.lowercased() ?? "")\n\(speciality?.lowercased() ?? "")\n\(course ?? 0)" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let places = try PublicTenant(in: tx).places
        let groups = try tx.rows(PublicQueries.groups(faculty: faculty, speciality: speciality, course: course))
        return .json(.object([("groups", .array(try groups.map { try PublicData.group($0, places) }))]))
    }
}

struct PublicTeachers: PublicDataList {
    static let name = "teachers"
    func rows(in tx: borrowing TenantTransaction, _ places: PublicPlaces) throws -> [JSONText] {
        try tx.rows(PublicQueries.teachers).map { try PublicData.teacher($0, places) }
    }
}

struct PublicRooms: PublicDataList {
    static let name = "rooms"
    func rows(in tx: borrowing TenantTransaction, _ places: PublicPlaces) throws -> [JSONText] {
        try tx.rows(PublicQueries.rooms).map { try PublicData.room($0, places) }
    }
}

struct PublicFaculties: PublicDataList {
    static let name = "faculties"
    func rows(in tx: borrowing TenantTransaction, _ places: PublicPlaces) throws -> [JSONText] {
        try tx.rows(PublicQueries.faculties).map { row in
            .object([
                ("id", .string(try row.id("id").description)), ("name", .string(try row.text("name"))),
                ("short_name", .string(try row.text("short_name"))),
            ])
        }
    }
}

struct PublicSpecialities: PublicDataList {
    static let name = "specialities"
    func rows(in tx: borrowing TenantTransaction, _ places: PublicPlaces) throws -> [JSONText] {
        try tx.rows(PublicQueries.specialities).map { row in
            .object([
                ("name", .string(try row.text("speciality"))), ("faculty", PublicData.text(try row.text("faculty"))),
            ])
        }
    }
}

struct PublicTerms: PublicDataList {
    static let name = "terms"
    func rows(in tx: borrowing TenantTransaction, _ places: PublicPlaces) throws -> [JSONText] {
        try tx.rows(TermQueries.all).map { PublicData.term(try Term($0, in: tx)) }
    }
}

/// Today's date and week. Outside terms, and in a week that the count skips, `week` is null.
struct PublicWeek: PublicReading {
    init?(_ request: WebRequest) {}
    var key: String { "" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let today = try Today.number(in: tx)
        let term = try Term.current(today, in: tx)
        return .json(
            .object([
                ("today", PublicData.date(today)), ("zone", .string(try PublicTenant(in: tx).zone)),
                ("week", PublicData.week(term?.calendar.week(of: today))),
                ("term", term.map { PublicData.term($0) } ?? .null),
            ]))
    }
}

/// Repeating lessons: `?week=1…4`, `?weekday=1…7` and `?subgroup=` filter them.
struct PublicRepeating: PublicReading {
    private let owner: (kind: WeekOwner, segment: String)
    private let filter: LessonFilter

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner, let filter = LessonFilter(request.query) else { return nil }
        self.owner = owner
        self.filter = filter
    }

    var key: String { "\(owner.kind) \(owner.segment.lowercased()) \(filter)" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let today = try Today.number(in: tx)
        guard let owner = try PublicOwner.find(owner.kind, owner.segment, in: tx),
            let term = try Term.current(today, in: tx)
        else { return nil }
        let schedule = try PublicSchedule(owner, term, in: tx)
        let names = try PublicNames([schedule], in: tx)
        return .json(
            .object([
                PublicData.owner(owner, tenant.places), ("zone", .string(tenant.zone)), ("term", PublicData.term(term)),
                ("week", PublicData.week(term.calendar.week(of: today))),
                (
                    "lessons",
                    .array(
                        schedule.lessons.filter { filter.includes($0.content, term.calendar) && !$0.content.isExam }
                            .map { PublicData.lesson($0, schedule, names) })
                ),
            ]))
    }
}

/// The filter for repeating lessons: `?week=` from 1 to 4, `?weekday=` from 1 for Monday, `?subgroup=`, and `?day=2026-09-07` for those
/// that are planned for that day, whatever is different on it.
struct LessonFilter: Sendable, CustomStringConvertible {
    private var week: Int?
    private var weekday: Int?
    private var day: Int?
    private var subgroup: Int?

    /// nil if a value is invalid.
    init?(_ query: Query) {
        func number(_ name: String, _ range: ClosedRange<Int>) -> Int?? {
            guard let text = query.trimmed(name) else { return .some(nil) }
            guard let number = Int(text), range.contains(number) else { return nil }
            return number
        }
        guard let week = number("week", 1...4), let weekday = number("weekday", 1...7),
            let subgroup = number("subgroup", 1...9)
        else { return nil }
        guard let day = query.publicDay("day") else { return nil }
        (self.week, self.weekday, self.day, self.subgroup) = (week, weekday, day, subgroup)
    }

    var description: String { "\(week ?? 0) \(weekday ?? 0) \(day.keyed) \(subgroup ?? 0)" }

    func includes(_ content: LessonContent, _ calendar: TermCalendar) -> Bool {
        week.map { calendar.weeks(of: content.dates).contains($0) } ?? true
            && weekday.map { content.weekday == $0 } ?? true
            && day.map { calendar.days(of: content.dates).contains($0) } ?? true
            && subgroup.map { content.subgroup == 0 || content.subgroup == $0 } ?? true
    }
}

extension LessonContent {
    /// True for an exam or a consultation with a date of its own.
    var isExam: Bool { kind.isUsuallyOnce && isOnce }
}

extension Query {
    /// Returns the day that a parameter names: the inner value is nil if the parameter is missing or empty. Returns nil for what is no day.
    func publicDay(_ name: String) -> Int?? {
        guard let text = trimmed(name) else { return .some(nil) }
        return CalendarDay(text).map { .some($0.number) }
    }
}

extension Int? {
    /// A day in the key of an answer. Day 0 is a day as any other: it must not have the key of none.
    var keyed: String { map { String($0) } ?? "-" }
}

/// Lessons day by day, with the exceptions on single days: `?from=2026-09-07&until=2026-09-13`, or `?day=2026-09-07` for one day; by
/// default the week that starts today.
struct PublicDays: PublicReading {
    private static let most = 62

    private let owner: (kind: WeekOwner, segment: String)
    private let from: Int?
    private let until: Int?
    private let subgroup: Int?

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner else { return nil }
        self.owner = owner
        guard let day = request.query.publicDay("day"), let from = request.query.publicDay("from"),
            let until = request.query.publicDay("until")
        else { return nil }
        // One day, or from one to another: both at once say two things.
        if day != nil, from != nil || until != nil { return nil }
        (self.from, self.until) = (day ?? from, day ?? until)
        subgroup = request.query.trimmed("subgroup").flatMap { Int($0) }
        if from == nil, until != nil { return nil }
        if let from, let until, !(0..<Self.most).contains(until - from) { return nil }
        if subgroup == nil, request.query.trimmed("subgroup") != nil { return nil }
        if let subgroup, !(1...9).contains(subgroup) { return nil }
    }

    var key: String {
        "\(owner.kind) \(owner.segment.lowercased()) \(from.keyed) \(until.keyed) \(subgroup ?? 0)"
    }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let first = try from ?? Today.number(in: tx)
        let days = first...(until ?? first + 6)
        guard let owner = try PublicOwner.find(owner.kind, owner.segment, in: tx) else { return nil }
        let schedules = try PublicSchedules(owner, days, at: first, in: tx)
        guard let term = schedules.main?.term else { return nil }
        let names = try schedules.names(in: tx)
        let byDay = Dictionary(grouping: schedules.dated(days, subgroup: subgroup), by: \.day)
        return .json(
            .object([
                PublicData.owner(owner, tenant.places), ("zone", .string(tenant.zone)), ("term", PublicData.term(term)),
                (
                    "days",
                    .array(
                        days.map { day in
                            .object([
                                ("date", PublicData.date(day)), ("week", PublicData.week(schedules.week(of: day))),
                                ("weekday", .int(TermCalendar.weekday(of: day))),
                                ("is_holiday", .bool(schedules.isHoliday(day))),
                                ("lessons", .array((byDay[day] ?? []).map { PublicData.dated($0, names) })),
                            ])
                        })
                ),
            ]))
    }
}

/// Exams and consultations, each on its date.
struct PublicExams: PublicReading {
    private let owner: (kind: WeekOwner, segment: String)

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner else { return nil }
        self.owner = owner
    }

    var key: String { "\(owner.kind) \(owner.segment.lowercased())" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let today = try Today.number(in: tx)
        guard let owner = try PublicOwner.find(owner.kind, owner.segment, in: tx) else { return nil }
        let schedules = try PublicSchedules(owner, today...today + Term.examMargin, at: today, in: tx)
        guard let term = schedules.main?.term else { return nil }
        let names = try schedules.names(in: tx)
        let exams = schedules.exams(today: today)
        return .json(
            .object([
                PublicData.owner(owner, tenant.places), ("zone", .string(tenant.zone)), ("term", PublicData.term(term)),
                (
                    "exams",
                    .array(
                        exams.map { exam in
                            guard case .object(let members) = PublicData.dated(exam, names) else { return .null }
                            return .object([("date", PublicData.date(exam.day))] + members)
                        })
                ),
            ]))
    }
}
