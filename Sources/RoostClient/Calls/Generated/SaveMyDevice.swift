// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Registers the device that the user is signed in on, or refreshes what is known of it. `PUT /v1/me/devices/{device}`
public struct SaveMyDevice: WriteCall, Hashable {
    public var device: UUID
    public var body: SaveMyDevice.Body

    public init(device: UUID, _ body: SaveMyDevice.Body) {
        self.device = device
        self.body = body
    }

    public static var name: String { "saveMyDevice" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/devices/\(device.inPath)" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = Void

    public struct Body: Codable, Hashable, Sendable {
        public var platform: SaveMyDevice.Body.Platform
        public var model: String?
        public var appVersion: String?
        /// At most 4096 characters.
        public var pushToken: String?
        /// At most 12 characters.
        public var language: String?
        /// A time zone of the IANA database, as `Europe/Madrid`.
        public var timeZone: String?

        public init(platform: SaveMyDevice.Body.Platform, model: String? = nil, appVersion: String? = nil, pushToken: String? = nil, language: String? = nil, timeZone: String? = nil) {
            self.platform = platform
            self.model = model
            self.appVersion = appVersion
            self.pushToken = pushToken
            self.language = language
            self.timeZone = timeZone
        }

        private enum CodingKeys: String, CodingKey {
            case platform = "platform"
            case model = "model"
            case appVersion = "app_version"
            case pushToken = "push_token"
            case language = "language"
            case timeZone = "time_zone"
        }

        /// One of the values below; a newer server may know more.
        public struct Platform: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let ios = Platform(rawValue: "ios")
            public static let android = Platform(rawValue: "android")
            public static let web = Platform(rawValue: "web")
            public static let windows = Platform(rawValue: "windows")
            public static let macos = Platform(rawValue: "macos")
            public static let linux = Platform(rawValue: "linux")
        }
    }
}
