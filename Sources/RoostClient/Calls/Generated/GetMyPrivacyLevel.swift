// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Whom the user wants to be seen by. `GET /v1/me/privacy`
public struct GetMyPrivacyLevel: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMyPrivacyLevel" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/privacy" }

    public struct Answer: Codable, Hashable, Sendable {
        public var level: GetMyPrivacyLevel.Answer.Level

        public init(level: GetMyPrivacyLevel.Answer.Level) {
            self.level = level
        }

        private enum CodingKeys: String, CodingKey {
            case level = "level"
        }

        /// One of the values below; a newer server may know more.
        public struct Level: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let nobody = Level(rawValue: "nobody")
            public static let groups = Level(rawValue: "groups")
            public static let everybody = Level(rawValue: "everybody")
            public static let link = Level(rawValue: "link")
        }
    }
}
