import Console
import HTML
import Images
import JSON
import Postgres
import Secrets
import Templates
import Web

/// A file that a user has uploaded: a photo, written anew, or a document, as it came.
package struct UserFile: Sendable {
    /// What a field of a form may ask for. The raw values are stored with the form.
    package enum Kind: String, Sendable, CaseIterable {
        case photo, document

        /// By the media types that are taken.
        package var types: [String] {
            switch self {
            case .photo: [CheckedImage.MediaType.png, .jpeg, .webp].map(\.rawValue)
            case .document: ["application/pdf"]
            }
        }

        /// From what a form stores; all of them where it says nothing.
        package static func accepted(_ stored: String) -> [Kind] { Kind(rawValue: stored).map { [$0] } ?? allCases }
    }

    static let types = Kind.allCases.flatMap(\.types)
    /// Bytes of one, as it is uploaded.
    package static let largest = 10 << 20
    /// Of one user: at once without an answer that names them, and in all.
    static let (mostUnused, most) = (50, 500)
    /// Bytes of all users of a tenant: as imports.
    static let room = 2 << 30
    /// Bytes of one user, so that a few strangers can't take the room of all: hundreds of photos of the size that is kept.
    static let roomOfUser = 100 << 20
    /// The fuller the tenant's room is, the less of it one user may have: so it is never full for somebody who has little.
    static func roomOfUser(taken: Int) -> Int { min(roomOfUser, max(0, room - taken) / 8) }

    package let id: ID
    package let type: String
    package let bytes: Int
    private let width: Int?
    private let height: Int?

    package init(_ row: Row) throws {
        id = try row.id("id")
        type = try row.text("media_type")
        bytes = try row.int("bytes")
        width = try row.intOrNil("width")
        height = try row.intOrNil("height")
    }

    package var kind: Kind { Kind.photo.types.contains(type) ? .photo : .document }

    /// `Photo · 2,048 × 1,536 · 320 KB`
    package func words(_ language: Language) -> String {
        let number = NumberStyle(language)
        let size = width.flatMap { width in height.map { "\(number.integer(width)) × \(number.integer($0))" } }
        let name = LocalText(kind == .photo ? Strings.userfile_photo : Strings.userfile_document).resolve(in: language)
        return [name, size, Strings.userfile_size(size: Formatted.bytes(bytes)).resolve(in: language)]
            .compactMap { $0 }.joined(in: language)
    }

    static let schema = JSONSchema.object(members)
    private static let members: [(String, JSONSchema)] = [
        ("id", .format("uuid")), ("type", .choice(types)), ("bytes", .integer(nil, otherwise: nil)),
        ("width", .nullable(.integer(nil, otherwise: nil))), ("height", .nullable(.integer(nil, otherwise: nil))),
    ]

    var json: JSONText {
        func int(_ value: Int?) -> JSONText { value.map { .int($0) } ?? .null }
        return .object([
            ("id", .string(id.description)), ("type", .string(type)), ("bytes", .int(bytes)), ("width", int(width)),
            ("height", int(height)),
        ])
    }

    package static func place(_ id: ID, tenant: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "user_files", column: "content", row: id.bytes)
    }

    /// A row of a file with its content. A photo is shown, a document is always saved: what stands in it nobody has looked at.
    package static func response(_ row: Row, of tenant: ID, _ services: Services) throws -> Served {
        let file = try UserFile(row)
        let content = try services.keys.data.open(try row.bytes("content"), place(file.id, tenant: tenant))
        let ending = file.type.split(separator: "/").last.map(String.init) ?? "file"
        var response = WebResponse.download(content, name: "file-\(file.id).\(ending)", type: file.type)
        if file.kind == .photo { response.headers[.contentDisposition] = "inline" }
        return .now(response)
    }
}
