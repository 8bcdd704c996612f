import HTML
import Postgres
import Web

/// The meaning of one column of a file.
enum SheetColumnMeaning: Sendable, Equatable {
    case nothing
    /// The id of each student in a workbook that Roost made.
    case id
    case name, number
    /// The first name, where the file has it in a column of its own.
    case given
    case assignment(ID)
    /// An assignment that the class does not have yet, with the column's title as its name.
    case new
    /// Attendance on a day, `yyyy-mm-dd`.
    case day(String)

    init(_ text: String) {
        let id = text.hasPrefix("assignment ") ? ID(String(text.dropFirst(11))) : nil
        let day = text.hasPrefix("day ") ? String(text.dropFirst(4)) : nil
        switch text {
        case "id": self = .id
        case "name": self = .name
        case "number": self = .number
        case "given": self = .given
        case "new": self = .new
        case _ where id != nil: self = id.map { .assignment($0) } ?? .nothing
        case _ where day.map({ SchoolDay.isPossible($0) }) == true: self = day.map { .day($0) } ?? .nothing
        default: self = .nothing
        }
    }

    var text: String {
        switch self {
        case .nothing: ""
        case .id: "id"
        case .name: "name"
        case .number: "number"
        case .given: "given"
        case .new: "new"
        case .assignment(let id): "assignment \(id)"
        case .day(let day): "day \(day)"
        }
    }
}
