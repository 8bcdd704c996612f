import HTML
import Postgres

/// The names of objects whose ids or keys are values of changed fields; those of ids as far as the actor may see them.
package struct ReferredNames: Sendable {
    private let actor: Actor
    private var names: [String: [ID: String]] = [:]
    /// By the kind of the event's object and the field, then by the value.
    private var keyed: [String: [String: String]] = [:]

    /// Each list of changes has the kind of its event's object.
    package init(
        _ changes: [(kind: String, changes: [AuditEvent.Change])], in tx: borrowing TenantTransaction, by actor: Actor
    ) throws {
        self.actor = actor
        var wanted: [ObjectKind: Set<ID>] = [:]
        var keys: [String: (field: AuditField, values: Set<String>)] = [:]
        for event in changes {
            let words = AuditWords(kind: event.kind, language: actor.language)
            for change in event.changes {
                if let field = words.named(change.field) {
                    let place = Self.place(change.field, event.kind)
                    keys[place, default: (field, [])].values.formUnion([change.old, change.new].compactMap(\.self))
                }
                guard let object = words.reference(change.field) else { continue }
                wanted[object, default: []].formUnion([change.old, change.new].compactMap(\.self).flatMap(Self.ids))
            }
        }
        for (kind, ids) in wanted {
            guard let source = Declarations.current.objectNames(of: kind, for: actor) else { continue }
            names[kind.id] = try source.read(ids, actor.language, in: tx)
        }
        for (place, wanted) in keys {
            guard let statement = wanted.field.named?(Array(wanted.values), actor.language) else { continue }
            keyed[place] = try tx.rows(statement).reduce(into: [:]) { found, row in
                found[try row.text("value")] = try row.text("words")
            }
        }
    }

    private static func place(_ field: String, _ kind: String) -> String { "\(kind) \(field)" }

    /// The words of a key; nil for a field whose values are none, and for an unknown key.
    func words(_ text: String, _ field: String, _ kind: String) -> String? { keyed[Self.place(field, kind)]?[text] }

    /// An object without a name is shown by the start of its id; nil for a text that is no list of ids.
    func words(_ text: String, of kind: ObjectKind) -> String? {
        let ids = Self.ids(text)
        guard !ids.isEmpty else { return nil }
        return ids.map { id in
            let name = names[kind.id]?[id] ?? ""
            return name.isEmpty ? String(id.description.prefix(8)) : name
        }.joined(separator: ", ")
    }

    /// nil for a list of several objects, and for one that no longer exists or that the actor may not see.
    func link(to text: String, of kind: ObjectKind) -> Link? {
        let ids = Self.ids(text)
        guard ids.count == 1, let id = ids.first, names[kind.id]?[id] != nil,
            let source = Declarations.current.objectNames(of: kind, for: actor)
        else { return nil }
        return "\(actor.link(source.path))/\(id)"
    }

    private static func ids(_ text: String) -> [ID] { text.split(separator: " ").compactMap { ID($0) } }
}
