import HTTPTypes
import Secrets
import Web

/// What a call makes its change depend on: the version that the program has seen (RFC 9110, 13.1.1).
package struct Precondition: Sendable {
    private let seen: EntityTags?

    package init(_ request: WebRequest) { seen = EntityTags(.ifMatch, of: request) }

    package static func tag(_ version: Int) -> String { "\"\(version)\"" }

    /// For what has no version of its own.
    package static func tag(of body: [UInt8]) -> String { "\"" + Hex.encode(Array(MAC.sha256(body).prefix(12))) + "\"" }

    /// `isDemanded`: nobody changes what they have not seen.
    package func check(_ version: Int, isDemanded: Bool) throws {
        guard let seen else {
            if isDemanded { throw ServiceProblem.noPrecondition }
            return
        }
        guard seen.name(Self.tag(version)) else { throw ServiceProblem.outdated }
    }
}
