import HTML
import Postgres

/// A kind of thing that audit events are about. Its id is stored in the trail for ever: kinds are added, never renamed.
package struct ObjectKind: Sendable, Hashable {
    package let id: String
    package let label: StringKey

    package init(_ id: String, _ label: StringKey) {
        self.id = id
        self.label = label
    }

    /// The declared kind of that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.objectKind(id) else { return nil }
        self = known
    }

    package static func == (one: ObjectKind, other: ObjectKind) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// How the trail finds the names of things whose names are personal and therefore not in the events themselves.
package struct ObjectNames: Sendable {
    package let kind: ObjectKind
    /// Who may see the names.
    package let needs: Permission
    /// Rows of `id` and `name`.
    package let names: @Sendable ([ID]) -> SQL
    /// Of the object's page, after the tenant's address: `users`.
    package let path: String

    package init(of kind: ObjectKind, needs: Permission, path: String, names: @escaping @Sendable ([ID]) -> SQL) {
        self.kind = kind
        self.needs = needs
        self.path = path
        self.names = names
    }
}

/// A field that audit events name, in words.
package struct AuditField: Sendable {
    package enum Scope: Sendable, Equatable {
        /// Events about objects of this kind only.
        case of(ObjectKind)
        /// Events about anything.
        case any
    }

    /// As events have it; with `isPrefix`, what the names of such fields begin with.
    package let name: String
    package let isPrefix: Bool
    package let scope: Scope
    /// For the menu of fields; nil for a field that is not offered there.
    package let label: StringKey?
    /// The field in words, from what follows the prefix.
    package let words: @Sendable (String, Language) -> String?
    /// A value in words, with what follows the prefix; nil prints it as it is.
    package let value: (@Sendable (_ text: String, _ rest: String, Language) -> String)?

    package init(
        _ name: String, _ label: StringKey, of kind: ObjectKind? = nil,
        value: (@Sendable (String, Language) -> String)? = nil
    ) {
        self.name = name
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

    /// Fields whose names begin with `prefix`. An empty prefix stands for every field of the kind.
    package init(
        prefix: String, of kind: ObjectKind? = nil,
        words: @escaping @Sendable (_ rest: String, Language) -> String?,
        value: (@Sendable (_ text: String, _ rest: String, Language) -> String)? = nil
    ) {
        name = prefix
        label = nil
        isPrefix = true
        scope = kind.map { .of($0) } ?? .any
        self.words = words
        self.value = value
    }
}
