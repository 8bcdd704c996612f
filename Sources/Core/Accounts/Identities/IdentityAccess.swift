import Console
import JSON
import Postgres
import Synchronization

/// How providers of identities are reached, and what they have published: the same for all tenants of a process.
package final class IdentityAccess: FeatureSettings {
    /// Of those that everybody knows. Without slashes at their ends.
    package struct Addresses: Sendable {
        package var apple = "https://appleid.apple.com"
        package var google = "https://accounts.google.com"
        package var facebook = "https://www.facebook.com/v23.0"
        package var graph = "https://graph.facebook.com/v23.0"

        package init() {}
    }

    static let usual = IdentityAccess()

    let addresses: Addresses
    /// Beyond the internet: servers that the operator has named. No tenant adds to them.
    let reach: OutsideReach
    /// Sign-ins that begin, by network: each of them is a row, and anybody may begin one.
    let begun = RateLimits<String>()
    static let begunPerMinute = 30

    /// An hour, as our own discovery document is kept.
    private static let keptSeconds: Int64 = 3600
    private static let mostBytes = 262_144

    private struct Kept: Sendable, Weighed {
        var body: [UInt8]
        var until: Int64
        var weight: Int { body.count + 16 }
    }

    private let documents = BoundedCache<String, Kept>(most: 8_388_608)

    package init(_ addresses: Addresses = Addresses(), reach: OutsideReach = .internet) {
        (self.addresses, self.reach) = (addresses, reach)
    }

    /// A server of a provider, or of whom its discovery document names; the path and query within the address stay with it.
    private func server(_ url: String) throws(IdentityProblem) -> (OutsideServer, path: String) {
        guard let server = OutsideServer(String(url.prefix { $0 != "?" }), reach: reach) else {
            throw .unreachable("\(url.prefix { $0 != "?" }) is no address that is asked")
        }
        return (server, String(url.utf8.dropFirst(server.base.utf8.count)) ?? "")
    }

    /// Status and JSON. Never the query or the body in what a problem says: secrets and tokens stand there.
    func ask(
        _ url: String, headers: [(String, String)] = [], form: [(String, String)]? = nil
    ) async throws(IdentityProblem) -> (status: Int, body: [UInt8]) {
        let (server, path) = try server(url)
        do {
            return try await server.send(
                path, headers: [("accept", "application/json")] + headers, form: form, mostBytes: Self.mostBytes)
        } catch { throw .unreachable("\(server.base): \(error)") }
    }

    /// What a provider publishes, kept for an hour. `isNew`: what is kept will not do. What `read` can't read is not kept: a server that is
    /// being repaired answers pages with the status 200, and nobody could sign in for an hour after one of them.
    func document<Read>(
        _ url: String, isNew: Bool = false, now: Timestamp, _ read: ([UInt8]) -> Read?
    ) async throws(IdentityProblem) -> Read {
        if !isNew, let kept = documents[url], kept.until > now.seconds, let found = read(kept.body) { return found }
        let (status, body) = try await ask(url)
        guard status == 200 else { throw .unreachable("\(url) answered \(status)") }
        guard let found = read(body) else { throw .unreachable("\(url) answered what can't be read, or is another's") }
        documents.keep(Kept(body: body, until: now.seconds + Self.keptSeconds), under: url)
        return found
    }
}

extension Services {
    /// The installation's, or the usual one.
    var identities: IdentityAccess { setting(IdentityAccess.self) ?? .usual }
}
