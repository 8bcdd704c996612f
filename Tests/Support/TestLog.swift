import Logging
import Synchronization

/// Holds what a console logs, at every level.
package final class TestLog: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var text: String { lines.withLock { $0.joined(separator: "\n") } }

    package var logger: Logger {
        var logger = Logger(label: "tests") { [self] _ in Handler(log: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let log: TestLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(
            level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
            function: String, line: UInt
        ) {
            let all = self.metadata.merging(metadata ?? [:]) { $1 }
            log.lines.withLock { $0.append("\(level) \(message) \(all)") }
        }
    }
}
