// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Uploads a file of the user for a field of a form: a photo, which is written anew and scaled down to 2048 pixels, or a PDF document. The answer's id goes into the form's answers; a file that no answer names is removed after a day. `POST /v1/me/files`
public struct AddFile: WriteCall, Hashable {
    public init() {}

    public static var name: String { "addFile" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/files" }

    public struct Answer: Codable, Hashable, Sendable {
        public var id: UUID
        public var type: AddFile.Answer.TypeValue
        public var bytes: Int
        public var width: Int?
        public var height: Int?

        public init(id: UUID, type: AddFile.Answer.TypeValue, bytes: Int, width: Int? = nil, height: Int? = nil) {
            self.id = id
            self.type = type
            self.bytes = bytes
            self.width = width
            self.height = height
        }

        private enum CodingKeys: String, CodingKey {
            case id = "id"
            case type = "type"
            case bytes = "bytes"
            case width = "width"
            case height = "height"
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(id, forKey: .id)
            try values.encode(type, forKey: .type)
            try values.encode(bytes, forKey: .bytes)
            try values.encode(width, forKey: .width)
            try values.encode(height, forKey: .height)
        }

        /// One of the values below; a newer server may know more.
        public struct TypeValue: RawRepresentable, Codable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            public static let imagePng = TypeValue(rawValue: "image/png")
            public static let imageJpeg = TypeValue(rawValue: "image/jpeg")
            public static let imageWebp = TypeValue(rawValue: "image/webp")
            public static let applicationPdf = TypeValue(rawValue: "application/pdf")
        }
    }
}
