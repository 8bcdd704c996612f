/// Data that this process collects and writes to the database from time to time, many rows at once.
package protocol Buffered: Sendable {
    /// The time between two writes; a crash loses at most the data of this time.
    static var interval: Duration { get }
    /// Writes the data collected since the last call.
    func flush() async
}

extension Buffered {
    /// Runs until the task is cancelled; then writes the rest.
    package func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            await flush()
        }
        await flush()
    }
}
