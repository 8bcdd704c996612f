import Console
import HTML
import Postgres
import Web

/// A value that a class has for each student and column: a grade for an assignment, an attendance mark for a day.
/// `CellChanges` decides, writes and records the changes of all of them in one place.
protocol ClassCell {
    associatedtype Column: Hashable, Sendable
    associatedtype Value: Equatable, Sendable

    /// The value of a cell that was never filled.
    static var empty: Value { get }
    static var action: AuditAction { get }
    static var kind: ObjectKind { get }
    /// The value's name in the audit trail.
    static var field: String { get }

    /// Returns the audit trail's names of the book's columns; nil for a column that the book does not have.
    static func names(in book: Book) -> (Column) -> String?
    /// Returns whether the book refuses a valid value in a column.
    static func refusals(in book: Book, _ tx: borrowing TenantTransaction) throws -> (Column, Value) -> Bool
    static func column(_ row: Row) throws -> Column
    /// The column as text, as the operations of phones name it.
    static func place(_ column: Column) -> String
    static func value(_ row: Row) throws -> Value
    /// The value as the audit trail records it; nil for an empty one.
    static func plain(_ value: Value) -> String?

    /// Returns the cells of the given pairs of student and column; pairs that were never filled are absent.
    static func stored(of schoolClass: ID, students: [ID], columns: [Column]) -> SQL
    /// Overwrites the stored cells.
    static func save(_ cells: [WrittenCell<Self>], of schoolClass: ID, tenant: ID, by actor: Actor) -> SQL
}

/// A cell to be written.
struct WrittenCell<Cell: ClassCell>: Sendable {
    let id: ID
    let student: ID
    let column: Cell.Column
    let value: Cell.Value
}

/// A stored cell.
struct StoredCell<Cell: ClassCell>: Sendable {
    let id: ID
    let value: Cell.Value
    let version: Int
    let revision: Int
    let by: String
    /// nil if it is not known: for cells of older versions, and of users in apps.
    let byID: ID?
    let at: Timestamp
    /// The same time in the tenant's zone.
    let localTime: LocalTime

    init(_ row: Row) throws {
        (id, value) = (try row.id("id"), try Cell.value(row))
        (version, revision) = (try row.int("version"), try row.int("revision"))
        (by, at) = (try row.text("changed_by"), try row.time("changed_at"))
        byID = try row.idOrNil("changed_by_id")
        localTime = LocalTime(microseconds: Int(try row.localTime("changed")))
    }
}

/// A requested change, with the state that it was made from.
struct CellChange<Cell: ClassCell>: Sendable {
    let student: ID
    let column: Cell.Column
    /// nil: the typed text is no valid value.
    let value: Cell.Value?
    let seen: SeenCell
}

/// The state of a cell that a change was made from.
enum SeenCell: Sendable {
    /// The version of the cell; 0 for one that was never filled.
    case version(Int)
    /// The revision of the class: every change up to it was seen.
    case revision(Int)

    func has<Cell>(_ stored: StoredCell<Cell>) -> Bool {
        switch self {
        case .version(let version): stored.version == version
        case .revision(let revision): stored.revision <= revision
        }
    }
}

/// The outcome of a change.
enum CellOutcome<Cell: ClassCell>: Sendable {
    case saved(Cell.Value, version: Int, old: StoredCell<Cell>?)
    /// The cell already has this value, whoever wrote it. `overtaken`: the stored cell, if it was not seen before.
    case same(Cell.Value, version: Int, overtaken: StoredCell<Cell>? = nil)
    /// Another person changed the cell meanwhile. Nothing is written.
    case conflict(StoredCell<Cell>)
    /// The typed text is no valid value.
    case refused
    /// The column takes no such value: an assignment no more points than are possible, a day to come no mark.
    case notTaken(Cell.Value)
    /// The student or the column is no longer in the class.
    case gone

    var isDone: Bool {
        switch self {
        case .saved, .same: true
        case .conflict, .refused, .notTaken, .gone: false
        }
    }
}
