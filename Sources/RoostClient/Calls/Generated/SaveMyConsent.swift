// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user agrees to a version of a text; what they said before stays as history. `PUT /v1/me/consents/{text}`
public struct SaveMyConsent: WriteCall, Hashable {
    /// A key.
    public var text: String
    public var body: SaveMyConsent.Body

    public init(text: String, _ body: SaveMyConsent.Body) {
        self.text = text
        self.body = body
    }

    public static var name: String { "saveMyConsent" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/consents/\(text.inPath)" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = Void

    public struct Body: Codable, Hashable, Sendable {
        /// Of the text, as the app showed it.
        public var version: Int
        /// Where it was said, for example: app 4.12, settings.
        public var source: String?

        public init(version: Int, source: String? = nil) {
            self.version = version
            self.source = source
        }

        private enum CodingKeys: String, CodingKey {
            case version = "version"
            case source = "source"
        }
    }
}
