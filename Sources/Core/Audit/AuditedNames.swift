import Console
import HTML
import Postgres

/// The names of objects in a file of the audit log, as far as the reader may see them; those of users come with the
/// file's own rows. They are read before the file, which is one statement: a page reads them row by row.
struct AuditedNames: Sendable {
    /// Of each kind; the objects beyond it have their ids alone.
    private static let most = 20_000

    private var names: [String: [ID: String]] = [:]

    init(_ conditions: [SQL], in tx: borrowing TenantTransaction, by actor: Actor) throws {
        let referred = Set(Declarations.current.auditFields.compactMap(\.refersTo))
        for source in Declarations.current.objectNames where source.kind != .user && actor.may(source.needs) {
            // What fields refer to may have no event of its own in the file.
            let among = referred.contains(source.kind) ? [] : conditions
            let found = try tx.first(AuditQueries.objects(of: source.kind, among, most: Self.most))?.ids("ids") ?? []
            names[source.kind.id] = try source.read(Set(found), actor.language, in: tx)
        }
    }

    /// nil for an object without a name.
    func name(_ id: ID, of kind: String) -> String? { names[kind]?[id].flatMap { $0.isEmpty ? nil : $0 } }

    /// The ids in a value of a field, each with its name before it; nil if none has one.
    func words(_ text: String, of kind: ObjectKind) -> String? {
        var isNamed = false
        let parts = text.split(separator: " ").map { part in
            guard let name = ID(part).flatMap({ name($0, of: kind.id) }) else { return String(part) }
            isNamed = true
            return "\(name) (\(part))"
        }
        return isNamed ? parts.joined(separator: ", ") : nil
    }
}
