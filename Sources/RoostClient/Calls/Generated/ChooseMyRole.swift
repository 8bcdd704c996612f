// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// The user chooses to set goals or to back them, and may choose otherwise later: goals that were set and those that are backed go on. `PUT /v1/me/role`
public struct ChooseMyRole: WriteCall, Hashable {
    public var body: ChooseMyRole.Body

    public init(_ body: ChooseMyRole.Body) {
        self.body = body
    }

    public static var name: String { "chooseMyRole" }
    public static var method: String { "PUT" }
    public var path: String { "/v1/me/role" }
    public func content() throws -> Data? { try JSON.encoder.encode(body) }
    public typealias Answer = Void

    public struct Body: Codable, Hashable, Sendable {
        public var role: GetMyRole.Answer.Role

        public init(role: GetMyRole.Answer.Role) {
            self.role = role
        }

        private enum CodingKeys: String, CodingKey {
            case role = "role"
        }
    }
}
