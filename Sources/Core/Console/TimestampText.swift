import HTML
import Postgres

extension Timestamp {
    /// `2026-11-20T09:14:00Z` (RFC 3339, whole seconds of UTC), for programs and for values in the trail.
    var iso: String {
        let text = LocalTime(microseconds: Int(microseconds)).iso
        return text.prefix(10) + "T" + text.suffix(8) + "Z"
    }
}
