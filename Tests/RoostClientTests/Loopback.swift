import Foundation
import Synchronization

@testable import RoostClient

/// The way of a phone to the console under test: a real `URLSession` to the port of this machine on which the console listens under
/// another name, with a network that can be switched off and can lose answers.
final class Loopback: Transport {
    private let session = URLSessionTransport()
    private let origin: String
    private let port: Int
    private let paths = Mutex<[String]>([])
    private let offline = Mutex(false)
    private let losing = Mutex(0)

    init(origin: String, port: Int) { (self.origin, self.port) = (origin, port) }

    /// Of all requests that were sent, in order.
    var sent: [String] { paths.withLock { $0 } }
    var isOffline: Bool {
        get { offline.withLock { $0 } }
        set { offline.withLock { $0 = newValue } }
    }
    /// The server does what it is asked, and the next answers don't come back.
    func loseAnswers(_ count: Int) { losing.withLock { $0 = count } }

    func perform(_ call: HTTPCall) async throws -> HTTPAnswer {
        if isOffline { throw URLError(.notConnectedToInternet) }
        var call = call
        let text = call.url.absoluteString
        guard text.hasPrefix(origin), let url = URL(string: "http://127.0.0.1:\(port)" + text.dropFirst(origin.count))
        else { throw URLError(.badURL) }
        call.url = url
        paths.withLock { $0.append("\(call.method) \(url.path)") }
        let answer = try await session.perform(call)
        let isLost = losing.withLock { left in
            left -= 1
            return left >= 0
        }
        if isLost { throw URLError(.networkConnectionLost) }
        return answer
    }
}
