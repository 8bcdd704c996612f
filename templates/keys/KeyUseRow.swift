import HTML

/// Requests and errors of a day or of an endpoint.
package struct KeyUseRow: Sendable {
    package var label: String
    package var requests: String
    package var errors: String

    package init(label: String, requests: String, errors: String) {
        self.label = label
        self.requests = requests
        self.errors = errors
    }
}
