// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user asks for a copy of everything that is held about them. An admin has it made, and a link to it is mailed to the user. One that is open already is answered in place of a second. `POST /v1/me/privacy-requests`
public struct AddMyPrivacyRequest: WriteCall, Hashable {
    public var body: AddMyPrivacyRequest.Body

    public init(_ body: AddMyPrivacyRequest.Body) {
        self.body = body
    }

    public static var name: String { "addMyPrivacyRequest" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/privacy-requests" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = ListMyPrivacyRequests.Answer.Request

    public struct Body: Codable, Hashable, Sendable {
        /// What is asked for.
        public var kind: AddMyPrivacyRequest.Body.Kind

        public init(kind: AddMyPrivacyRequest.Body.Kind) {
            self.kind = kind
        }

        private enum CodingKeys: String, CodingKey {
            case kind = "kind"
        }

        /// One of the values below; a newer server may know more.
        public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let access = Kind(rawValue: "access")
        }
    }
}
