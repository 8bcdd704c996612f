// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// A file in pieces: how much of it is there, how far it is read, and what was in it. `GET /v1/me/activity-uploads/{activityupload}`
public struct GetActivityUpload: ReadCall, Hashable {
    public var activityupload: UUID

    public init(activityupload: UUID) {
        self.activityupload = activityupload
    }

    public static var name: String { "getActivityUpload" }
    public static var method: String { "GET" }
    public var path: String { "/v1/me/activity-uploads/\(activityupload.inPath)" }
    public typealias Answer = BeginActivityUpload.Answer
}
