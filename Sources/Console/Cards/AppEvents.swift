import HTML
import Postgres
import Templates

/// Something that users do in the app (`Feature.appEvents`): the last of all that features know of stands on a user's page.
package struct AppEvents: Sendable {
    /// What they did: “Answered a survey”.
    package let label: StringKey
    package let needs: Permission
    /// The newest of one user, `most` at most: `at` is when, `what` names what it was done with and may be empty.
    package let newest: @Sendable (ID) -> SQL
    /// What `what` says, in the words of who reads it.
    package let words: @Sendable (String, Actor) -> String

    /// For `what` that is the content of a catalogue's entry: its name as the rest of the page has it.
    package static let nameOfEntry: @Sendable (String, Actor) -> String = { what, actor in
        Content(json: what).text("name", actor.language.rawValue, actor.tenant.languages)
    }

    /// On the page of a user.
    package static let most = 5

    package init(
        _ label: StringKey, needs: Permission,
        words: @escaping @Sendable (String, Actor) -> String = { what, _ in what },
        newest: @escaping @Sendable (ID) -> SQL
    ) {
        (self.label, self.needs, self.words, self.newest) = (label, needs, words, newest)
    }
}

extension Declarations {
    /// Those of the tenant's features that the actor may see.
    package func appEvents(for actor: Actor) -> [AppEvents] {
        appEvents.filter { $0.place.includes(actor.tenant) && actor.may($0.value.needs) }.map(\.value)
    }
}
