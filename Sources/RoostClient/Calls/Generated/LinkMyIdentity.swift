// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Makes an address at which the user links an account that they have elsewhere. `POST /v1/me/identity-links`
public struct LinkMyIdentity: WriteCall, Hashable {
    public var body: LinkMyIdentity.Body

    public init(_ body: LinkMyIdentity.Body) {
        self.body = body
    }

    public static var name: String { "linkMyIdentity" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/identity-links" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        public var provider: GetMyIdentities.Answer.Identity.Provider

        public init(provider: GetMyIdentities.Answer.Identity.Provider) {
            self.provider = provider
        }

        private enum CodingKeys: String, CodingKey {
            case provider = "provider"
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        /// Open it in a browser; it works once.
        public var url: String
        public var expiresAt: Date

        public init(url: String, expiresAt: Date) {
            self.url = url
            self.expiresAt = expiresAt
        }

        private enum CodingKeys: String, CodingKey {
            case url = "url"
            case expiresAt = "expires_at"
        }
    }
}
