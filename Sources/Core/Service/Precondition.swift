import HTTPTypes
import Web

/// What a call makes its change depend on: the version that the program has seen (RFC 9110, 13.1.1).
struct Precondition: Sendable {
    private let header: String?

    init(_ request: WebRequest) {
        let sent = request.headers[values: .ifMatch]
        header = sent.isEmpty ? nil : sent.joined(separator: ",")
    }

    static func tag(_ version: Int) -> String { "\"\(version)\"" }

    /// `isDemanded`: nobody changes what they have not seen.
    func check(_ version: Int, isDemanded: Bool) throws {
        guard let header else {
            if isDemanded { throw ServiceProblem.noPrecondition }
            return
        }
        let holds = header.split(separator: ",").contains { part in
            let tag = String(part).trimmingSpaces
            return tag == "*" || tag == Self.tag(version)
        }
        guard holds else { throw ServiceProblem.outdated }
    }
}
