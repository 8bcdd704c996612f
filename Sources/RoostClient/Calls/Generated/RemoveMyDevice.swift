// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Forgets a device and signs the user out on it. `DELETE /v1/me/devices/{device}`
public struct RemoveMyDevice: WriteCall, Hashable {
    public var device: UUID

    public init(device: UUID) {
        self.device = device
    }

    public static var name: String { "removeMyDevice" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/devices/\(device.inPath)" }
    public typealias Answer = Void
}
