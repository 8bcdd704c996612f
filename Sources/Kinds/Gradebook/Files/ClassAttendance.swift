import HTML
import Postgres
import Templates
import Web

/// All attendance of a class: every day with marks, and every mark.
struct ClassAttendance: Sendable {
    /// In calendar order, as days since 1970.
    let days: [Int]
    /// The days whose marks count, at the beginning of `days`: not those to come.
    let counted: [Int]
    private let marks: [ID: [Int: AttendanceState]]

    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> ClassAttendance {
        var (days, marks): (Set<Int>, [ID: [Int: AttendanceState]]) = ([], [:])
        for row in try tx.rows(AttendanceQueries.marks(of: id, from: "0001-01-01", until: "9999-12-31")) {
            let (day, state) = (try row.int("day_number"), AttendanceState(rawValue: try row.text("state")))
            if state != nil { days.insert(day) }
            if let state { marks[try row.id("student_id"), default: [:]][day] = state }
        }
        let today = try tx.first(GradeQueries.today).flatMap { LocalTime(day: try $0.text("day")) }?.dayNumber
        return ClassAttendance(days: days.sorted(), marks: marks, today: today ?? Int.max)
    }

    /// - Parameter today: as a day since 1970.
    init(days: [Int], marks: [ID: [Int: AttendanceState]], today: Int = Int.max) {
        (self.days, self.marks) = (days, marks)
        counted = days.filter { $0 <= today }
    }

    func mark(_ student: ID, _ day: Int) -> AttendanceState? { marks[student]?[day] }

    func count(_ student: ID, _ state: AttendanceState) -> Int {
        guard let own = marks[student] else { return 0 }
        return counted.count { own[$0] == state }
    }
}

extension AttendanceState {
    /// The same letter in every language, as on paper, like `EX` and `M` for grades.
    var letter: String {
        switch self {
        case .present: "P"
        case .absent: "A"
        case .excused: "E"
        }
    }

    private static let spelling = Spelling<AttendanceState>([
        (.present, ["P"], [Strings.gradebook_words_present, Strings.gradebook_present]),
        (.absent, ["A"], [Strings.gradebook_words_absent, Strings.gradebook_absent]),
        (.excused, ["E"], [Strings.gradebook_words_justified, Strings.gradebook_excused]),
    ])

    /// Parses the letter, or a word for it in any language.
    init?(typed: String) {
        guard let found = Self.spelling[typed] else { return nil }
        self = found
    }
}
