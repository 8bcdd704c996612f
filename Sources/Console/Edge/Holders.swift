import Postgres
import Secrets
import Web

/// Caches whose a session or a key is: a guess for the next request, before the database has checked it.
package final class KnownHolders: Sendable {
    private let known = BoundedCache<[UInt8], [Holder]>(most: 2_097_152)

    package var bytes: Int { known.bytes }

    subscript(hash: [UInt8]) -> [Holder] { known[hash] ?? [] }

    func note(_ hash: [UInt8], is holders: [Holder]) {
        if known[hash] != holders { known.keep(holders, under: hash) }
    }
}

extension Services {
    /// The holders of the connection that a request without a session takes.
    package func holders(_ request: WebRequest) -> [Holder] { [.network(request.network)] + tenant(of: request) }

    /// Those of an admin's request.
    package func holders(_ request: WebRequest, session: Token) -> [Holder] {
        [.session(session.hash)] + holdersOf[session.hash] + tenant(of: request)
    }

    /// Those of a call with an API key.
    func holders(key hash: [UInt8]) -> [Holder] { [.key(hash)] + holdersOf[hash] }

    private func tenant(of request: WebRequest) -> [Holder] {
        request.parameters["tenant"].flatMap { slugs.tenant($0) }.map { [.tenant($0)] } ?? []
    }
}

extension Actor {
    /// The holders of the connection that a download takes.
    var holders: [Holder] {
        let admin: [Holder] = kind == .admin ? id.map { [.admin($0)] } ?? [] : []
        return admin + [.tenant(tenant.id)]
    }
}

extension Holder: Weighed { package var weight: Int { 64 } }
extension UInt8: Weighed { package var weight: Int { 1 } }
