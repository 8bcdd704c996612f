import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests by a `URLSession` of its own: without cookies, without a cache, and without following redirects,
/// which would send the token to another address.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let answers: AnswerCollector

    /// - Parameters:
    ///   - silence: how long the server may say nothing before an attempt is given up.
    ///   - mostBytes: of one answer; a longer one is cut off and is an error.
    public init(silence: Duration = .seconds(15), mostBytes: Int = 32_000_000) {
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = silence.inSeconds
        settings.httpCookieStorage = nil
        settings.httpShouldSetCookies = false
        settings.urlCache = nil
        settings.requestCachePolicy = .reloadIgnoringLocalCacheData
        answers = AnswerCollector(mostBytes: mostBytes)
        session = URLSession(configuration: settings, delegate: answers, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    public func perform(_ call: HTTPCall) async throws -> HTTPAnswer {
        var request = URLRequest(url: call.url)
        request.httpMethod = call.method
        request.httpBody = call.body
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: request)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiting in
                    answers.expect(task.taskIdentifier, waiting)
                    task.resume()
                }
            } onCancel: {
                task.cancel()
                // The session may take its time, and reports nothing for a task that never began.
                answers.abandon(task.taskIdentifier)
            }
        } catch {
            try Task.checkCancellation()
            throw error as? URLError ?? URLError(.unknown)
        }
    }
}

/// Assembles responses from the parts that the session delivers.
private final class AnswerCollector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Expected {
        var waiting: CheckedContinuation<HTTPAnswer, any Error>
        var body = Data()
        var isTooLong = false
    }

    private let mostBytes: Int
    private let lock = NSLock()
    /// Guarded by the lock.
    private var expected: [Int: Expected] = [:]
    /// The tasks that were cancelled before their response was awaited. Guarded by the lock.
    private var abandoned: Set<Int> = []

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    func expect(_ task: Int, _ waiting: CheckedContinuation<HTTPAnswer, any Error>) {
        let isAbandoned = lock.withLock {
            guard abandoned.remove(task) == nil else { return true }
            expected[task] = Expected(waiting: waiting)
            return false
        }
        if isAbandoned { waiting.resume(throwing: CancellationError()) }
    }

    /// May come before the response is awaited, or after.
    func abandon(_ task: Int) {
        let waiting = lock.withLock {
            let waiting = expected.removeValue(forKey: task)?.waiting
            if waiting == nil { abandoned.insert(task) }
            return waiting
        }
        waiting?.resume(throwing: CancellationError())
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = lock.withLock {
            guard let length = expected[dataTask.taskIdentifier]?.body.count else { return false }
            guard length + data.count <= mostBytes else {
                expected[dataTask.taskIdentifier]?.isTooLong = true
                return true
            }
            expected[dataTask.taskIdentifier]?.body.append(data)
            return false
        }
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let done = lock.withLock({ expected.removeValue(forKey: task.taskIdentifier) }) else { return }
        if done.isTooLong { return done.waiting.resume(throwing: URLError(.dataLengthExceedsMaximum)) }
        if let error { return done.waiting.resume(throwing: error) }
        guard let response = task.response as? HTTPURLResponse else {
            return done.waiting.resume(throwing: URLError(.badServerResponse))
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        done.waiting.resume(returning: HTTPAnswer(status: response.statusCode, headers: headers, body: done.body))
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
