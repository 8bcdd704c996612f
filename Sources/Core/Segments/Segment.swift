import Console
import HTML
import Postgres
import Templates
import Web

/// A segment of users: a named filter of their list.
struct Segment: Sendable, Weighed {
    /// The limit in one tenant. A user is tested against all of them at once.
    static let most = 100
    static let longestName = 60
    static let longestAbout = 300
    /// The parts of the filter that a segment can have, in the list's order. Searched text is not among them: it may be
    /// a name.
    static let parts = UserFields.menus.map(\.name)

    var id: ID
    var key: String
    var name: String
    var about: String
    var filter: UserFilter
    var version: Int
    /// In the tenant's zone.
    var changed: LocalTime
    var changedBy: String

    var weight: Int { 64 + [key, name, about, changedBy].weight + filter.weight }

    init(_ row: Row) throws {
        id = try row.id("id")
        key = try row.text("key")
        name = try row.text("name")
        about = try row.text("about")
        filter = Self.filter(Query(urlEncoded: try row.text("filter").utf8))
        version = try row.int("version")
        changed = LocalTime(microseconds: Int(try row.localTime("changed")))
        changedBy = try row.text("changed_by")
    }

    /// Returns the part of a list's address that a segment can have.
    static func filter(_ query: Query) -> UserFilter {
        UserFilter(Query(query.items.filter { parts.contains($0.name) }))
    }

    /// The values of the form: a text for each field.
    var content: Content {
        var content = Self.content(of: filter)
        (content["name"], content["about"]) = (name, about)
        return content
    }

    static func content(of filter: UserFilter) -> Content {
        var content = Content()
        for (name, value) in filter.query { content[name] = value }
        return content
    }

    func users(_ actor: Actor) -> Link { filter.link(actor.link("users")) }
}

extension Strings {
    static func segment(_ size: SegmentSizes.Size) -> LocalText {
        switch size {
        case .about(let count): segments_about_users(count: count)
        case .moreThan(let count): segments_more_users(count: count)
        }
    }
}
