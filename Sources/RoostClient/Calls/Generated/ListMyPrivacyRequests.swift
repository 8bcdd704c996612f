// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What the user asked for about their data, the latest first; at most 50. `GET /v1/me/privacy-requests`
public struct ListMyPrivacyRequests: ReadCall, Hashable {
    public init() {}

    public static var name: String { "listMyPrivacyRequests" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/privacy-requests" }

    public struct Answer: Codable, Hashable, Sendable {
        public var requests: [ListMyPrivacyRequests.Answer.Request]

        public init(requests: [ListMyPrivacyRequests.Answer.Request]) {
            self.requests = requests
        }

        private enum CodingKeys: String, CodingKey {
            case requests = "requests"
        }

        public struct Request: Codable, Hashable, Sendable {
            public var id: UUID
            public var kind: ListMyPrivacyRequests.Answer.Request.Kind
            public var state: ListMyPrivacyRequests.Answer.Request.State
            public var receivedAt: Date
            public var dueAt: Date

            public init(id: UUID, kind: ListMyPrivacyRequests.Answer.Request.Kind, state: ListMyPrivacyRequests.Answer.Request.State, receivedAt: Date, dueAt: Date) {
                self.id = id
                self.kind = kind
                self.state = state
                self.receivedAt = receivedAt
                self.dueAt = dueAt
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case kind = "kind"
                case state = "state"
                case receivedAt = "received_at"
                case dueAt = "due_at"
            }

            /// One of the values below; a newer server may know more.
            public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let access = Kind(rawValue: "access")
                public static let erasure = Kind(rawValue: "erasure")
            }

            /// One of the values below; a newer server may know more.
            public struct State: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let waiting = State(rawValue: "waiting")
                public static let running = State(rawValue: "running")
                public static let held = State(rawValue: "held")
                public static let ready = State(rawValue: "ready")
                public static let done = State(rawValue: "done")
                public static let refused = State(rawValue: "refused")
            }
        }
    }
}
