// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Sponsors whom the user may see, with their group: those who show themselves to everybody, and those of a group that they share. A goal can also name a sponsor who is not listed: by the id that this sponsor gave the recipient. `GET /v1/me/sponsors`
public struct ListSponsors: ReadCall, Hashable {
    /// Sponsors on a page.
    public var limit: Int?
    /// The id of the last sponsor of the page before.
    public var after: String?

    public init(limit: Int? = nil, after: String? = nil) {
        self.limit = limit
        self.after = after
    }

    public static var name: String { "listSponsors" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/sponsors" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let limit { all.append(("limit", String(limit))) }
        if let after { all.append(("after", after)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var sponsors: [ListSponsors.Answer.Sponsor]
        public var next: UUID?

        public init(sponsors: [ListSponsors.Answer.Sponsor], next: UUID? = nil) {
            self.sponsors = sponsors
            self.next = next
        }

        private enum CodingKeys: String, CodingKey {
            case sponsors = "sponsors"
            case next = "next"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(sponsors, forKey: .sponsors)
            try values.encode(next, forKey: .next)
        }

        public struct Sponsor: Codable, Hashable, Sendable {
            public var id: UUID
            public var name: String
            public var group: String?

            public init(id: UUID, name: String, group: String? = nil) {
                self.id = id
                self.name = name
                self.group = group
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case name = "name"
                case group = "group"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(name, forKey: .name)
                try values.encode(group, forKey: .group)
            }
        }
    }
}
