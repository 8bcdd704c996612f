import Synchronization

/// A stand-in for a server that accepts files by PUT: records the requests, and answers as the test says.
package final class TestStore: Sendable {
    package struct Received: Sendable {
        package var method: String
        package var path: String
        /// The names and values of the headers, as received.
        package var head: String
        package var body: String
    }

    private let listener: TestListener
    private let state = Mutex<(received: [Received], status: Int)>(([], 200))

    package var port: Int { listener.port }
    package var received: [Received] { state.withLock { $0.received } }
    package var status: Int {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }

    package init() throws {
        listener = try TestListener()
        listener.accept { [weak self] client in self?.answer(client) }
    }

    deinit { listener.stop() }

    /// Accepts no more requests.
    package func stop() { listener.stop() }

    private func answer(_ client: Int32) {
        guard let request = TestRequest(from: client) else { return }
        let status = state.withLock { state in
            state.received.append(
                Received(
                    method: request.method, path: request.target, head: request.head,
                    body: String(decoding: request.body, as: UTF8.self)))
            return state.status
        }
        TestRequest.reply(status, to: client)
    }
}
