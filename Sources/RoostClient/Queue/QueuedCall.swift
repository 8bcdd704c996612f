import Foundation

/// A call that waits until the server can be reached.
public struct QueuedCall: Sendable, Identifiable {
    /// Also its `Idempotency-Key`.
    public let id: UUID
    /// As the API's document names it.
    public var name: String { call.name }
    /// By the device's clock.
    public let addedAt: Date
    /// When it was sent for the first time without hearing what became of it.
    public internal(set) var triedAt: Date?
    /// The answers so far that neither did nor refused it.
    var trouble: Trouble?
    let call: PreparedCall
}

/// A queued call that is not sent again, until the app has seen it (`OfflineQueue.forget`).
public struct FailedCall: Sendable, Identifiable {
    public enum Reason: Codable, Sendable, Hashable {
        /// The server refuses it.
        case refused(Problem)
        /// For an hour and longer the server answered other calls and had a fault, or a redirect, for this one each time: the last such
        /// answer. Whether it was done is not known.
        case failing(Problem)
        /// It was sent, no answer came, and for longer than the server remembers idempotency keys it could not be asked again.
        /// Sent now it might be done twice: the app looks first.
        case doubtful
    }

    public let id: UUID
    public let name: String
    /// The body of the call, as JSON.
    public let content: Data?
    public let reason: Reason
}

/// How much may wait in a queue.
public struct QueueLimits: Sendable {
    public var calls: Int
    /// Of all their bodies and addresses.
    public var bytes: Int

    public init(calls: Int = 1000, bytes: Int = 4_000_000) { (self.calls, self.bytes) = (calls, bytes) }
}

/// Why a call can't be queued.
public enum QueueFault: Error, Sendable {
    /// As much waits as the limits allow. What waits is untouched.
    case full
    /// The user was signed out, and what waited was removed.
    case closed
}

/// What became of queued calls.
public enum QueueEvent: Sendable {
    /// Done, with what the server answered.
    case done(UUID, Data)
    case failed(FailedCall)
}

/// A line of the queue's file.
enum QueueRecord: Codable {
    case added(UUID, Date, PreparedCall)
    case tried(UUID, Date)
    /// The server has surely not done it.
    case untried(UUID)
    case troubled(UUID, Trouble)
    case done(UUID)
    case failed(UUID, FailedCall.Reason)
    case forgotten(UUID)
}
