// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Records grades cell by cell, each over the version that was seen. What somebody else has written meanwhile is not overwritten: it comes back as a conflict with their grade. An operation that was saved is never done twice. `POST /v1/me/gradebook/classes/{class}/grades`
public struct SaveMyGrades: WriteCall, Hashable {
    public var `class`: UUID
    public var body: SaveMyGrades.Body

    public init(`class`: UUID, _ body: SaveMyGrades.Body) {
        self.`class` = `class`
        self.body = body
    }

    public static var name: String { "saveMyGrades" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/gradebook/classes/\(`class`.inPath)/grades" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        public var grades: [SaveMyGrades.Body.Grade]

        public init(grades: [SaveMyGrades.Body.Grade]) {
            self.grades = grades
        }

        private enum CodingKeys: String, CodingKey {
            case grades = "grades"
        }

        public struct Grade: Codable, Hashable, Sendable {
            public var operation: UUID
            public var student: UUID
            public var assignment: UUID
            /// From 0 to 2147483647.
            public var version: Int
            /// At most 40 characters.
            public var grade: String

            public init(operation: UUID, student: UUID, assignment: UUID, version: Int, grade: String) {
                self.operation = operation
                self.student = student
                self.assignment = assignment
                self.version = version
                self.grade = grade
            }

            private enum CodingKeys: String, CodingKey {
                case operation = "operation"
                case student = "student"
                case assignment = "assignment"
                case version = "version"
                case grade = "grade"
            }
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var results: [SaveMyGrades.Answer.Result]

        public init(results: [SaveMyGrades.Answer.Result]) {
            self.results = results
        }

        private enum CodingKeys: String, CodingKey {
            case results = "results"
        }

        public struct Result: Codable, Hashable, Sendable {
            public var operation: UUID
            public var result: SaveMyGrades.Answer.Result.Result
            public var version: Int?
            public var grade: String?
            public var by: String?
            public var at: String?
            /// Why the operation is refused, for people
            public var problem: String?

            public init(operation: UUID, result: SaveMyGrades.Answer.Result.Result, version: Int? = nil, grade: String? = nil, by: String? = nil, at: String? = nil, problem: String? = nil) {
                self.operation = operation
                self.result = result
                self.version = version
                self.grade = grade
                self.by = by
                self.at = at
                self.problem = problem
            }

            private enum CodingKeys: String, CodingKey {
                case operation = "operation"
                case result = "result"
                case version = "version"
                case grade = "grade"
                case by = "by"
                case at = "at"
                case problem = "problem"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(operation, forKey: .operation)
                try values.encode(result, forKey: .result)
                try values.encode(version, forKey: .version)
                try values.encode(grade, forKey: .grade)
                try values.encode(by, forKey: .by)
                try values.encode(at, forKey: .at)
                try values.encode(problem, forKey: .problem)
            }

            /// One of the values below; a newer server may know more.
            public struct Result: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let saved = Result(rawValue: "saved")
                public static let conflict = Result(rawValue: "conflict")
                public static let refused = Result(rawValue: "refused")
                public static let gone = Result(rawValue: "gone")
            }
        }
    }
}
