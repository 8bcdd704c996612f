// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Signs the user out everywhere, this session included. `DELETE /v1/me/sessions`
public struct EndMySessions: WriteCall, Hashable {
    public init() {}

    public static var name: String { "endMySessions" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/sessions" }
    public typealias Answer = Void
}
