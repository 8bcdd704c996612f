import Foundation

/// A call that waits until the server can be reached.
public struct QueuedCall: Sendable, Identifiable {
    /// The call's id, which is also its `Idempotency-Key`.
    public let id: UUID
    /// The operation's name in the API's document.
    public var name: String { call.name }
    /// The time by the device's clock.
    public let addedAt: Date
    /// The time when it was first sent and its outcome stayed unknown.
    public internal(set) var triedAt: Date?
    /// Counts the responses so far that neither performed nor refused the call.
    var trouble: Trouble?
    let call: PreparedCall
}

/// A queued call that is not sent again, until the app has seen it (`OfflineQueue.forget`).
public struct FailedCall: Sendable, Identifiable {
    public enum Reason: Codable, Sendable, Hashable {
        /// The server refuses it.
        case refused(Problem)
        /// For at least an hour the server answered other calls, but this one each time with a fault or a redirect;
        /// contains the last such response. It is not known whether the call was performed.
        case failing(Problem)
        /// The call was sent, no response came, and it could not be repeated for longer than the server stores
        /// idempotency keys. If it were sent now, it might be performed twice: the app checks first.
        case doubtful
    }

    public let id: UUID
    public let name: String
    /// The body of the call, as JSON.
    public let content: Data?
    public let reason: Reason
}

/// The limits of a queue.
public struct QueueLimits: Sendable {
    public var calls: Int
    /// The limit for the bytes of all bodies and addresses together.
    public var bytes: Int

    public init(calls: Int = 1000, bytes: Int = 4_000_000) { (self.calls, self.bytes) = (calls, bytes) }
}

/// Why a call can't be queued.
public enum QueueFault: Error, Sendable {
    /// The queue has reached its limits. It is unchanged.
    case full
    /// The user was signed out, and the queue was removed.
    case closed
}

/// The outcome of a queued call.
public enum QueueEvent: Sendable {
    /// The call was performed; contains the server's response.
    case done(UUID, Data)
    case failed(FailedCall)
}

/// A line of the queue's file.
enum QueueRecord: Codable {
    case added(UUID, Date, PreparedCall)
    case tried(UUID, Date)
    /// The server has certainly not performed it.
    case untried(UUID)
    case troubled(UUID, Trouble)
    case done(UUID)
    case failed(UUID, FailedCall.Reason)
    case forgotten(UUID)
}
