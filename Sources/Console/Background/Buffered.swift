/// What happens in this process and is written to the database now and then, many at a time.
package protocol Buffered: Sendable {
    /// Between two writings; a crash loses at most what happened in it.
    static var interval: Duration { get }
    /// Writes what was gathered since.
    func flush() async
}

extension Buffered {
    /// Until the task is cancelled; then writes what is still to be written.
    package func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            await flush()
        }
        await flush()
    }
}
