import Foundation

/// An HTTP request.
public struct HTTPCall: Sendable {
    public var method: String
    public var url: URL
    public var headers: [String: String] = [:]
    public var body: Data?

    public init(_ method: String, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}

/// An HTTP response, read to its end.
public struct HTTPAnswer: Sendable {
    public var status: Int
    /// The fields by their lower-case names.
    public var headers: [String: String]
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }
}

/// Sends requests. The client uses `URLSessionTransport`; tests of an app pass their own.
public protocol Transport: Sendable {
    /// Makes one attempt. It follows no redirect, stores no cookie and caches nothing.
    ///
    /// - Throws: `URLError` when there is no answer; `CancellationError` when the task was cancelled.
    func perform(_ call: HTTPCall) async throws -> HTTPAnswer
}
