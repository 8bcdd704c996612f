// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Says that all pieces are there: the file is read in the background, and the upload says how far it is. `POST /v1/me/activity-uploads/{activityupload}/completion`
public struct CompleteActivityUpload: WriteCall, Hashable {
    public var activityupload: UUID

    public init(activityupload: UUID) {
        self.activityupload = activityupload
    }

    public static var name: String { "completeActivityUpload" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/activity-uploads/\(activityupload.inPath)/completion" }
    public typealias Answer = BeginActivityUpload.Answer
}
