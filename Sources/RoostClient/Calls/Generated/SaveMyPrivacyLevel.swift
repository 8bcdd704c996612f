// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user chooses who sees them: nobody, members of groups they share, everybody in the app, or whoever has their link. `PUT /v1/me/privacy`
public struct SaveMyPrivacyLevel: WriteCall, Hashable {
    public var body: GetMyPrivacyLevel.Answer

    public init(_ body: GetMyPrivacyLevel.Answer) {
        self.body = body
    }

    public static var name: String { "saveMyPrivacyLevel" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/privacy" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = Void
}
