// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Stores what the user answers to a questionnaire once all that must be answered is, in place of what they answered last. `PUT /v1/me/answers/{questionnaire}`
public struct SaveMyAnswers: WriteCall, Hashable {
    /// A key.
    public var questionnaire: String
    public var body: SaveMyAnswers.Body

    public init(questionnaire: String, _ body: SaveMyAnswers.Body) {
        self.questionnaire = questionnaire
        self.body = body
    }

    public static var name: String { "saveMyAnswers" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/answers/\(questionnaire.inPath)" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        /// Of the questionnaire, as the app showed it; without it the newest.
        public var version: Int?
        /// By the key of the question: a text, a number, true or false, a choice's value, an array of them, a day like 2026-11-22, the id of a file that the user has uploaded. A question without an answer is left out, or null.
        public var answers: [String: JSONValue]

        public init(version: Int? = nil, answers: [String: JSONValue]) {
            self.version = version
            self.answers = answers
        }

        private enum CodingKeys: String, CodingKey {
            case version = "version"
            case answers = "answers"
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var version: Int
        public var result: SaveMyAnswers.Answer.Result

        public init(id: UUID, version: Int, result: SaveMyAnswers.Answer.Result) {
            self.id = id
            self.version = version
            self.result = result
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case version = "version"
            case result = "result"
        }

        /// One of the values below; a newer server may know more.
        public struct Result: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let created = Result(rawValue: "created")
            public static let replaced = Result(rawValue: "replaced")
            public static let unchanged = Result(rawValue: "unchanged")
        }
    }
}
