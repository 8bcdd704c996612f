import NIOCore
import NIOPosix
import Synchronization

/// Looks up the addresses of servers that tenants have named. The system's resolver blocks a thread for as long as a name's own server
/// keeps silent, and can't be stopped. So it has threads of its own, of which a name takes one at most, whoever asks for it; and nobody
/// waits longer than `limit`.
package final class NameLookup: Sendable {
    package enum Problem: Error, Equatable { case silent }

    static let usual = NameLookup()

    /// Half a minute is what the resolver takes to give up; as many names may be silent at once before others wait.
    private static let threads = 16

    private typealias Found = Result<SocketAddress, any Error>

    private let pool = NIOThreadPool(numberOfThreads: NameLookup.threads)
    private let limit: Duration
    private let resolve: @Sendable (String, Int) throws -> SocketAddress
    /// Those that are under way, by name and port.
    private let running = Mutex<[String: Task<Found, Never>]>([:])

    /// `resolve`: may block its thread.
    package init(
        limit: Duration = .seconds(10),
        _ resolve: @escaping @Sendable (String, Int) throws -> SocketAddress = {
            try SocketAddress.makeAddressResolvingHost($0, port: $1)
        }
    ) {
        self.limit = limit
        self.resolve = resolve
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Throws `Problem.silent` when nothing was found out in time.
    package func address(of host: String, port: Int) async throws -> SocketAddress {
        let lookup = lookup(host, port)
        // A task's value can't be left waiting for, a stream's next element can.
        let (found, answer) = AsyncStream.makeStream(of: Found.self)
        Task {
            answer.yield(await lookup.value)
            answer.finish()
        }
        return try await withThrowingTaskGroup(of: SocketAddress.self) { [limit] group in
            group.addTask {
                for await one in found { return try one.get() }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw Problem.silent
            }
            defer { group.cancelAll() }
            guard let address = try await group.next() else { throw Problem.silent }
            return address
        }
    }

    private func lookup(_ host: String, _ port: Int) -> Task<Found, Never> {
        let name = "\(host):\(port)"
        return running.withLock { running in
            if let known = running[name] { return known }
            let task = Task { [self] in
                let found: Found
                do {
                    found = .success(try await pool.runIfActive { [resolve] in try resolve(host, port) })
                } catch {
                    found = .failure(error)
                }
                self.running.withLock { $0[name] = nil }
                return found
            }
            running[name] = task
            return task
        }
    }
}
