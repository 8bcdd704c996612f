// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The devices that the user is signed in on. `GET /v1/me/devices`
public struct GetMyDevices: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMyDevices" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/devices" }

    public struct Answer: Codable, Hashable, Sendable {
        public var devices: [GetMyDevices.Answer.Device]

        public init(devices: [GetMyDevices.Answer.Device]) {
            self.devices = devices
        }

        private enum CodingKeys: String, CodingKey {
            case devices = "devices"
        }

        public struct Device: Codable, Hashable, Sendable {
            public var id: UUID
            public var platform: String
            public var model: String
            public var appVersion: String
            public var language: String
            public var timeZone: String
            public var hasPushToken: Bool
            public var isThis: Bool
            public var seenAt: Date

            public init(id: UUID, platform: String, model: String, appVersion: String, language: String, timeZone: String, hasPushToken: Bool, isThis: Bool, seenAt: Date) {
                self.id = id
                self.platform = platform
                self.model = model
                self.appVersion = appVersion
                self.language = language
                self.timeZone = timeZone
                self.hasPushToken = hasPushToken
                self.isThis = isThis
                self.seenAt = seenAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case platform = "platform"
                case model = "model"
                case appVersion = "app_version"
                case language = "language"
                case timeZone = "time_zone"
                case hasPushToken = "has_push_token"
                case isThis = "is_this"
                case seenAt = "seen_at"
            }
        }
    }
}
