// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Signs the user out of one session. `DELETE /v1/me/sessions/{usersession}`
public struct EndMySession: WriteCall, Hashable {
    public var usersession: UUID

    public init(usersession: UUID) {
        self.usersession = usersession
    }

    public static var name: String { "endMySession" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/sessions/\(usersession.inPath)" }
    public typealias Answer = Void
}
