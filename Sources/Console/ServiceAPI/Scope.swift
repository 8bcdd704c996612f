import HTML

/// A right of a key: a scope is offered as soon as an endpoint needs it. Features declare theirs as static lets and
/// list them in `scopes`. The id is stored in the database and printed in the API's document: scopes are added, never
/// renamed.
package struct Scope: Sendable, Hashable {
    package let id: String
    /// One line of the form.
    package let label: StringKey

    package init(_ id: String, _ label: StringKey) {
        self.id = id
        self.label = label
    }

    /// The declared scope with that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.scope(id) else { return nil }
        self = known
    }

    /// All declared scopes, in the order of the features.
    package static var all: [Scope] { Declarations.current.scopes }

    package static func == (one: Scope, other: Scope) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
