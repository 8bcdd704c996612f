// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The accounts elsewhere with which the user signs in. `GET /v1/me/identities`
public struct GetMyIdentities: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMyIdentities" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/identities" }

    public struct Answer: Codable, Hashable, Sendable {
        public var identities: [GetMyIdentities.Answer.Identity]
        public var hasPassword: Bool
        /// Whether one of them can be taken away: the last way to sign in stays.
        public var canUnlink: Bool

        public init(identities: [GetMyIdentities.Answer.Identity], hasPassword: Bool, canUnlink: Bool) {
            self.identities = identities
            self.hasPassword = hasPassword
            self.canUnlink = canUnlink
        }

        private enum CodingKeys: String, CodingKey {
            case identities = "identities"
            case hasPassword = "has_password"
            case canUnlink = "can_unlink"
        }

        public struct Identity: Codable, Hashable, Sendable {
            public var id: UUID
            public var provider: GetMyIdentities.Answer.Identity.Provider
            public var issuer: String
            public var email: String
            public var linkedAt: Date
            public var usedAt: Date?

            public init(id: UUID, provider: GetMyIdentities.Answer.Identity.Provider, issuer: String, email: String, linkedAt: Date, usedAt: Date? = nil) {
                self.id = id
                self.provider = provider
                self.issuer = issuer
                self.email = email
                self.linkedAt = linkedAt
                self.usedAt = usedAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case provider = "provider"
                case issuer = "issuer"
                case email = "email"
                case linkedAt = "linked_at"
                case usedAt = "used_at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(provider, forKey: .provider)
                try values.encode(issuer, forKey: .issuer)
                try values.encode(email, forKey: .email)
                try values.encode(linkedAt, forKey: .linkedAt)
                try values.encode(usedAt, forKey: .usedAt)
            }

            /// One of the values below; a newer server may know more.
            public struct Provider: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let apple = Provider(rawValue: "apple")
                public static let google = Provider(rawValue: "google")
                public static let facebook = Provider(rawValue: "facebook")
                public static let oidc = Provider(rawValue: "oidc")
            }
        }
    }
}
