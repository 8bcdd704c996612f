// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A picture that an endpoint for users names; it never changes. `GET /v1/me/images/{image}`
public struct GetMyImage: ReadCall, Hashable {
    public var image: UUID

    public init(image: UUID) {
        self.image = image
    }

    public static var name: String { "getMyImage" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/images/\(image.inPath)" }
    public static var hasTag: Bool { true }
    /// The bytes of the picture.
    public typealias Answer = Data
    public static func answer(from body: Data) throws -> Data { body }
}
