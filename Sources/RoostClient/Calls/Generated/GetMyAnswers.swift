// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// What the user answered last to each questionnaire. `GET /v1/me/answers`
public struct GetMyAnswers: ReadCall, Hashable {
    public init() {}

    public static var name: String { "getMyAnswers" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/answers" }
    public static var hasTag: Bool { true }

    public struct Answer: Codable, Hashable, Sendable {
        public var answers: [GetMyAnswers.Answer.Answer]

        public init(answers: [GetMyAnswers.Answer.Answer]) {
            self.answers = answers
        }

        private enum CodingKeys: String, CodingKey {
            case answers = "answers"
        }

        public struct Answer: Codable, Hashable, Sendable {
            public var questionnaire: String
            public var version: Int
            public var givenAt: Date
            /// By the key of the question.
            public var answers: [String: JSONValue]

            public init(questionnaire: String, version: Int, givenAt: Date, answers: [String: JSONValue]) {
                self.questionnaire = questionnaire
                self.version = version
                self.givenAt = givenAt
                self.answers = answers
            }

            private enum CodingKeys: String, CodingKey {
                case questionnaire = "questionnaire"
                case version = "version"
                case givenAt = "given_at"
                case answers = "answers"
            }
        }
    }
}
