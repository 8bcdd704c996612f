// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// One class: students with their totals, assignments, and the cells and attendance above the revision `after`, or all of them. `GET /v1/me/gradebook/classes/{class}`
public struct GetMyClass: ReadCall, Hashable {
    public var `class`: UUID
    /// The revision of the last answer: what is shown are the cells and marks that have changed since.
    public var after: String?

    public init(`class`: UUID, after: String? = nil) {
        self.`class` = `class`
        self.after = after
    }

    public static var name: String { "getMyClass" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/gradebook/classes/\(`class`.inPath)" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let after { all.append(("after", after)) }
        return all
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var name: String
        public var term: String
        public var isArchived: Bool
        /// What to send as `after` next time
        public var revision: Int
        public var letters: [GetMyClass.Answer.Letter]
        public var students: [GetMyClass.Answer.Student]
        public var assignments: [GetMyClass.Answer.Assignment]
        public var grades: [GetMyClass.Answer.Grade]
        public var attendance: [GetMyClass.Answer.Attendance]

        public init(id: UUID, name: String, term: String, isArchived: Bool, revision: Int, letters: [GetMyClass.Answer.Letter], students: [GetMyClass.Answer.Student], assignments: [GetMyClass.Answer.Assignment], grades: [GetMyClass.Answer.Grade], attendance: [GetMyClass.Answer.Attendance]) {
            self.id = id
            self.name = name
            self.term = term
            self.isArchived = isArchived
            self.revision = revision
            self.letters = letters
            self.students = students
            self.assignments = assignments
            self.grades = grades
            self.attendance = attendance
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case name = "name"
            case term = "term"
            case isArchived = "is_archived"
            case revision = "revision"
            case letters = "letters"
            case students = "students"
            case assignments = "assignments"
            case grades = "grades"
            case attendance = "attendance"
        }

        public struct Letter: Codable, Hashable, Sendable {
            public var letter: String
            public var least: String

            public init(letter: String, least: String) {
                self.letter = letter
                self.least = least
            }

            private enum CodingKeys: String, CodingKey {
                case letter = "letter"
                case least = "least"
            }
        }

        public struct Student: Codable, Hashable, Sendable {
            public var id: UUID
            public var name: String
            public var number: String
            public var percent: String?
            public var letter: String?

            public init(id: UUID, name: String, number: String, percent: String? = nil, letter: String? = nil) {
                self.id = id
                self.name = name
                self.number = number
                self.percent = percent
                self.letter = letter
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case name = "name"
                case number = "number"
                case percent = "percent"
                case letter = "letter"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(id, forKey: .id)
                try values.encode(name, forKey: .name)
                try values.encode(number, forKey: .number)
                try values.encode(percent, forKey: .percent)
                try values.encode(letter, forKey: .letter)
            }
        }

        public struct Assignment: Codable, Hashable, Sendable {
            public var id: UUID
            public var name: String
            public var category: String
            public var dueOn: String
            public var possible: String
            public var isExtra: Bool

            public init(id: UUID, name: String, category: String, dueOn: String, possible: String, isExtra: Bool) {
                self.id = id
                self.name = name
                self.category = category
                self.dueOn = dueOn
                self.possible = possible
                self.isExtra = isExtra
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case name = "name"
                case category = "category"
                case dueOn = "due_on"
                case possible = "possible"
                case isExtra = "is_extra"
            }
        }

        public struct Grade: Codable, Hashable, Sendable {
            public var student: UUID
            public var assignment: UUID
            public var grade: String
            public var version: Int
            public var by: String
            public var at: String

            public init(student: UUID, assignment: UUID, grade: String, version: Int, by: String, at: String) {
                self.student = student
                self.assignment = assignment
                self.grade = grade
                self.version = version
                self.by = by
                self.at = at
            }

            private enum CodingKeys: String, CodingKey {
                case student = "student"
                case assignment = "assignment"
                case grade = "grade"
                case version = "version"
                case by = "by"
                case at = "at"
            }
        }

        public struct Attendance: Codable, Hashable, Sendable {
            public var student: UUID
            public var day: String
            public var state: GetMyClass.Answer.Attendance.State?
            public var version: Int
            public var by: String
            public var at: String

            public init(student: UUID, day: String, state: GetMyClass.Answer.Attendance.State? = nil, version: Int, by: String, at: String) {
                self.student = student
                self.day = day
                self.state = state
                self.version = version
                self.by = by
                self.at = at
            }

            private enum CodingKeys: String, CodingKey {
                case student = "student"
                case day = "day"
                case state = "state"
                case version = "version"
                case by = "by"
                case at = "at"
            }

            public func encode(to encoder: any Encoder) throws {
                var values = encoder.container(keyedBy: CodingKeys.self)
                try values.encode(student, forKey: .student)
                try values.encode(day, forKey: .day)
                try values.encode(state, forKey: .state)
                try values.encode(version, forKey: .version)
                try values.encode(by, forKey: .by)
                try values.encode(at, forKey: .at)
            }

            /// One of the values below; a newer server may know more.
            public struct State: RawRepresentable, Codable, Hashable, Sendable {
                public let rawValue: String
                public init(rawValue: String) { self.rawValue = rawValue }

                public static let present = State(rawValue: "present")
                public static let absent = State(rawValue: "absent")
                public static let excused = State(rawValue: "excused")
            }
        }
    }
}
