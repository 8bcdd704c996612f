// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Where the user is signed in. `GET /v1/me/sessions`
public struct GetMySessions: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMySessions" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/sessions" }

    public struct Answer: Codable, Hashable, Sendable {
        public var sessions: [GetMySessions.Answer.Session]

        public init(sessions: [GetMySessions.Answer.Session]) {
            self.sessions = sessions
        }

        private enum CodingKeys: String, CodingKey {
            case sessions = "sessions"
        }

        public struct Session: Codable, Hashable, Sendable {
            public var id: UUID
            public var app: UUID
            public var device: UUID?
            public var platform: String
            public var model: String
            public var isThis: Bool
            public var signedInAt: Date
            public var refreshedAt: Date

            public init(id: UUID, app: UUID, device: UUID? = nil, platform: String, model: String, isThis: Bool, signedInAt: Date, refreshedAt: Date) {
                self.id = id
                self.app = app
                self.device = device
                self.platform = platform
                self.model = model
                self.isThis = isThis
                self.signedInAt = signedInAt
                self.refreshedAt = refreshedAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case app = "app"
                case device = "device"
                case platform = "platform"
                case model = "model"
                case isThis = "is_this"
                case signedInAt = "signed_in_at"
                case refreshedAt = "refreshed_at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(app, forKey: .app)
                try values.encode(device, forKey: .device)
                try values.encode(platform, forKey: .platform)
                try values.encode(model, forKey: .model)
                try values.encode(isThis, forKey: .isThis)
                try values.encode(signedInAt, forKey: .signedInAt)
                try values.encode(refreshedAt, forKey: .refreshedAt)
            }
        }
    }
}
