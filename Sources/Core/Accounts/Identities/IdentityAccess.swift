import Console
import JSON
import Postgres
import Synchronization

/// How providers of identities are reached, and a cache of their documents, shared by all tenants of a process.
package final class IdentityAccess: FeatureSettings {
    /// The addresses of the well-known providers, without a slash at the end.
    package struct Addresses: Sendable {
        package var apple = "https://appleid.apple.com"
        package var google = "https://accounts.google.com"
        package var facebook = "https://www.facebook.com/v23.0"
        package var graph = "https://graph.facebook.com/v23.0"

        package init() {}
    }

    static let usual = IdentityAccess()

    let addresses: Addresses
    /// Servers outside the public internet that the operator has named. Tenants can't add any.
    let reach: OutsideReach
    /// Counts the flows that begin, by network: each of them is a row, and anybody may begin one.
    let begun = RateLimits<String>()
    static let begunPerMinute = 30

    /// One hour: Roost asks its own clients to cache its discovery document for as long.
    private static let cachedSeconds: Int64 = 3600
    private static let mostBytes = 262_144

    private struct Document: Sendable, Weighed {
        var body: [UInt8]
        var until: Int64
        var weight: Int { body.count + 16 }
    }

    private let documents = BoundedCache<String, Document>(most: 8_388_608)

    package init(_ addresses: Addresses = Addresses(), reach: OutsideReach = .internet) {
        (self.addresses, self.reach) = (addresses, reach)
    }

    /// Returns a server of a provider, or one that its discovery document names; the address's path and query belong to
    /// it.
    private func server(_ url: String) throws(IdentityProblem) -> (OutsideServer, path: String) {
        guard let server = OutsideServer(String(url.prefix { $0 != "?" }), reach: reach) else {
            throw .unreachable("\(url.prefix { $0 != "?" }) is no address that is asked")
        }
        return (server, String(url.utf8.dropFirst(server.base.utf8.count)) ?? "")
    }

    /// Returns status and JSON. Errors never contain the query or the body, which have secrets and tokens.
    func ask(
        _ url: String, headers: [(String, String)] = [], form: [(String, String)]? = nil
    ) async throws(IdentityProblem) -> (status: Int, body: [UInt8]) {
        let (server, path) = try server(url)
        do {
            return try await server.send(
                path, headers: [("accept", "application/json")] + headers, form: form, mostBytes: Self.mostBytes)
        } catch { throw .unreachable("\(server.base): \(error)") }
    }

    /// Returns what a provider publishes, cached for an hour; with `isNew`, it asks the provider again. A document that
    /// `read` can't read is not cached: a server under repair answers pages with the status 200, and after one of them
    /// nobody could sign in for an hour.
    func document<Read>(
        _ url: String, isNew: Bool = false, now: Timestamp, _ read: ([UInt8]) -> Read?
    ) async throws(IdentityProblem) -> Read {
        if !isNew, let cached = documents[url], cached.until > now.seconds, let found = read(cached.body) {
            return found
        }
        let (status, body) = try await ask(url)
        guard status == 200 else { throw .unreachable("\(url) answered \(status)") }
        guard let found = read(body) else { throw .unreachable("\(url) answered what can't be read, or is another's") }
        documents.keep(Document(body: body, until: now.seconds + Self.cachedSeconds), under: url)
        return found
    }
}

extension Services {
    /// The installation's settings, or the usual ones.
    var identities: IdentityAccess { setting(IdentityAccess.self) ?? .usual }
}
