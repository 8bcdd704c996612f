// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Records attendance mark by mark, each over the version that was seen, as `saveMyGrades` does. An empty state takes a mark back. A day after tomorrow in the workspace's zone has no attendance yet: a mark on it is refused. `POST /v1/me/gradebook/classes/{class}/attendance`
public struct SaveMyAttendance: WriteCall, Hashable {
    public var `class`: UUID
    public var body: SaveMyAttendance.Body

    public init(`class`: UUID, _ body: SaveMyAttendance.Body) {
        self.`class` = `class`
        self.body = body
    }

    public static var name: String { "saveMyAttendance" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/gradebook/classes/\(`class`.inPath)/attendance" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        public var attendance: [SaveMyAttendance.Body.Attendance]

        public init(attendance: [SaveMyAttendance.Body.Attendance]) {
            self.attendance = attendance
        }

        private enum CodingKeys: String, CodingKey {
            case attendance = "attendance"
        }

        public struct Attendance: Codable, Hashable, Sendable {
            public var operation: UUID
            public var student: UUID
            /// A day, as `2026-11-23`.
            public var day: String
            /// From 0 to 2147483647.
            public var version: Int
            public var state: SaveMyAttendance.Body.Attendance.State

            public init(operation: UUID, student: UUID, day: String, version: Int, state: SaveMyAttendance.Body.Attendance.State) {
                self.operation = operation
                self.student = student
                self.day = day
                self.version = version
                self.state = state
            }

            private enum CodingKeys: String, CodingKey {
                case operation = "operation"
                case student = "student"
                case day = "day"
                case version = "version"
                case state = "state"
            }

            /// One of the values below; a newer server may know more.
            public struct State: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let empty = State(rawValue: "")
                public static let present = State(rawValue: "present")
                public static let absent = State(rawValue: "absent")
                public static let excused = State(rawValue: "excused")
            }
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var results: [SaveMyAttendance.Answer.Result]

        public init(results: [SaveMyAttendance.Answer.Result]) {
            self.results = results
        }

        private enum CodingKeys: String, CodingKey {
            case results = "results"
        }

        public struct Result: Codable, Hashable, Sendable {
            public var operation: UUID
            public var result: SaveMyGrades.Answer.Result.Result
            public var version: Int?
            public var state: GetMyClass.Answer.Attendance.State?
            public var by: String?
            public var at: String?
            /// Why the operation is refused, for people
            public var problem: String?

            public init(operation: UUID, result: SaveMyGrades.Answer.Result.Result, version: Int? = nil, state: GetMyClass.Answer.Attendance.State? = nil, by: String? = nil, at: String? = nil, problem: String? = nil) {
                self.operation = operation
                self.result = result
                self.version = version
                self.state = state
                self.by = by
                self.at = at
                self.problem = problem
            }

            private enum CodingKeys: String, CodingKey {
                case operation = "operation"
                case result = "result"
                case version = "version"
                case state = "state"
                case by = "by"
                case at = "at"
                case problem = "problem"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(operation, forKey: .operation)
                try values.encode(result, forKey: .result)
                try values.encode(version, forKey: .version)
                try values.encode(state, forKey: .state)
                try values.encode(by, forKey: .by)
                try values.encode(at, forKey: .at)
                try values.encode(problem, forKey: .problem)
            }
        }
    }
}
