import HTML
import Postgres

/// A kind of object in audit events. Its id is stored in the trail for ever: kinds are added, never renamed.
package struct ObjectKind: Sendable, Hashable {
    package let id: String
    package let label: StringKey
    /// The permission that it takes to read events about such objects in the audit log, besides the log's own; nil:
    /// none. Of objects behind a wall inside the tenant, it is the permission that opens the wall.
    package let readers: Permission?
    /// Actions of which every reader of the log may know who sees the object itself.
    package let openActions: [AuditAction]
    /// A statement that returns rows of `id`: the objects that the reader sees, by row-level security. nil: all.
    package let shown: SQL?

    package init(
        _ id: String, _ label: StringKey, readers: Permission? = nil, but openActions: [AuditAction] = [],
        of shown: SQL? = nil
    ) {
        self.shown = shown
        self.id = id
        self.label = label
        self.readers = readers
        self.openActions = openActions
    }

    /// The declared kind with that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.objectKind(id) else { return nil }
        self = known
    }

    package static func == (one: ObjectKind, other: ObjectKind) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Finds the names of objects whose names are personal and therefore not in the events.
package struct ObjectNames: Sendable {
    package let kind: ObjectKind
    /// The permission to see the names.
    package let needs: Permission
    /// A statement that returns rows of `id` and `name`.
    package let names: @Sendable ([ID]) -> SQL
    /// The path of the object's page below the tenant's address: `users`.
    package let path: String
    /// A selected name in words.
    private let words: @Sendable (String, Language) -> String

    package init(
        of kind: ObjectKind, needs: Permission, path: String, names: @escaping @Sendable ([ID]) -> SQL,
        words: @escaping @Sendable (_ name: String, Language) -> String = { name, _ in name }
    ) {
        self.kind = kind
        self.needs = needs
        self.path = path
        self.names = names
        self.words = words
    }

    /// Returns the names by id. An object that no longer exists has none.
    package func read(_ ids: Set<ID>, _ language: Language, in tx: borrowing TenantTransaction) throws -> [ID: String] {
        guard !ids.isEmpty else { return [:] }
        return try tx.rows(names(Array(ids))).reduce(into: [:]) { found, row in
            found[try row.id("id")] = words(try row.text("name"), language)
        }
    }
}

/// Objects whose events belong to the history of another object: a user's privacy requests.
package struct RelatedObjects: Sendable {
    /// The permission to see that they belong together.
    package let needs: Permission
    /// A statement that returns rows of `id`: the objects that belong to that one.
    package let ids: @Sendable (ID) -> SQL

    package init(needs: Permission, ids: @escaping @Sendable (ID) -> SQL) {
        self.needs = needs
        self.ids = ids
    }
}

/// A field of audit events, in words.
package struct AuditField: Sendable {
    package enum Scope: Sendable, Equatable {
        /// Only in events about objects of this kind.
        case of(ObjectKind)
        /// In all events.
        case any
    }

    /// The name in events; with `isPrefix`, the prefix of such names.
    package let name: String
    package let isPrefix: Bool
    package let scope: Scope
    /// The label in the menu of fields; nil for a field that the menu does not offer.
    package let label: StringKey?
    /// The field in words, from the part after the prefix.
    package let words: @Sendable (String, Language) -> String?
    /// The kind of the objects whose ids are the field's values, separated by spaces; a page shows their names.
    package let refersTo: ObjectKind?
    /// A value in words, with the part after the prefix; nil prints the value unchanged.
    package let value: (@Sendable (_ text: String, _ rest: String, Language) -> String)?
    /// All values that there are, if code has a closed set of them, with their words.
    package private(set) var values: [(value: String, words: StringKey)] = []
    /// For values that are keys of the tenant's own data: the statement that finds their words for that reader, as rows of
    /// `value` and `words`. An unknown key is printed unchanged.
    package private(set) var named: (@Sendable (_ keys: [String], Language) -> SQL)?

    package init(
        _ name: String, _ label: StringKey, of kind: ObjectKind? = nil, refersTo: ObjectKind? = nil,
        value: (@Sendable (String, Language) -> String)? = nil
    ) {
        self.name = name
        self.refersTo = refersTo
        self.label = label
        isPrefix = false
        scope = kind.map { .of($0) } ?? .any
        words = { _, language in LocalText(label).resolve(in: language) }
        if let value {
            self.value = { text, _, language in value(text, language) }
        } else {
            self.value = nil
        }
    }

    /// A field with a closed set of values.
    package init(
        _ name: String, _ label: StringKey, of kind: ObjectKind? = nil, values: [(value: String, words: StringKey)]
    ) {
        self.init(
            name, label, of: kind,
            value: { text, language in
                values.first { $0.value == text }.map { LocalText($0.words).resolve(in: language) } ?? text
            })
        self.values = values
    }

    /// A field whose values are keys of the tenant's own data.
    package static func keys(
        _ name: String, _ label: StringKey, of kind: ObjectKind,
        named: @escaping @Sendable (_ keys: [String], Language) -> SQL
    ) -> AuditField {
        var field = AuditField(name, label, of: kind)
        field.named = named
        return field
    }

    /// Fields whose names begin with `prefix`. An empty prefix matches every field of the kind.
    package init(
        prefix: String, of kind: ObjectKind? = nil,
        words: @escaping @Sendable (_ rest: String, Language) -> String?,
        value: (@Sendable (_ text: String, _ rest: String, Language) -> String)? = nil
    ) {
        name = prefix
        label = nil
        refersTo = nil
        isPrefix = true
        scope = kind.map { .of($0) } ?? .any
        self.words = words
        self.value = value
    }
}
