// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Begins a file of a tracker that is too long for one call. Its pieces follow in order, then its completion; what was begun and not completed is dropped, at the latest after a day. `POST /v1/me/activity-uploads`
public struct BeginActivityUpload: WriteCall, Hashable {
    public var body: BeginActivityUpload.Body

    public init(_ body: BeginActivityUpload.Body) {
        self.body = body
    }

    public static var name: String { "beginActivityUpload" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/activity-uploads" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }

    public struct Body: Codable, Hashable, Sendable {
        public var format: BeginActivityUpload.Body.Format

        public init(format: BeginActivityUpload.Body.Format) {
            self.format = format
        }

        private enum CodingKeys: String, CodingKey {
            case format = "format"
        }

        /// One of the values below; a newer server may know more.
        public struct Format: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let gpx = Format(rawValue: "gpx")
            public static let tcx = Format(rawValue: "tcx")
            public static let appleExport = Format(rawValue: "apple_export")
        }
    }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var format: BeginActivityUpload.Body.Format
        public var state: BeginActivityUpload.Answer.State
        /// That are there: where the next piece begins.
        public var bytes: Int
        /// What part of it is read, from 0 to 1.
        public var read: Double
        /// Why it could not be read.
        public var problem: String?
        public var found: Int
        /// Not stored before.
        public var added: Int
        /// Of these, the same as what another source told before.
        public var duplicates: Int
        /// Of these, what has ticked a planned session.
        public var matched: Int
        /// Of a file: activities that make no sense by themselves.
        public var skipped: Int

        public init(id: UUID, format: BeginActivityUpload.Body.Format, state: BeginActivityUpload.Answer.State, bytes: Int, read: Double, problem: String? = nil, found: Int, added: Int, duplicates: Int, matched: Int, skipped: Int) {
            self.id = id
            self.format = format
            self.state = state
            self.bytes = bytes
            self.read = read
            self.problem = problem
            self.found = found
            self.added = added
            self.duplicates = duplicates
            self.matched = matched
            self.skipped = skipped
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case format = "format"
            case state = "state"
            case bytes = "bytes"
            case read = "read"
            case problem = "problem"
            case found = "found"
            case added = "added"
            case duplicates = "duplicates"
            case matched = "matched"
            case skipped = "skipped"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(id, forKey: .id)
            try values.encode(format, forKey: .format)
            try values.encode(state, forKey: .state)
            try values.encode(bytes, forKey: .bytes)
            try values.encode(read, forKey: .read)
            try values.encode(problem, forKey: .problem)
            try values.encode(found, forKey: .found)
            try values.encode(added, forKey: .added)
            try values.encode(duplicates, forKey: .duplicates)
            try values.encode(matched, forKey: .matched)
            try values.encode(skipped, forKey: .skipped)
        }

        /// One of the values below; a newer server may know more.
        public struct State: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let open = State(rawValue: "open")
            public static let waiting = State(rawValue: "waiting")
            public static let done = State(rawValue: "done")
            public static let failed = State(rawValue: "failed")
        }
    }
}
