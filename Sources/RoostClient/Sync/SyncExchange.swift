import Foundation

/// The call of a kind that sends the device's edits and returns the server's since a cursor. An implementation of a few
/// lines translates a kind's own sync call.
public protocol SyncExchange: Sendable {
    /// - Parameters:
    ///   - edits: at most `mostEdits`, in their order. If a response was lost, the server has some of them already: it
    ///     stores each id once.
    ///   - cursor: the one of the last response; nil for all edits.
    func exchange(_ edits: [SyncEdit], after cursor: String?) async throws -> SyncAnswer
    /// The most edits that one call accepts.
    var mostEdits: Int { get }
}

extension SyncExchange {
    public var mostEdits: Int { 200 }
}

/// The server's response to a sync.
public struct SyncAnswer: Codable, Sendable {
    /// The edits of all devices since the cursor, including those of this device, in any order.
    public var changes: [SyncChange]
    /// The cursor after these edits. It identifies what the server has sent, not a time.
    public var cursor: String
    /// True if there are more edits: sync again at once.
    public var hasMore: Bool
    /// The ids of the sent edits that the server has stored, now or before.
    public var taken: [UUID]
    /// The ids of the sent edits that the server refuses for ever, with the reason. They are undone on this device.
    public var refused: [UUID: String]

    public init(
        changes: [SyncChange], cursor: String, hasMore: Bool = false, taken: [UUID], refused: [UUID: String] = [:]
    ) {
        (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
        (self.taken, self.refused) = (taken, refused)
    }
}

/// An edit that the server has stored.
public struct SyncChange: Codable, Hashable, Sendable {
    public let record: UUID
    public let fields: [String: JSONValue]
    public let stamp: SyncStamp

    public init(record: UUID, fields: [String: JSONValue], stamp: SyncStamp) {
        (self.record, self.fields, self.stamp) = (record, fields, stamp)
    }
}

/// An edit that the server refuses.
public struct RefusedEdit: Sendable {
    public let edit: SyncEdit
    /// The reason in English, for the app's developers.
    public let why: String
}

/// A line of a table's file. A response is one line, so cursor and content are always written together.
enum SyncLine: Codable {
    case edited(SyncEdit)
    case answered(SyncAnswer)
    /// Replaces all lines before it.
    case whole(records: [UUID: [String: SyncField]], edits: [SyncEdit], cursor: String?)
}
