import Glibc
import JSON
import Logging
import Postgres

/// Writes one JSON object per line to standard output. A log's metadata never contains personal values: routes are
/// logged by their pattern, people by id.
package struct JSONLogHandler: LogHandler {
    package var logLevel: Logger.Level = .info
    package var metadata: Logger.Metadata = [:]
    private let label: String

    package init(label: String) { self.label = label }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = ""
        line.reserveCapacity(256)
        line += "{\"at\":\"\(Self.iso(Timestamp.now))\",\"level\":\"\(event.level)\",\"message\":"
        JSONText.append(event.message.description, to: &line)
        let all =
            metadata.isEmpty ? event.metadata ?? [:] : metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            line += ","
            JSONText.append(key, to: &line)
            line += ":"
            JSONText.append(value.description, to: &line)
        }
        line += "}\n"
        // One write per line, so that lines of several threads do not mix.
        line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    /// Returns RFC 3339 in UTC with milliseconds.
    static func iso(_ time: Timestamp) -> String {
        var seconds = time_t(time.seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let milliseconds = (time.microseconds - time.seconds * 1_000_000) / 1000
        let fraction =
            milliseconds < 10 ? "00\(milliseconds)" : milliseconds < 100 ? "0\(milliseconds)" : "\(milliseconds)"
        return
            "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(fraction)Z"
    }
}
