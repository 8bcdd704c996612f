import HTML

/// How often an endpoint was called, and its days as points of a picture of 120 by 24.
package struct KeyEndpointRow: Sendable {
    package var name: String
    package var requests: String
    package var errors: String
    package var points: String

    package init(name: String, requests: String, errors: String, points: String) {
        self.name = name
        self.requests = requests
        self.errors = errors
        self.points = points
    }

    package var area: String { "0,24 \(points) 120,24" }
}
