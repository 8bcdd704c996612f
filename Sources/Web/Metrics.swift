import Synchronization

/// Counts requests by route and status, and their durations; prints them in Prometheus' text format.
package final class Metrics: Sendable {
    /// Upper bounds of the duration buckets, in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    private struct Key: Hashable {
        var route: String
        var status: Int
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count + 1)
        var seconds = 0.0
    }

    private let state = Mutex(State())

    package init() {}

    package func count(route: String, status: Int, seconds: Double) {
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock {
            $0.requests[Key(route: route, status: status), default: 0] += 1
            $0.buckets[bucket] += 1
            $0.seconds += seconds
        }
    }

    /// `gauges` are current values: name, help, value.
    package func text(gauges: [(name: String, help: String, value: Double)]) -> String {
        let (requests, buckets, seconds) = state.withLock { ($0.requests, $0.buckets, $0.seconds) }
        var text = "# HELP roost_http_requests_total Requests answered.\n# TYPE roost_http_requests_total counter\n"
        for (key, count) in requests.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            text += "roost_http_requests_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(count)\n"
        }
        text += "# HELP roost_http_request_duration_seconds Time from the request's head to its answer's.\n"
        text += "# TYPE roost_http_request_duration_seconds histogram\n"
        var sum = 0
        for (bound, count) in zip(Self.bounds, buckets) {
            sum += count
            text += "roost_http_request_duration_seconds_bucket{le=\"\(bound)\"} \(sum)\n"
        }
        sum += buckets.last ?? 0
        text += "roost_http_request_duration_seconds_bucket{le=\"+Inf\"} \(sum)\n"
        text += "roost_http_request_duration_seconds_sum \(seconds)\nroost_http_request_duration_seconds_count \(sum)\n"
        for gauge in gauges {
            text += "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) gauge\n\(gauge.name) \(gauge.value)\n"
        }
        return text
    }
}
