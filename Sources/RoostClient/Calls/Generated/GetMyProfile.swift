// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What the user has said about themselves. `GET /v1/me/profile`
public struct GetMyProfile: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMyProfile" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/profile" }
    public static var hasTag: Bool { true }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var email: String
        public var emailVerified: Bool
        public var name: String
        public var phone: String?
        public var language: String
        public var timeZone: String
        public var createdAt: Date
        public var deletionRequestedAt: Date?

        public init(id: UUID, email: String, emailVerified: Bool, name: String, phone: String? = nil, language: String, timeZone: String, createdAt: Date, deletionRequestedAt: Date? = nil) {
            self.id = id
            self.email = email
            self.emailVerified = emailVerified
            self.name = name
            self.phone = phone
            self.language = language
            self.timeZone = timeZone
            self.createdAt = createdAt
            self.deletionRequestedAt = deletionRequestedAt
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case email = "email"
            case emailVerified = "email_verified"
            case name = "name"
            case phone = "phone"
            case language = "language"
            case timeZone = "time_zone"
            case createdAt = "created_at"
            case deletionRequestedAt = "deletion_requested_at"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(id, forKey: .id)
            try values.encode(email, forKey: .email)
            try values.encode(emailVerified, forKey: .emailVerified)
            try values.encode(name, forKey: .name)
            try values.encode(phone, forKey: .phone)
            try values.encode(language, forKey: .language)
            try values.encode(timeZone, forKey: .timeZone)
            try values.encode(createdAt, forKey: .createdAt)
            try values.encode(deletionRequestedAt, forKey: .deletionRequestedAt)
        }
    }
}
