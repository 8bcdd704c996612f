import Console
import HTML
import Postgres
import Templates
import Web

/// What a timetable is made of: groups, rooms, terms and the like. Each is a list with a form; page, address, conflict and
/// audit events are made from this declaration, the same for all.
protocol BasicData: DeclaredList {
    static var object: ObjectKind { get }
    /// In the addresses of its pages: `room` of `timetable-rooms/:room`.
    static var parameter: String { get }
    static var fields: [BasicField] { get }
    static var words: BasicWords { get }
    /// Of the unique index a name that is taken violates, and the field beside which that is said.
    static var unique: (index: String, field: String)? { get }
    /// One row: a text for each field, and `version`.
    static func one(_ id: ID) -> SQL
    static func lock(_ id: ID) -> SQL
    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL
    static func save(_ id: ID, _ values: BasicValues) -> SQL
    static func delete(_ id: ID) -> SQL
    /// What the fields don't say by themselves.
    static func check(_ values: BasicValues, _ errors: inout [String: LocalText])
    /// What else changes with it. `id` is nil when it was deleted.
    static func changed(_ id: ID?, in tx: borrowing TenantTransaction, by actor: Actor) throws
}

extension BasicData {
    static var unique: (index: String, field: String)? { nil }
    static func check(_ values: BasicValues, _ errors: inout [String: LocalText]) {}
    static func changed(_ id: ID?, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        try tx.execute(PublicAnswers.changed(tx.tenant))
    }

    static var auditFields: [AuditField] {
        fields.map { field in
            AuditField(field.key, field.label, of: object) { value, language in field.words(value, language) }
        }
    }
}

struct BasicWords: Sendable {
    var add: StringKey
    var edit: StringKey
}

extension Route {
    static func basic<Data: BasicData>(_ data: Data.Type) -> [Route] {
        let path = Data.list.path
        return Route.list(Data.self, needs: .seeTimetable) + [
            .get("\(path)/new", needs: .editTimetable, ShowNewBasic<Data>.self),
            .post(path, needs: .editTimetable, AddBasic<Data>.self),
            .get("\(path)/:\(Data.parameter)", needs: .editTimetable, ShowBasicEdit<Data>.self),
            .post("\(path)/:\(Data.parameter)", needs: .editTimetable, EditBasic<Data>.self),
            .post("\(path)/:\(Data.parameter)/deletion", needs: .editTimetable, DeleteBasic<Data>.self),
        ]
    }
}
