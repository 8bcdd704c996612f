import Console
import HTML
import Postgres
import Templates
import Web

/// The data on which a timetable is built: groups, rooms, terms and so on. Each kind is a list with a form; this
/// declaration produces its pages, addresses, conflicts and audit events in the same way.
protocol BasicData: DeclaredList {
    static var object: ObjectKind { get }
    /// The name of the parameter in its pages' addresses: `room` of `timetable-rooms/:room`.
    static var parameter: String { get }
    /// Each row of it has a `name`.
    static var table: SQL { get }
    static var fields: [BasicField] { get }
    static var words: BasicWords { get }
    /// Who may change it.
    static var needs: Permission { get }
    /// The unique index that a duplicate name violates, and the field beside which the error is shown.
    static var unique: (index: String, field: String)? { get }
    /// Returns one row: a text for each field, and `version`.
    static func one(_ id: ID) -> SQL
    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL
    static func save(_ id: ID, _ values: BasicValues) -> SQL
    /// Returns what the form of a new row begins with.
    static func first(in tx: borrowing TenantTransaction) throws -> BasicValues
    /// Returns another row that has the unique field's value; `id` is that of the stored row itself.
    static func taken(_ value: String, except id: ID?) -> SQL
    /// Checks rules that concern more than a single field. It is called with values that are wrong by themselves as well.
    static func check(_ values: BasicValues, _ errors: inout [String: LocalText])
    /// Makes the changes of other rows that follow from a change of this one, before `changed`. Returns the notice after
    /// it; nil for the usual one.
    static func follow(
        _ id: ID, from old: BasicValues, to new: BasicValues, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> StringKey?
    /// Another page about the stored row.
    static func related(_ id: ID, _ actor: Actor) -> BasicFormPage.Related?
    /// Makes changes that follow from this one. `id` is nil after a deletion.
    static func changed(_ id: ID?, in tx: borrowing TenantTransaction, by actor: Actor) throws
    /// Returns what is allowed in a stored row but deserves a look; nil if there is nothing.
    static func warning(on id: ID, in tx: borrowing TenantTransaction, _ language: Language) throws -> BasicWarning?
}

struct BasicWarning: Sendable {
    /// The notice after the row was saved.
    var saved: StringKey
    /// The notice on the row's page.
    var shown: LocalText
}

extension BasicData {
    static func lock(_ id: ID) -> SQL { "select from \(table) where \(table).id = \(id) for update" }
    static func delete(_ id: ID) -> SQL { "delete from \(table) where \(table).id = \(id)" }

    /// A row of the list: it leads to its form whoever may change it.
    static func row(_ row: Row, _ actor: Actor, _ base: Link, code: String? = nil) throws -> ListRow {
        ListRow(
            name: try row.text("name"), link: actor.may(needs) ? "\(base)/\(try row.id("id"))" : nil,
            detail: code, detailIsCode: code != nil)
    }

    static var needs: Permission { .editTimetable }
    static var unique: (index: String, field: String)? { nil }
    static func first(in tx: borrowing TenantTransaction) throws -> BasicValues { BasicValues() }
    static func taken(_ value: String, except id: ID?) -> SQL {
        """
        select \(table).id from \(table) where lower(\(table).name) = lower(\(value)) and \(table).id is distinct from \(id)::uuid
        limit 1
        """
    }
    static func check(_ values: BasicValues, _ errors: inout [String: LocalText]) {}
    static func changed(_ id: ID?, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        try tx.execute(PublicAnswers.changed(tx.tenant))
    }
    static func warning(on id: ID, in tx: borrowing TenantTransaction, _ language: Language) throws -> BasicWarning? {
        nil
    }
    static func follow(
        _ id: ID, from old: BasicValues, to new: BasicValues, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> StringKey? { nil }
    static func related(_ id: ID, _ actor: Actor) -> BasicFormPage.Related? { nil }

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
            .get("\(path)/new", needs: Data.needs, ShowNewBasic<Data>.self),
            .post(path, needs: Data.needs, AddBasic<Data>.self),
            .get("\(path)/:\(Data.parameter)", needs: Data.needs, ShowBasicEdit<Data>.self),
            .post("\(path)/:\(Data.parameter)", needs: Data.needs, EditBasic<Data>.self),
            .post("\(path)/:\(Data.parameter)/deletion", needs: Data.needs, DeleteBasic<Data>.self),
        ]
    }
}
