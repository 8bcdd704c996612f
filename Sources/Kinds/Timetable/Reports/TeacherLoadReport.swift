import Console
import HTML
import Postgres
import Templates
import Web

/// The lessons and hours of each teacher in a period.
struct TeacherLoadReport: Report {
    static let head = ReportHead(
        path: "reports/timetable-load", title: Strings.timetable_report_load, needs: .seeTimetable)

    let period: ReportPeriod
    let looksAhead = true
    let choices: [Choice] = []
    private let unnamed: String

    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws {
        period = try ReportPeriod(query, days: 28, in: tx, by: actor)
        unnamed = LocalText(Strings.timetable_report_unnamed).resolve(in: actor.language)
    }

    var about: [LocalText] { [LocalText(Strings.timetable_report_load_about)] }
    var heading: StringKey { Strings.timetable_teacher }
    var columns: [ReportColumn] {
        [
            ReportColumn("lessons", Strings.timetable_lessons), ReportColumn("hours", Strings.timetable_report_hours),
            ReportColumn("lectures", Strings.timetable_report_lectures),
            ReportColumn("practices", Strings.timetable_report_practices),
            ReportColumn("labs", Strings.timetable_report_labs),
            ReportColumn("others", Strings.timetable_report_others),
        ]
    }
    var unit: ReportUnit? { nil }
    var lines: SQL { TimetableReportQueries.load(period, unnamed: unnamed) }
    var series: [(label: StringKey, tone: Chart.Tone)] { [(Strings.timetable_lessons, .main)] }
    func along(_ unit: ReportUnit) -> SQL { TimetableReportQueries.along(unit, period) }
    func summary(_ sums: [Int]) -> LocalText { Strings.timetable_report_summary(lessons: sums[0]) }
    func words(_ label: String, _ language: Language) -> String { label }
}
