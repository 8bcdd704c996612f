import Console
import HTML
import Postgres
import Web

/// What a class has one of for each student and column: a grade for an assignment, a mark of attendance for a day. What becomes of a
/// change is decided, written and recorded in one place for all of them: `CellChanges`.
protocol ClassCell {
    associatedtype Column: Hashable, Sendable
    associatedtype Value: Equatable, Sendable

    /// Of a cell that nobody has ever filled.
    static var empty: Value { get }
    static var action: AuditAction { get }
    static var kind: ObjectKind { get }
    /// What the trail calls the value.
    static var field: String { get }

    /// Columns that the book has, by what the trail calls them; nil for one that it does not have.
    static func names(in book: Book) -> (Column) -> String?
    static func column(_ row: Row) throws -> Column
    static func value(_ row: Row) throws -> Value
    /// As the trail has it; nil for an empty one.
    static func plain(_ value: Value) -> String?

    /// Those students' cells of those columns, pair by pair; those that nobody has ever filled are missing.
    static func stored(of schoolClass: ID, students: [ID], columns: [Column]) -> SQL
    /// Overwrites what is stored.
    static func save(_ cells: [WrittenCell<Self>], of schoolClass: ID, tenant: ID, by actor: Actor) -> SQL
}

/// A cell as it is going to be.
struct WrittenCell<Cell: ClassCell>: Sendable {
    let id: ID
    let student: ID
    let column: Cell.Column
    let value: Cell.Value
}

/// A cell as its row has it.
struct StoredCell<Cell: ClassCell>: Sendable {
    let id: ID
    let value: Cell.Value
    let version: Int
    let revision: Int
    let by: String
    let at: Timestamp
    /// The same moment on the tenant's clock.
    let localTime: LocalTime

    init(_ row: Row) throws {
        (id, value) = (try row.id("id"), try Cell.value(row))
        (version, revision) = (try row.int("version"), try row.int("revision"))
        (by, at) = (try row.text("changed_by"), try row.time("changed_at"))
        localTime = LocalTime(microseconds: Int(try row.localTime("changed")))
    }
}

/// What somebody wants a cell to be, over what they have seen there.
struct CellChange<Cell: ClassCell>: Sendable {
    let student: ID
    let column: Cell.Column
    /// nil: what was typed is no such value.
    let value: Cell.Value?
    let seen: SeenCell
}

/// Which state of a cell its change was made from.
enum SeenCell: Sendable {
    /// Of the cell; 0 for one that was never filled.
    case version(Int)
    /// Of the class: every change up to it was seen.
    case revision(Int)

    func has<Cell>(_ stored: StoredCell<Cell>) -> Bool {
        switch self {
        case .version(let version): stored.version == version
        case .revision(let revision): stored.revision <= revision
        }
    }
}

/// What becomes of a change.
enum CellOutcome<Cell: ClassCell>: Sendable {
    case saved(Cell.Value, version: Int, old: StoredCell<Cell>?)
    /// It is stored already, whoever wrote it.
    case same(Cell.Value, version: Int)
    /// Somebody else has written something there meanwhile. Nothing is changed.
    case conflict(StoredCell<Cell>)
    /// What was typed is no such value.
    case refused
    /// The student or the column is not in the class any more.
    case gone

    var isDone: Bool {
        switch self {
        case .saved, .same: true
        case .conflict, .refused, .gone: false
        }
    }
}
