// swift-format-ignore-file
// Made by `swift run roost client-calls Sources/RoostClient/Calls/Generated` of the endpoint's own declaration: change that, and make this anew.
import Foundation

/// Adds the next piece of a file. The answer says how many bytes are there, as does the upload itself. `POST /v1/me/activity-uploads/{activityupload}/pieces`
public struct AddActivityPiece: WriteCall, Hashable {
    public var activityupload: UUID
    /// Where the piece begins: with another number than there are bytes it is not taken. Without it, behind what is there.
    public var offset: Int?

    public init(activityupload: UUID, offset: Int? = nil) {
        self.activityupload = activityupload
        self.offset = offset
    }

    public static var name: String { "addActivityPiece" }
    public static var method: String { "POST" }
    public var path: String { "/v1/me/activity-uploads/\(activityupload.inPath)/pieces" }
    public var query: [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        if let offset { all.append(("offset", String(offset))) }
        return all
    }
    public typealias Answer = BeginActivityUpload.Answer
}
