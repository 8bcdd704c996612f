// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Asks that the user's account and data be deleted. `POST /v1/me/deletion`
public struct RequestMyDeletion: WriteCall, Hashable {
    public init() {}

    public static var name: String { "requestMyDeletion" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/deletion" }
    public typealias Answer = Void
}
