import Console
import HTML
import JSON
import JWS
import Postgres
import Synchronization

/// Google's side: whose pushes count, and how a purchase stands.
final class GooglePlay: Sendable {
    /// Google's keys change within days, and say so; an hour is well within what they say.
    private static let keySeconds: Int64 = 3600
    private static let scope = "https://www.googleapis.com/auth/androidpublisher"

    private struct Cache: Sendable {
        var text: String
        var until: Int64
    }

    private let addresses: ProviderAccess.Addresses
    private let keys = Mutex<Cache?>(nil)
    /// Access tokens, by tenant.
    private let tokens = Mutex<[ID: Cache]>([:])

    init(_ addresses: ProviderAccess.Addresses) { self.addresses = addresses }

    func signingKeys(now: Timestamp) async throws -> String {
        if let kept = keys.withLock({ $0 }), kept.until > now.seconds { return kept.text }
        let (status, body) = try await OutboundHTTP.send(addresses.googleKeys)
        guard status == 200 else {
            throw ProviderHook.Problem.unreachable("\(addresses.googleKeys) answered \(status)")
        }
        let text = String(decoding: body, as: UTF8.self)
        keys.withLock { $0 = Cache(text: text, until: now.seconds + Self.keySeconds) }
        return text
    }

    /// A purchase of the tenant's app, by its place behind `purchases`.
    func fetch(_ place: Link, _ call: ProviderHook.Call) async throws -> JSONText {
        let now = call.request.now
        let token = try await accessToken(call.settings["account"], of: call.tenant.id, now: now.seconds)
        let app: Link = "/androidpublisher/v3/applications/\(call.settings["package"])/purchases"
        let url = "\(addresses.googlePlay)\(app)\(place)"
        let (status, body) = try await OutboundHTTP.send(url, headers: [("authorization", "Bearer \(token)")])
        if status == 401 { tokens.withLock { $0[call.tenant.id] = nil } }
        guard status == 200, let value = try? JSONReader.read(body) else {
            throw ProviderHook.Problem.unreachable("Google Play answered \(status) about a purchase")
        }
        return value
    }

    private func accessToken(_ account: String, of tenant: ID, now: Int64) async throws -> String {
        if let kept = tokens.withLock({ $0[tenant] }), kept.until > now { return kept.text }
        guard let account = GoogleAccount(account) else {
            throw ProviderHook.Problem.unreachable("the service account can't be read")
        }
        let assertion = try await account.assertion.text(scope: Self.scope, audience: addresses.googleTokens, now: now)
        let (status, body) = try await OutboundHTTP.send(
            addresses.googleTokens, method: "POST",
            form: [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion)])
        guard status == 200, let answer = try? JSONReader.read(body), let token = answer["access_token"]?.text else {
            throw ProviderHook.Problem.unreachable("Google answered \(status) to the service account")
        }
        let seconds = Int64(answer["expires_in"]?.int ?? 0)
        tokens.withLock { $0[tenant] = Cache(text: token, until: now + max(0, seconds - 60)) }
        return token
    }
}

/// A service account's key file, as Google hands it out. Where it says that tokens are to be had is not heeded.
struct GoogleAccount {
    let assertion: AccountAssertion

    init?(_ text: String) {
        guard let file = try? JSONReader.read(Array(text.utf8)), let email = file["client_email"]?.text,
            let key = file["private_key"]?.text,
            let assertion = try? AccountAssertion(email: email, key: key)
        else { return nil }
        self.assertion = assertion
    }
}
