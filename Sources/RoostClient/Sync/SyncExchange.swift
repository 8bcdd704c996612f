import Foundation

/// The one call of a kind that takes the device's edits and gives the server's since a cursor. A kind's sync call is put behind it with
/// a few lines that translate.
public protocol SyncExchange: Sendable {
    /// - Parameters:
    ///   - edits: at most `mostEdits`, in their order. The server has some of them already when an answer was lost: it takes each
    ///     once, by its id.
    ///   - cursor: from the last answer; nil for everything.
    func exchange(_ edits: [SyncEdit], after cursor: String?) async throws -> SyncAnswer
    /// That the call takes at once.
    var mostEdits: Int { get }
}

extension SyncExchange {
    public var mostEdits: Int { 200 }
}

/// What the server says to a sync.
public struct SyncAnswer: Codable, Sendable {
    /// Edits of all devices behind the cursor, those of this device among them, in any order.
    public var changes: [SyncChange]
    /// Behind them. It stands for what the server has given, not for a time.
    public var cursor: String
    /// There are more: ask again at once.
    public var hasMore: Bool
    /// Of the edits that were sent: those that the server has now, newly or from before.
    public var taken: [UUID]
    /// … and those that it never takes, with the reason. They are undone on this device.
    public var refused: [UUID: String]

    public init(
        changes: [SyncChange], cursor: String, hasMore: Bool = false, taken: [UUID], refused: [UUID: String] = [:]
    ) {
        (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
        (self.taken, self.refused) = (taken, refused)
    }
}

/// An edit as the server has taken it.
public struct SyncChange: Codable, Hashable, Sendable {
    public let record: UUID
    public let fields: [String: JSONValue]
    public let stamp: SyncStamp

    public init(record: UUID, fields: [String: JSONValue], stamp: SyncStamp) {
        (self.record, self.fields, self.stamp) = (record, fields, stamp)
    }
}

/// An edit that the server doesn't take.
public struct RefusedEdit: Sendable {
    public let edit: SyncEdit
    /// In English, for the makers of the app.
    public let why: String
}

/// A line of a table's file. One answer is one line: cursor and content never part.
enum SyncLine: Codable {
    case edited(SyncEdit)
    case answered(SyncAnswer)
    /// In place of all lines before it.
    case whole(records: [UUID: [String: SyncField]], edits: [SyncEdit], cursor: String?)
}
