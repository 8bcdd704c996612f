// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Changes the user's name, telephone number (stored as E.164), language or time zone. `PATCH /v1/me/profile`
public struct ChangeMyProfile: WriteCall, Hashable {
    public var body: ChangeMyProfile.Body

    public init(_ body: ChangeMyProfile.Body) {
        self.body = body
    }

    public static var name: String { "changeMyProfile" }
    public static var method: String { "PATCH" }
    public var path: String { "/v1/me/profile" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = Void

    public struct Body: Codable, Hashable, Sendable {
        public var name: String?
        /// At most 40 characters.
        public var phone: String?
        public var language: String?
        /// A time zone of the IANA database, as `Europe/Madrid`.
        public var timeZone: String?

        public init(name: String? = nil, phone: String? = nil, language: String? = nil, timeZone: String? = nil) {
            self.name = name
            self.phone = phone
            self.language = language
            self.timeZone = timeZone
        }

        private enum CodingKeys: String, CodingKey {
            case name = "name"
            case phone = "phone"
            case language = "language"
            case timeZone = "time_zone"
        }
    }
}
