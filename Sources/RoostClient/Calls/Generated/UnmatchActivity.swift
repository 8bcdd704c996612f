// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Takes back that an activity has ticked a session; the activity stays, and ticks nothing by itself any more. `DELETE /v1/me/activities/{activity}/match`
public struct UnmatchActivity: WriteCall, Hashable {
    public var activity: UUID

    public init(activity: UUID) {
        self.activity = activity
    }

    public static var name: String { "unmatchActivity" }
    public static var method: String { "DELETE" }
    public var path: String { "/v1/me/activities/\(activity.inPath)/match" }
    public typealias Answer = AddGoal.Answer
}
