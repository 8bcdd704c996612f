// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Stores the activities in a file of a tracker: GPX, TCX, or the export of Apple Health. A longer file comes in pieces, see beginActivityUpload. `POST /v1/me/activities/files`
public struct AddActivityFile: WriteCall, Hashable {
    public init() {}

    public static var name: String { "addActivityFile" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/activities/files" }
    public typealias Answer = AddActivities.Answer
}
