// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Whether the user sets goals or backs them; null before the user has chosen. `GET /v1/me/role`
public struct GetMyRole: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMyRole" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/role" }

    public struct Answer: Codable, Hashable, Sendable {
        public var role: GetMyRole.Answer.Role?

        public init(role: GetMyRole.Answer.Role? = nil) {
            self.role = role
        }

        private enum CodingKeys: String, CodingKey {
            case role = "role"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(role, forKey: .role)
        }

        /// One of the values below; a newer server may know more.
        public struct Role: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let recipient = Role(rawValue: "recipient")
            public static let sponsor = Role(rawValue: "sponsor")
        }
    }
}
