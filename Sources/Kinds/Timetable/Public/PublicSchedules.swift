import Console
import Postgres

/// The published lessons of a group, a teacher or a room on some days, in whichever term they are: terms may overlap, and
/// exams are held outside of them.
struct PublicSchedules: Sendable {
    /// Of the term that the first of the wanted days is in, or that comes next; nil without any term.
    let main: PublicSchedule?
    /// The earliest term first.
    let all: [PublicSchedule]

    init(_ owner: PublicOwner, _ days: ClosedRange<Int>, at day: Int, in tx: borrowing TenantTransaction) throws {
        let current = try Term.current(day, in: tx)
        var terms = try tx.rows(TermQueries.near(days)).map { try Term($0, in: tx) }
        if let current, !terms.contains(where: { $0.id == current.id }) { terms.append(current) }
        let all = try terms.map { try PublicSchedule(owner, $0, in: tx) }
        self.all = all
        main = all.first { $0.term.id == current?.id }
    }

    func dated(_ days: ClosedRange<Int>, subgroup: Int?) -> [DatedLesson<PublicLesson>] {
        guard all.count > 1 else { return all.first?.dated(days, subgroup: subgroup) ?? [] }
        return all.flatMap { $0.dated(days, subgroup: subgroup) }.sorted {
            ($0.day, $0.time.lowerBound, $0.lesson.content.subgroup, $0.lesson.id)
                < ($1.day, $1.time.lowerBound, $1.lesson.content.subgroup, $1.lesson.id)
        }
    }

    /// Returns the exams of the main term, and those of others from `today` on.
    func exams(today: Int) -> [DatedLesson<PublicLesson>] {
        all.flatMap { schedule in
            schedule.dated(schedule.term.examDays).filter {
                $0.lesson.content.isExam && (schedule.term.id == main?.term.id || $0.day >= today)
            }
        }.sorted { ($0.day, $0.time.lowerBound, $0.lesson.id) < ($1.day, $1.time.lowerBound, $1.lesson.id) }
    }

    /// Returns the week of that day by the main term, or by the one that the day is in.
    func week(of day: Int) -> Int? {
        main?.term.calendar.week(of: day) ?? all.lazy.compactMap { $0.term.calendar.week(of: day) }.first
    }

    func isHoliday(_ day: Int) -> Bool { all.contains { $0.term.calendar.isHoliday(day) } }

    func names(in tx: borrowing TenantTransaction) throws -> PublicNames { try PublicNames(all, in: tx) }
}
