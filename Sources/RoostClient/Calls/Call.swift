import Foundation

/// A call of the service API on behalf of the signed-in user. Roost's own are generated from the server's declarations,
/// in `Generated`; an app declares none.
public protocol Call: Sendable {
    /// `Void` for a call without a response body.
    associatedtype Answer: Sendable

    /// The operation's name in the API's document.
    static var name: String { get }
    static var method: String { get }
    /// From the server's root, percent-encoded.
    var path: String { get }
    /// The parameters in this order; absent ones are left out.
    var query: [(name: String, value: String)] { get }
    /// The version that the call changes, for `If-Match`; nil if it names none.
    var ifMatch: String? { get }
    /// The body, as JSON.
    func content() throws -> Data?
    static func answer(from body: Data) throws -> Answer
}

/// A call that changes nothing.
public protocol ReadCall: Call {
    /// True if its responses have an `ETag`: they are cached, and transferred again only after a change.
    static var hasTag: Bool { get }
}

/// A call that changes something. It always has an `Idempotency-Key`, so that it is done once however often it is sent.
public protocol WriteCall: Call {}

extension Call {
    public var query: [(name: String, value: String)] { [] }
    public var ifMatch: String? { nil }
    public func content() throws -> Data? { nil }
}

extension ReadCall {
    public static var hasTag: Bool { false }
}

extension Call where Answer == Void {
    public static func answer(from body: Data) throws {}
}

extension Call where Answer: Decodable {
    public static func answer(from body: Data) throws -> Answer { try JSON.decoder.decode(Answer.self, from: body) }
}

/// What a call was answered.
public struct Response<Answer: Sendable>: Sendable {
    public let answer: Answer
    /// The version of what was answered; to be given as `ifMatch` to a call that changes it.
    public let tag: String?
    /// The server said that what is cached still holds.
    public let isFromCache: Bool
    /// The server had done the write before, and repeats what it answered then.
    public let isReplayed: Bool
}
