// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes away an account elsewhere, with which the user signs in. The last way to sign in can't be taken away. `DELETE /v1/me/identities/{useridentity}`
public struct UnlinkMyIdentity: WriteCall, Hashable {
    public var useridentity: UUID

    public init(useridentity: UUID) {
        self.useridentity = useridentity
    }

    public static var name: String { "unlinkMyIdentity" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/identities/\(useridentity.inPath)" }
    public typealias Answer = Void
}
