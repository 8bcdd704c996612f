import HTTPTypes
import Secrets
import Web

/// The version that the program has seen, on which its change depends (RFC 9110, 13.1.1).
package struct Precondition: Sendable {
    private let seen: EntityTags?

    package init(_ request: WebRequest) { seen = EntityTags(.ifMatch, of: request) }

    package static func tag(_ version: Int) -> String { "\"\(version)\"" }

    /// The tag of an object without a version of its own.
    package static func tag(of body: [UInt8]) -> String { "\"" + Hex.encode(Array(MAC.sha256(body).prefix(12))) + "\"" }

    /// `isDemanded`: a change without the version is refused.
    package func check(_ version: Int, isDemanded: Bool) throws {
        guard let seen else {
            if isDemanded { throw ServiceProblem.noPrecondition }
            return
        }
        guard seen.name(Self.tag(version)) else { throw ServiceProblem.outdated }
    }
}
