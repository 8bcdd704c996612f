import Console
import Postgres
import Web

/// The attendance of one student on one day, `yyyy-mm-dd`; nil for a day without a mark.
enum AttendanceCell: ClassCell {
    static let empty: AttendanceState? = nil
    static let action = AuditAction.attendanceChanged
    static let kind = ObjectKind.attendance
    static let field = "state"

    /// A class may meet on any day.
    static func names(in book: Book) -> (String) -> String? { { $0 } }
    /// A mark on a day to come is a slip in the date. A mark that is there may be taken back.
    static func refusals(in book: Book, _ tx: borrowing TenantTransaction) throws -> (String, AttendanceState?) -> Bool
    {
        let last = try SchoolDay.lastToMark(in: tx)
        return { day, state in state != nil && day > last }
    }
    static func column(_ row: Row) throws -> String { try row.text("day") }
    static func place(_ day: String) -> String { day }
    static func value(_ row: Row) throws -> AttendanceState? { AttendanceState(rawValue: try row.text("state")) }
    static func plain(_ state: AttendanceState?) -> String? { state?.rawValue }

    static func stored(of schoolClass: ID, students: [ID], columns: [String]) -> SQL {
        AttendanceQueries.cells(of: schoolClass, students: students, days: columns)
    }

    static func save(_ cells: [WrittenCell<AttendanceCell>], of schoolClass: ID, tenant: ID, by actor: Actor) -> SQL {
        AttendanceQueries.save(cells, of: schoolClass, tenant: tenant, by: actor)
    }
}
