// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The classes that the user teaches; none, and no teacher, for a user who is linked to no teacher. A class whose revision is above the one that you have has changed. `GET /v1/me/gradebook/classes`
public struct ListMyClasses: ReadCall, Hashable {
    public init() {}

    public static var name: String { "listMyClasses" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/gradebook/classes" }

    public struct Answer: Codable, Hashable, Sendable {
        public var teacher: String?
        public var classes: [ListMyClasses.Answer.Classe]
        /// Whether there are more classes than these
        public var more: Bool

        public init(teacher: String? = nil, classes: [ListMyClasses.Answer.Classe], more: Bool) {
            self.teacher = teacher
            self.classes = classes
            self.more = more
        }

        private enum CodingKeys: String, CodingKey {
            case teacher = "teacher"
            case classes = "classes"
            case more = "more"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(teacher, forKey: .teacher)
            try values.encode(classes, forKey: .classes)
            try values.encode(more, forKey: .more)
        }

        public struct Classe: Codable, Hashable, Sendable {
            public var id: UUID
            public var name: String
            public var term: String
            public var isArchived: Bool
            public var students: Int
            public var revision: Int

            public init(id: UUID, name: String, term: String, isArchived: Bool, students: Int, revision: Int) {
                self.id = id
                self.name = name
                self.term = term
                self.isArchived = isArchived
                self.students = students
                self.revision = revision
            }

            private enum CodingKeys: String, CodingKey {
                case id = "id"
                case name = "name"
                case term = "term"
                case isArchived = "is_archived"
                case students = "students"
                case revision = "revision"
            }
        }
    }
}
