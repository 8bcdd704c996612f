import Console
import Core
import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// An app that is registered in a tenant, with its requests for tokens.
package struct TestApp: Sendable {
    package let id: ID
    package let secret: String?
    package let redirect: String
    package let tenant: Tenant
    package let verifier = Token.random().text

    package var base: String { "/accounts/\(tenant.slug)" }
    package var challenge: String { Base64.url.encode(MAC.sha256(Array(verifier.utf8))) }

    /// The address to which the app sends users; parameters that are nil in `changed` are left out.
    package func authorize(_ changed: [String: String?] = [:]) -> String {
        var parameters: [String: String?] = [
            "response_type": "code", "client_id": id.description, "redirect_uri": redirect,
            "scope": "openid profile email", "state": "state of the app", "nonce": "nonce of the app",
            "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        for (name, value) in changed { parameters[name] = .some(value) }
        let form = parameters.compactMap { name, value in value.map { (name, $0) } }
        return "\(base)/authorize?" + TestBrowser.encoded(form.sorted { $0.0 < $1.0 })
    }

    /// The app's request with a code.
    package func exchange(_ code: String, _ changed: [String: String?] = [:]) -> [(String, String)] {
        parameters(
            [
                "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier,
            ], changed)
    }

    package func refresh(_ token: String, _ changed: [String: String?] = [:]) -> [(String, String)] {
        parameters(["grant_type": "refresh_token", "refresh_token": token], changed)
    }

    package func parameters(
        _ usual: [String: String?], _ changed: [String: String?] = [:]
    ) -> [(String, String)] {
        var all = usual
        all["client_id"] = .some(id.description)
        if let secret { all["client_secret"] = .some(secret) }
        for (name, value) in changed { all[name] = .some(value) }
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// The response of the token endpoint.
package struct TestTokens: Sendable {
    package let access: String
    package let refresh: String
    package let identity: String?
}

extension TestInstallation {
    package func makeApp(
        in tenant: Tenant, redirect: String = "com.example.app:/back", others: [String] = [],
        isConfidential: Bool = false, idTokens: TokenAlgorithm = .es256
    ) throws -> TestApp {
        let id = ID.make()
        let secret = isConfidential ? Token.random() : nil
        let sealing = keys.data
        try inTenant(tenant) { tx in
            try tx.execute(
                AppQueries.add(
                    id, name: "App of \(tenant.name)", redirects: [redirect] + others, secretHash: secret?.hash,
                    idTokens: idTokens, by: "tests", now: .now))
            try SigningKeys.renew(in: tx, now: .now, sealing)
        }
        return TestApp(id: id, secret: secret?.text, redirect: redirect, tenant: tenant)
    }

    /// Adds a user who signs in with `TestAdmin.password`.
    package func addAccount(_ name: String, to tenant: Tenant, email: String? = nil) throws -> TestUser {
        let user = try addUser(name, to: tenant, email: email)
        try givePassword(to: user, in: tenant)
        return user
    }

    /// Sets the password `TestAdmin.password`.
    package func givePassword(to user: TestUser, in tenant: Tenant) throws {
        let hash = try TestAdmin.cheapHash(TestAdmin.password)
        try inTenant(tenant) { tx in
            try tx.execute(AccountQueries.setPassword(hash, of: user.id, now: .now))
        }
    }
}

extension TestBrowser {
    /// Sends e-mail and password on the hosted page; returns the answer, which redirects the browser.
    package mutating func signIn(
        _ user: TestUser, to app: TestApp, _ changed: [String: String?] = [:], password: String = TestAdmin.password
    ) async -> Answer {
        let address = app.authorize(changed)
        _ = await get(address)
        return await post(address, [("email", user.email), ("password", password)])
    }

    /// Calls an endpoint as an app does: without cookies and without a CSRF token.
    package func call(
        _ address: String, _ form: [(String, String)], authorization: String? = nil
    ) async -> Answer {
        var own = TestBrowser(console)
        (own.now, own.address) = (now, self.address)
        if let authorization { own.headers[.authorization] = authorization }
        return await console.answer(own.request(.post, address, form: form))
    }

    /// Gets tokens through all steps; nil if one of them failed.
    package mutating func tokens(of user: TestUser, for app: TestApp) async -> TestTokens? {
        guard let code = await signIn(user, to: app).code else { return nil }
        return await call("\(app.base)/token", app.exchange(code)).tokens
    }

    package func userInfo(_ app: TestApp, _ token: String) async -> Answer {
        var own = TestBrowser(console)
        own.now = now
        own.headers[.authorization] = "Bearer \(token)"
        return await console.answer(own.request(.get, "\(app.base)/userinfo"))
    }
}

extension Answer {
    /// A parameter of the address to which the browser is redirected.
    package func answered(_ name: String) -> String? {
        guard let location, let query = location.firstIndex(of: "?") else { return nil }
        return Query(urlEncoded: Array(location[location.index(after: query)...].utf8))[name]
    }

    package var code: String? { answered("code") }

    package var json: JSONText? { try? JSONReader.read(body) }

    package var tokens: TestTokens? {
        guard status == 200, let access = json?["access_token"]?.text, let refresh = json?["refresh_token"]?.text
        else { return nil }
        return TestTokens(access: access, refresh: refresh, identity: json?["id_token"]?.text)
    }
}
