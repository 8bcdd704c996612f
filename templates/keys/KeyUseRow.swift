import HTML

/// Requests and errors of a day, and the requests of each endpoint.
package struct KeyUseRow: Sendable {
    package var label: String
    package var requests: String
    package var errors: String
    package var cells: [String]

    package init(label: String, requests: String, errors: String, cells: [String]) {
        self.label = label
        self.requests = requests
        self.errors = errors
        self.cells = cells
    }
}
