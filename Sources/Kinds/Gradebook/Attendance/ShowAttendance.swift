import Console
import HTML
import Postgres
import Templates
import Web

/// A student's attendance on one day.
enum AttendanceState: String, Sendable, CaseIterable {
    case present, absent, excused

    var label: StringKey {
        switch self {
        case .present: Strings.gradebook_present
        case .absent: Strings.gradebook_absent
        case .excused: Strings.gradebook_excused
        }
    }
}

/// How often a student was present, absent and excused.
struct AttendanceCount: Sendable {
    var present = 0
    var absent = 0
    var excused = 0

    mutating func add(_ state: AttendanceState?) {
        switch state {
        case .present: present += 1
        case .absent: absent += 1
        case .excused: excused += 1
        case nil: break
        }
    }

    mutating func add(_ other: AttendanceCount) {
        present += other.present
        absent += other.absent
        excused += other.excused
    }

    init() {}

    init(_ row: Row) throws {
        (present, absent, excused) = (try row.int("present"), try row.int("absent"), try row.int("excused"))
    }

    /// The number of days that count. Excused days do not.
    var expected: Int { present + absent }
    var rate: Percent? { expected > 0 ? Percent(Fraction(present, over: expected)) : nil }
}

/// Attendance in words, for pages.
struct AttendanceWords {
    let language: Language

    init(_ language: Language) { self.language = language }

    func word(_ state: AttendanceState?) -> String {
        state.map { LocalText($0.label).resolve(in: language) } ?? ""
    }

    func options(_ chosen: AttendanceState?) -> [Choice.Option] {
        [Choice.Option(value: "", label: "—", isSelected: chosen == nil)]
            + AttendanceState.allCases.map { state in
                Choice.Option(value: state.rawValue, label: word(state), isSelected: state == chosen)
            }
    }

    /// Another person marked the student meanwhile: the text shows both marks and that person's name.
    func conflict(_ stored: StoredCell<AttendanceCell>, _ mark: AttendanceMark) -> LocalText {
        func shown(_ state: AttendanceState?) -> String { state == nil ? "—" : word(state) }
        return Strings.gradebook_marked_meanwhile(
            name: stored.by, state: shown(stored.value), yours: shown(mark.state))
    }

    func rate(_ count: AttendanceCount?) -> String { GradeText(language).percent(count?.rate) }

    /// The numbers from which the rate is computed: "18 / 20".
    func how(_ count: AttendanceCount?) -> String {
        guard let count, count.expected > 0 else { return "" }
        let numbers = NumberStyle(language)
        return "\(numbers.integer(count.present)) / \(numbers.integer(count.expected))"
    }
}

/// A class's attendance: one day to mark, earlier days to read, and each student's rate.
struct ShowAttendance: Viewing {
    let id: ID
    let day: String?
    let period: AttendancePeriod

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        day = request.query["day"].flatMap { TypedDay.iso($0) }
        period = AttendancePeriod(
            from: request.query["from"].flatMap { TypedDay.iso($0) },
            until: request.query["until"].flatMap { TypedDay.iso($0) })
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let today = try tx.first(GradeQueries.today)?.text("day") ?? ""
        let book = try Book.read(id, in: tx)
        services.readings.note(actor, filter: [("class", id.description)], rows: book.students.count)
        let wanted = day ?? today
        var fault = SchoolDay.isPossible(wanted) ? nil : SchoolDay.fault(wanted)
        // Marks that are there can be seen, and taken back.
        if fault == nil, try wanted > SchoolDay.lastToMark(in: tx),
            try tx.first(AttendanceQueries.hasMarks(id, on: wanted))?.bool("is_marked") != true
        {
            fault = SchoolDay.isToCome(wanted)
        }
        var maker = AttendancePageMaker(
            book: book, day: fault == nil ? wanted : today, actor: actor, period: period)
        if let fault { maker.dayFault = (wanted, fault) }
        return try maker.page(in: tx, services)
    }
}

/// The days for which rates are computed; nil for an open end.
struct AttendancePeriod: Sendable {
    var from: String?
    var until: String?
}

struct AttendancePageMaker {
    /// The number of days shown beside the day to mark.
    private static let daysShown = 20

    let book: Book
    let day: String
    let actor: Actor
    var period = AttendancePeriod()
    /// By student: the conflicts found while saving, and the typed marks.
    var errors: [ID: LocalText] = [:]
    var typed: [ID: AttendanceState?] = [:]
    var why = ChangeReason()
    /// The day that was asked for, and why it is not shown.
    var dayFault: (day: String, problem: LocalText)?
    /// The day on which the marks were not saved, and why: the form asks for another one.
    var otherDay: (day: String, problem: LocalText)?

    var words: AttendanceWords { AttendanceWords(actor.language) }

    func page(in tx: borrowing TenantTransaction, _ services: Services) throws -> AttendancePage {
        let base = book.schoolClass.link(actor)
        let dayRows = try tx.rows(AttendanceQueries.days(of: book.schoolClass.id, limit: Self.daysShown))
        let wanted = LocalTime(day: day)?.dayNumber ?? 0
        let days = try Set(dayRows.map { try $0.int("day_number") }).subtracting([wanted]).sorted(by: >)
        func iso(_ number: Int) -> String { LocalTime(dayNumber: number).isoDay }
        let span = (days + [wanted]).sorted()
        let marks = try tx.send(
            AttendanceQueries.marks(of: book.schoolClass.id, from: iso(span[0]), until: iso(span[span.count - 1])))
        let rates = try tx.send(AttendanceQueries.rates(of: book.schoolClass.id, period))
        var states: [ID: [Int: (state: AttendanceState?, version: Int)]] = [:]
        for row in try marks.rows() {
            states[try row.id("student_id"), default: [:]][try row.int("day_number")] = (
                AttendanceState(rawValue: try row.text("state")), try row.int("version")
            )
        }
        var counts: [ID: AttendanceCount] = [:]
        for row in try rates.rows() { counts[try row.id("student_id")] = try AttendanceCount(row) }
        let words = words
        let dates = DateStyle(actor.language)
        var all = AttendanceCount()
        for student in book.students {
            if let count = counts[student.id] { all.add(count) }
        }
        return AttendancePage(
            frame: actor.frame(
                LocalText(Strings.gradebook_attendance), services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), base)),
            action: "\(base)/attendance", script: services.assets.file("grades.js"),
            mayChange: actor.may(.editClasses) && !book.schoolClass.isArchived,
            dayISO: day,
            day: .day(
                "day", LocalText(Strings.gradebook_date), dayFault?.day ?? day, actor.language,
                error: dayFault?.problem, isRequired: true),
            otherDay: otherDay.map { other in
                var field = Field.day(
                    "day", LocalText(Strings.gradebook_date), other.day, actor.language, error: other.problem,
                    isRequired: true)
                field.idPrefix = "other-"
                return field
            },
            from: .day("from", LocalText(Strings.gradebook_rates_from), period.from ?? "", actor.language),
            until: .day("until", LocalText(Strings.gradebook_rates_until), period.until ?? "", actor.language),
            dayInWords: LocalTime(day: day).map { "\(dates.weekday($0)), \(dates.date($0))" } ?? day,
            days: days.map { number in
                .init(
                    label: dates.dayMonth(LocalTime(dayNumber: number)),
                    link: Link("\(base)/attendance").with(query: [("day", iso(number))]))
            },
            rows: book.students.map { student in
                // Of another day nothing was seen.
                let now = otherDay == nil ? states[student.id]?[wanted] : nil
                return AttendancePage.Row(
                    name: student.name, link: "\(base)/students/\(student.id)/attendance", field: "state-\(student.id)",
                    seen: HiddenValue("seen-\(student.id)", "\(now?.version ?? 0) \(now?.state?.rawValue ?? "")"),
                    options: words.options(typed[student.id] ?? now?.state),
                    before: days.map { number in
                        let state = states[student.id]?[number]?.state
                        return .init(
                            letter: String(words.word(state).prefix(1)), word: words.word(state),
                            look: state?.rawValue ?? "")
                    }, rate: words.rate(counts[student.id]), how: words.how(counts[student.id]),
                    error: errors[student.id])
            },
            why: why.field, classRate: words.rate(all), classHow: words.how(all))
    }
}
