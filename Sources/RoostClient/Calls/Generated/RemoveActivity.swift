// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Removes an activity for good, also when its source sends it again. The session that it has ticked is unticked, unless another source has told the same activity. `DELETE /v1/me/activities/{activity}`
public struct RemoveActivity: WriteCall, Hashable {
    public var activity: UUID

    public init(activity: UUID) {
        self.activity = activity
    }

    public static var name: String { "removeActivity" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/activities/\(activity.inPath)" }
    public typealias Answer = Void
}
