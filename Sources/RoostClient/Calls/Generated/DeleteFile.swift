// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Deletes a file of the user that no answer names. `DELETE /v1/me/files/{userfile}`
public struct DeleteFile: WriteCall, Hashable {
    public var userfile: UUID

    public init(userfile: UUID) {
        self.userfile = userfile
    }

    public static var name: String { "deleteFile" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/files/\(userfile.inPath)" }
    public typealias Answer = Void
}
