// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user withdraws what they agreed to; what they said before stays as history. `DELETE /v1/me/consents/{text}`
public struct WithdrawMyConsent: WriteCall, Hashable {
    /// A key.
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public static var name: String { "withdrawMyConsent" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/consents/\(text.inPath)" }
    public typealias Answer = Void
}
