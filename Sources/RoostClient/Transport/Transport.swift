import Foundation

/// One request of HTTP.
public struct HTTPCall: Sendable {
    public var method: String
    public var url: URL
    public var headers: [String: String] = [:]
    public var body: Data?

    public init(_ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}

/// One response of HTTP, read to its end.
public struct HTTPAnswer: Sendable {
    public var status: Int
    /// By lower-case name.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }
}

/// What carries requests. The client uses `URLSessionTransport`; tests of an app give it one of their own.
public protocol Transport: Sendable {
    /// One attempt, which follows no redirect, keeps no cookie and caches nothing.
    ///
    /// - Throws: `URLError` when there is no answer; `CancellationError` when the task was cancelled.
    func perform(_ call: HTTPCall) async throws -> HTTPAnswer
}
