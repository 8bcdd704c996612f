import Console
import HTML
import Postgres
import Templates
import Web

/// The parameters that both reports on rooms share.
private struct RoomQuestion {
    let bells: TimetableReportQueries.Bells
    let times: [Int]
    let building: String
    let choice: Choice

    init(_ query: Query, in tx: borrowing TenantTransaction, _ language: Language) throws {
        var bells = TimetableReportQueries.Bells()
        for row in try tx.rows(TermQueries.all) {
            let term = try row.id("id")
            for time in Bells(try row.text("bells"))?.times ?? [] {
                bells.terms.append(term)
                bells.starts.append(Int64(time.lowerBound))
                bells.ends.append(Int64(time.upperBound))
            }
        }
        self.bells = bells
        times = Set(bells.starts.map { Int($0) }).sorted()
        building = String((query.trimmed("building") ?? "").prefix(80))
        let buildings = try tx.first(TimetableReportQueries.buildings)?.texts("values") ?? []
        choice = Choice(
            "building", Strings.timetable_building, all: Strings.reports_all, buildings.map { ($0, $0) },
            chosen: building, language)
    }
}

/// The share of the usual times at which each room is taken.
struct RoomUseReport: Report {
    static let head = ReportHead(
        path: "reports/timetable-rooms", title: Strings.timetable_report_rooms, needs: .seeTimetable)

    let period: ReportPeriod
    let looksAhead = true
    private let question: RoomQuestion

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 28, in: tx, by: actor)
        question = try RoomQuestion(query, in: tx, actor.language)
    }

    var choices: [Choice] { [question.choice] }
    var about: [LocalText] { [LocalText(Strings.timetable_report_rooms_about)] }
    var heading: StringKey { Strings.timetable_room }
    var columns: [ReportColumn] {
        [
            ReportColumn("lessons", Strings.timetable_lessons), ReportColumn("hours", Strings.timetable_report_hours),
            ReportColumn("share", Strings.timetable_report_share),
        ]
    }
    var unit: ReportUnit? { nil }
    var lines: SQL { TimetableReportQueries.rooms(question.bells, period, building: question.building) }
    var series: [(label: StringKey, tone: Chart.Tone)] { [(Strings.timetable_lessons, .main)] }
    func along(_ unit: ReportUnit) -> SQL {
        TimetableReportQueries.along(unit, period, inRoomsOf: question.building)
    }
    func summary(_ sums: [Int]) -> LocalText { Strings.timetable_report_summary(lessons: sums[0]) }
    func words(_ label: String, _ language: Language) -> String { label }

    /// A sum of shares would mean nothing.
    func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable] {
        guard var table = table(lines, language) else { return [] }
        table.total = []
        return [table]
    }
}

/// Shows which rooms are free, or when rooms are free.
struct FreeRoomsReport: Report {
    static let head = ReportHead(
        path: "reports/timetable-free-rooms", title: Strings.timetable_report_free, needs: .seeTimetable)

    enum By: String, CaseIterable, Sendable {
        case time, room

        var label: StringKey { self == .time ? Strings.timetable_report_time : Strings.timetable_room }
    }

    let period: ReportPeriod
    let looksAhead = true
    let choices: [Choice]
    private let question: RoomQuestion
    private let by: By
    private let time: Int?

    /// The default is today.
    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 1, in: tx, by: actor)
        let (question, language) = (try RoomQuestion(query, in: tx, actor.language), actor.language)
        let by = query["by"].flatMap { By(rawValue: $0) } ?? .time
        let time = query["time"].flatMap { Bells.minutes($0) }
        (self.question, self.by, self.time) = (question, by, time)
        choices = [
            Choice(
                "by", Strings.finance_by, all: nil,
                By.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: language)) }, chosen: by.rawValue,
                language),
            Choice(
                "time", Strings.timetable_report_time, all: Strings.reports_all,
                question.times.map { (Bells.words($0), Bells.words($0)) }, chosen: time.map { Bells.words($0) } ?? "",
                language),
            question.choice,
        ]
    }

    var hasTimes: Bool { by == .time }
    var about: [LocalText] { [LocalText(Strings.timetable_report_free_about)] }
    var heading: StringKey { by.label }
    var columns: [ReportColumn] {
        switch by {
        case .time:
            [
                ReportColumn("rooms", Strings.timetable_report_free_rooms),
                ReportColumn("seats", Strings.timetable_report_free_seats),
            ]
        case .room:
            [
                ReportColumn("free", Strings.timetable_report_free_times),
                ReportColumn("times", Strings.timetable_report_all_times),
                ReportColumn("seats", Strings.timetable_capacity),
            ]
        }
    }
    var unit: ReportUnit? { nil }
    var lines: SQL {
        by == .time
            ? TimetableReportQueries.freeByTime(question.bells, period, at: time, building: question.building)
            : TimetableReportQueries.freeByRoom(question.bells, period, at: time, building: question.building)
    }
    var series: [(label: StringKey, tone: Chart.Tone)] { [(Strings.timetable_report_free_times, .main)] }
    func along(_ unit: ReportUnit) -> SQL {
        TimetableReportQueries.freeAlong(unit, question.bells, period, at: time, building: question.building)
    }
    func summary(_ sums: [Int]) -> LocalText { Strings.timetable_report_free_summary(times: sums[0]) }

    /// `2026-11-23 09:00`
    func words(_ label: String, _ language: Language) -> String {
        let parts = label.split(separator: " ")
        guard by == .time, parts.count == 2, let day = LocalTime(day: String(parts[0])) else { return label }
        return
            "\(LessonFields.weekday(TermCalendar.weekday(of: day.dayNumber), language)), \(DateStyle(language).date(day)), \(parts[1])"
    }

    /// A sum over rooms at different times, or over seats of different rooms, would mean nothing.
    func tables(_ lines: [ReportLine], _ language: Language) -> [ReportTable] {
        guard var table = table(lines, language) else { return [] }
        table.total = []
        return [table]
    }
}
