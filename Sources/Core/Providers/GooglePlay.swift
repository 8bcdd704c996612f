import Console
import HTML
import JSON
import JWS
import Postgres
import Synchronization

/// Access to Google: its signing keys for pushes, and the state of purchases.
final class GooglePlay: Sendable {
    /// Google's keys change after days, and Google says when; an hour is well below that.
    private static let keySeconds: Int64 = 3600
    private static let oldestSeconds: Int64 = 86_400
    private static let retrySeconds: Int64 = 60
    private static let scope = "https://www.googleapis.com/auth/androidpublisher"

    private struct Cache: Sendable, Weighed {
        var text: String
        var until: Int64
        var weight: Int { text.weight + 8 }
    }

    private let addresses: ProviderAccess.Addresses
    private struct Keys: Sendable {
        var kept: Cache?
        /// The request that is on its way.
        var running: Task<String, any Error>?
        /// Google is not asked before.
        var nextTry = Int64.min

        /// Keys that are old, but not too old to be used while Google can't be asked.
        func usable(_ now: Timestamp) -> String? {
            kept.flatMap { $0.until + GooglePlay.oldestSeconds > now.seconds ? $0.text : nil }
        }
    }

    private enum KeyTurn {
        case kept(String)
        case running(Task<String, any Error>)
        case later(String?)
    }

    private let keys = Mutex(Keys())
    /// Access tokens, by tenant.
    private let tokens = BoundedCache<ID, Cache>(most: 4_194_304)

    init(_ addresses: ProviderAccess.Addresses) { self.addresses = addresses }

    /// Anybody may send a token, so no call decides how often Google is asked: at most once a minute, whatever comes of it, and
    /// calls at the same time share the request. Keys that can't be renewed stay good for a day.
    func signingKeys(now: Timestamp) async throws -> String {
        let turn = keys.withLock { known -> KeyTurn in
            if let kept = known.kept, kept.until > now.seconds { return .kept(kept.text) }
            if let running = known.running { return .running(running) }
            if known.nextTry > now.seconds { return .later(known.usable(now)) }
            known.nextTry = now.seconds + Self.retrySeconds
            let url = addresses.googleKeys
            let running = Task { try await Self.fetch(url) }
            known.running = running
            return .running(running)
        }
        switch turn {
        case .kept(let text): return text
        case .later(let text):
            guard let text else { throw ProviderHook.Problem.unreachable("Google's keys were not read a moment ago") }
            return text
        case .running(let running):
            let outcome = await running.result
            return try keys.withLock { known in
                if known.running == running {
                    known.running = nil
                    if case .success(let text) = outcome {
                        known.kept = Cache(text: text, until: now.seconds + Self.keySeconds)
                    }
                }
                if case .failure(let error) = outcome {
                    guard let text = known.usable(now) else { throw error }
                    return text
                }
                return try outcome.get()
            }
        }
    }

    private static func fetch(_ url: String) async throws -> String {
        let (status, body) = try await OutboundHTTP.send(url)
        guard status == 200 else { throw ProviderHook.Problem.unreachable("\(url) answered \(status)") }
        return String(decoding: body, as: UTF8.self)
    }

    /// Reads a purchase of the tenant's app, by its path.
    func ask(_ place: Link, _ call: ProviderHook.Call) async throws -> ProviderObject {
        let (status, body) = try await answer(place, call.settings, of: call.tenant.id, now: call.request.now)
        guard status == 200, let value = try? ProviderObject(body) else {
            throw ProviderHook.Problem.unreachable("Google Play answered \(status) about a purchase")
        }
        return value
    }

    /// Returns an order with its payment; nil if the account may not see orders, or there is no such order.
    func order(_ name: String, _ call: ProviderHook.Call) async throws -> ProviderObject? {
        try await order(name, call.settings, of: call.tenant.id, now: call.request.now)
    }

    func order(_ name: String, _ settings: ProviderSettings, of tenant: ID, now: Timestamp) async throws
        -> ProviderObject?
    {
        let (status, body) = try await answer("/orders/\(name)", settings, of: tenant, now: now)
        if [401, 403, 404].contains(status) { return nil }
        guard status == 200, let value = try? ProviderObject(body) else {
            throw ProviderHook.Problem.unreachable("Google Play answered \(status) about an order")
        }
        return value
    }

    /// Refunds the whole order, and with `revokes` ends the purchase.
    func refund(_ order: String, revokes: Bool, _ settings: ProviderSettings, of tenant: ID, now: Timestamp)
        async throws
        -> ProviderAnswer
    {
        let (status, _) = try await answer(
            ("/orders/\(order):refund" as Link).with(query: [("revoke", String(revokes))]), method: "POST", settings,
            of: tenant, now: now)
        if status == 200 || status == 204 { return .accepted(order) }
        // 409: another request changes the order at this moment, and nothing was refunded.
        guard [400, 403, 404].contains(status) else {
            throw ProviderHook.Problem.unreachable("Google Play answered \(status) to a refund")
        }
        // An order that was refunded before counts as success: the response to that request may have been lost.
        if let found = try await self.order(order, settings, of: tenant, now: now), GooglePurchase.isRefunded(found) {
            return .accepted(order)
        }
        return .refused("http_\(status)")
    }

    private func answer(
        _ place: Link, method: String = "GET", _ settings: ProviderSettings, of tenant: ID, now: Timestamp
    ) async throws -> (status: Int, body: [UInt8]) {
        let token = try await accessToken(settings["account"], of: tenant, now: now.seconds)
        let app: Link = "/androidpublisher/v3/applications/\(settings["package"])"
        let answer = try await OutboundHTTP.send(
            "\(addresses.googlePlay)\(app)\(place)", method: method, headers: [("authorization", "Bearer \(token)")])
        if answer.status == 401 { tokens.forget(tenant) }
        return answer
    }

    private func accessToken(_ account: String, of tenant: ID, now: Int64) async throws -> String {
        if let kept = tokens[tenant], kept.until > now { return kept.text }
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
        tokens.keep(Cache(text: token, until: now + max(0, seconds - 60)), under: tenant)
        return token
    }
}

/// A service account's key file, as Google issues it. Its address for tokens is ignored.
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
