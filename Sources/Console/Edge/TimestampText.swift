import HTML
import Postgres

extension Timestamp {
    /// `2026-11-20T09:14:00Z` (RFC 3339, whole seconds of UTC), for programs and for values in the audit trail.
    package var iso: String {
        let text = LocalTime(microseconds: Int(microseconds)).iso
        return text.prefix(10) + "T" + text.suffix(8) + "Z"
    }

    /// Parses the form that other programs write: in UTC, with or without fractions of a second. nil for any other
    /// text.
    package init?(iso text: String) {
        guard text.utf8.count >= 20, text.utf8.last == UInt8(ascii: "Z"),
            text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
            let day = LocalTime(day: String(text.prefix(10)))
        else { return nil }
        let clock = text.dropFirst(11).dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let parts = (clock.first ?? "").split(separator: ":").map { Int($0) ?? -1 }
        guard parts.count == 3, clock.count <= 2,
            clock.count == 1 || clock[1].utf8.allSatisfy({ (48...57).contains($0) }),
            (0...23).contains(parts[0]), (0...59).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        self.init(microseconds: Int64(day.microseconds + (parts[0] * 3600 + parts[1] * 60 + parts[2]) * 1_000_000))
    }
}
