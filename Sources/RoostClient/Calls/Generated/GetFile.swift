// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A file of the user's own, as it is stored. `GET /v1/me/files/{userfile}`
public struct GetFile: ReadCall, Hashable {
    public var userfile: UUID

    public init(userfile: UUID) {
        self.userfile = userfile
    }

    public static var name: String { "getFile" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/files/\(userfile.inPath)" }
    public typealias Answer = Void
}
