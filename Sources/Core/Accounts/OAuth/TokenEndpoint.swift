import Console
import JSON
import Postgres
import Secrets
import Web

/// Exchanges codes and refresh tokens for tokens (RFC 6749, 4.1.3 and 6). Every invalid code or token gets the same
/// words.
enum TokenEndpoint {
    @Sendable static func answer(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await OAuthEndpoint.answer(visit, services) { credentials, form, tx in
            let app = try credentials.app(in: tx)
            switch form["grant_type"] {
            case "authorization_code": return try exchange(form, for: app, visit, services, in: tx)
            case "refresh_token": return try refresh(form, for: app, visit, services, in: tx)
            default:
                throw OAuthProblem(.unsupportedGrantType, "grant_type is authorization_code or refresh_token")
            }
        }
    }

    private static let badCode = OAuthProblem(.invalidGrant, "the code is unknown, used, over or another app's")
    private static let badRefresh = OAuthProblem(.invalidGrant, "the token is unknown, used, over or another app's")

    // MARK: Codes

    private static func exchange(
        _ form: Query, for app: AccountApp, _ visit: HostedVisit, _ services: Services,
        in tx: borrowing TenantTransaction
    ) throws -> OAuthEndpoint.Outcome {
        let now = visit.request.now
        guard let code = form["code"].flatMap({ Token($0) }) else { throw badCode }
        guard let row = try tx.first(OAuthQueries.lockCode(code.hash)), try row.id("app_id") == app.id else {
            throw badCode
        }
        let user = try row.id("user_id")
        if try row.bool("is_used") {
            // Two parties had the code, and nobody knows which one is the app: the session that it began ends.
            // Recorded once: without a session that ends, a stranger could fill the log by sending the code again.
            if let session = try row.idOrNil("session_id"),
                try AccountSessions.end(session, .codeReplayed, now: now, in: tx)
            {
                try services.trail.append(.tokenReused(of: user, "code"), by: visit.actor, in: tx)
            }
            return .refused(badCode)
        }
        // A wrong verifier uses the code up: there is no second attempt.
        try tx.execute(OAuthQueries.useCode(code.hash, for: nil, now: now))
        guard try now < row.time("expires_at"), isVerifier(form["code_verifier"] ?? "", of: try row.text("challenge")),
            try form["redirect_uri"].map({ try $0 == row.text("redirect_uri") }) ?? true
        else { return .refused(badCode) }
        let facts = try AccountSessions.begin(
            of: user, in: app, AccountScope.stored(try row.texts("scopes")),
            authenticated: try row.time("created_at"), issuer: services.issuer(of: visit.tenant), now: now, in: tx)
        try tx.execute(OAuthQueries.useCode(code.hash, for: facts.session, now: now))
        return try tokens(facts, of: app, nonce: try row.textOrNil("nonce"), badCode, visit, services, in: tx)
    }

    /// RFC 7636, 4.1 and 4.6.
    private static func isVerifier(_ verifier: String, of challenge: String) -> Bool {
        let isVerifier =
            (43...128).contains(verifier.utf8.count)
            && verifier.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "-._~".utf8.contains(byte)
            }
        return isVerifier
            && constantTimeEqual(
                Array(Base64.url.encode(MAC.sha256(Array(verifier.utf8))).utf8), Array(challenge.utf8))
    }

    // MARK: Refresh tokens

    /// The refreshes per minute allowed for one session: an app needs one in ten minutes.
    private static let refreshesPerMinute = 30

    private static func refresh(
        _ form: Query, for app: AccountApp, _ visit: HostedVisit, _ services: Services,
        in tx: borrowing TenantTransaction
    ) throws -> OAuthEndpoint.Outcome {
        let now = visit.request.now
        guard let token = form["refresh_token"].flatMap({ RefreshToken($0, in: tx.tenant, services.keys) }) else {
            throw badRefresh
        }
        let row = try tx.first(OAuthQueries.lockRefreshToken(token.hash))
        guard let id = try row?.id("session_id") ?? token.session else { throw badRefresh }
        guard let session = try tx.first(OAuthQueries.lockSession(id)), try session.id("app_id") == app.id else {
            throw badRefresh
        }
        let user = try session.id("user_id")
        let end = AccountSessions.end(begun: try session.time("created_at"), refreshed: now)
        guard try !session.bool("is_ended"), try session.time("expires_at") > now, end > now else {
            return .refused(badRefresh)
        }
        // A genuine token without a row was used longer ago than used tokens are kept.
        if try row?.bool("is_used") ?? true {
            // Two devices have the tokens of the session, and one of them has stolen them: neither continues.
            try AccountSessions.end(id, .refreshReused, now: now, in: tx)
            try services.trail.append(.tokenReused(of: user, "refresh_token"), by: visit.actor, in: tx)
            return .refused(badRefresh)
        }
        let standing = services.refreshes.check(id, limit: refreshesPerMinute, now: now)
        guard standing.isAllowed else {
            return .refused(
                OAuthProblem(
                    .temporarilyUnavailable, "this session is refreshed too often", retryAfter: standing.retryAfter))
        }
        let granted = AccountScope.stored(try session.texts("scopes"))
        var scopes = granted
        if let narrowed = form["scope"] {
            scopes = AccountScope.read(narrowed)
            guard scopes.allSatisfy({ granted.contains($0) }) else {
                return .refused(OAuthProblem(.invalidScope, "more than was granted at sign-in"))
            }
        }
        try tx.execute(OAuthQueries.useRefreshToken(token.hash, now: now))
        try tx.execute(OAuthQueries.prolongSession(id, now: now, until: end))
        let facts = AccessToken(
            tenant: tx.tenant, user: user, session: id, app: app.id, scopes: scopes.names,
            authenticated: try session.time("authenticated_at"), issuer: services.issuer(of: visit.tenant))
        return try tokens(facts, of: app, nonce: nil, badRefresh, visit, services, in: tx)
    }

    // MARK: Tokens

    private static func tokens(
        _ facts: AccessToken, of app: AccountApp, nonce: String?, _ problem: OAuthProblem, _ visit: HostedVisit,
        _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> OAuthEndpoint.Outcome {
        let now = visit.request.now
        guard let person = try tx.first(OAuthQueries.person(facts.user, session: facts.session, now: now)) else {
            try AccountSessions.end(facts.session, .suspended, now: now, in: tx)
            return .refused(problem)
        }
        let key = try SigningKeys.current(in: tx, now: now, services.keys.data)
        let access = try IssuedTokens.access(
            facts, by: key, audience: services.apiAudience, now: now)
        let refresh = try AccountSessions.refreshToken(of: facts.session, now: now, in: tx, services.keys)
        var members: [(String, JSONText)] = [
            ("access_token", .string(access)), ("token_type", "Bearer"),
            ("expires_in", .int(Int(IssuedTokens.seconds))),
            ("refresh_token", .string(refresh)),
            ("scope", .string(facts.scopes.joined(separator: " "))),
        ]
        if facts.scopes.contains(AccountScope.openid.rawValue) {
            let identity = try IssuedTokens.identity(
                facts, nonce: nonce, access: access,
                claims: try IssuedTokens.claims(person, AccountScope.stored(facts.scopes)),
                by: app.idTokenAlgorithm == key.algorithm
                    ? key : SigningKeys.current(for: app.idTokenAlgorithm, in: tx, now: now, services.keys.data),
                now: now)
            members.append(("id_token", .string(identity)))
        }
        return .answered(.object(members))
    }
}
