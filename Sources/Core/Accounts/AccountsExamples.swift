import Console
import Postgres
import Secrets

/// Example requests and rows for the tests that walk all routes and tables.
extension AccountsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("apps") { Self.form($0, "App of the examples") },
                .post("apps/:app") { Self.form($0, "Renamed \($0.word)") + [("version", "1")] },
                .post("apps/:app/secret"),
                .post("apps/:app/deletion") { [("reason", "because of \($0.word)")] },
                .post("apps/views") { _ in [("name", "Of the examples"), ("view", "q=example")] },
                .post("apps/views/:view/deletion"),
                .post("users/:user/devices/:device/deletion"),
                .post("users/:user/sessions/end"),
                .post("users/:user/sessions/:usersession/end"),
                .service(.patch, "me/profile") { "{\"name\":\"Changed by \($0.word)\",\"phone\":\"+44 7700 900123\"}" },
                .service(.delete, "me/sessions"),
                .service(.delete, "me/sessions/:usersession"),
                .service(.put, "me/devices/:device") { "{\"platform\":\"ios\",\"model\":\"Phone \($0.word)\"}" },
                .service(.delete, "me/devices/:device"),
                .service(.post, "me/deletion"),
                .service(.post, "me/identity-links", about: ["identityprovider"]) { _ in "{\"provider\":\"google\"}" },
                .service(.delete, "me/identities/:useridentity"),
                .post("identity-providers/:issuer") { values in
                    [("version", "0"), ("client_id", "client-\(values.word)")]
                },
                .post("users/:user/identities/:useridentity/end"),
                .post(outside: "/accounts/:tenant/identities/:issuer") { _ in [] },
                .post(outside: "/accounts/:tenant/identities/:issuer/callback") { _ in [("state", "x"), ("code", "x")]
                },
                .post(outside: "/accounts/:tenant/identity") { _ in [("email", "nobody@example.com")] },
                .post(outside: "/accounts/:tenant/authorize") { _ in
                    [("email", "nobody@example.com"), ("password", "seven purple elephants")]
                },
                .post(outside: "/accounts/:tenant/token") { _ in [("grant_type", "authorization_code"), ("code", "x")]
                },
                .post(outside: "/accounts/:tenant/revocation") { _ in [("token", "x")] },
                .post(outside: "/accounts/:tenant/userinfo") { _ in [("access_token", "x")] },
                .post(outside: "/accounts/:tenant/sign-up") { _ in [("email", "nobody@example.com")] },
                .post(outside: "/accounts/:tenant/password") { _ in [("email", "nobody@example.com")] },
                .post(outside: "/accounts/:tenant/address") { _ in
                    [
                        ("email", "nobody@example.com"), ("password", "seven purple elephants"),
                        ("new_email", "somebody@example.com"),
                    ]
                },
                .post(outside: "/accounts/:tenant/data") { _ in
                    [("email", "nobody@example.com"), ("password", "seven purple elephants")]
                },
                .post(outside: "/accounts/:tenant/links/:link") { _ in [("password", "seven purple elephants")] },
            ],
            objects: [
                ObjectExample("device") { tx, values in
                    let id = ID.make()
                    guard try tx.first(CurrentTenantQuery.current)?.bool("holds_people") == true else { return id }
                    try tx.execute(
                        """
                        insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at)
                        values (current_tenant(), \(values.user), \(id), 'ios', \("Phone \(values.word)"), '1.0', now())
                        """)
                    return id
                },
                ObjectExample("app") { tx, values in try Self.makeApp(in: tx, values).app },
                ObjectExample("usersession") { tx, values in try Self.makeApp(in: tx, values).session },
                ObjectExample("identityprovider") { tx, values in
                    if try tx.first(CurrentTenantQuery.current)?.bool("holds_people") == true {
                        try Self.useProvider(in: tx, values)
                    }
                    return .make()
                },
                ObjectExample("useridentity") { tx, values in try Self.makeIdentities(in: tx, values) },
            ])
    }

    private static func form(_ values: ExampleValues, _ name: String) -> [(String, String)] {
        [
            ("name", name),
            ("redirect_uris", "https://\(values.word).example.com/back\ncom.example.\(values.word):/back"),
        ]
    }

    private static func useProvider(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws {
        var settings = IdentitySettings(.google)
        settings.isOn = true
        settings.texts.open["client_id"] = "client-\(values.word)"
        try tx.execute(IdentityProviderQueries.save(settings, secrets: nil, now: .now))
    }

    /// Two, since the last way to sign in can't be removed.
    private static func makeIdentities(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        guard try tx.first(CurrentTenantQuery.current)?.bool("holds_people") == true else { return .make() }
        for place in ["one", "other"] {
            let identity = ProvenIdentity(
                issuer: "https://\(place).example.com", subject: Token.random().text,
                email: "\(values.word)@\(place).example.com")
            try tx.execute(UserIdentityQueries.add(identity, at: .oidc, to: values.user, now: .now))
        }
        let now = Timestamp.now
        try tx.execute(
            """
            insert into identity_flows (tenant_id, token_hash, stage, provider, issuer, browser_hash, user_id, session_id, subject,
                email, name, created_at, expires_at)
            values (current_tenant(), \(Token.random().hash), 'returned', 'google', 'https://accounts.google.com',
                \(Token.random().hash), \(values.user), \(ID.make()), 'subject', \("\(values.word)@example.net"), \(values.word),
                \(now), \(now.adding(seconds: 3600)))
            """)
        let made = try tx.rows(UserIdentityQueries.all(of: values.user))
        guard let row = made.first else { return .make() }
        return try row.id("id")
    }

    /// Adds a row to every table of the feature.
    private static func makeApp(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> (
        app: ID, session: ID
    ) {
        let (id, session, now) = (ID.make(), ID.make(), Timestamp.now)
        try tx.execute(
            AppQueries.add(
                id, name: "App \(values.word)", redirects: ["https://\(values.word).example.com/back"],
                secretHash: Token.random().hash, by: "examples", now: now))
        try tx.execute(
            OAuthQueries.addKey(
                .make(), for: "ES256", publicKey: Array(repeating: 1, count: 64), privateKey: [], now: now,
                signsFrom: now.adding(seconds: 86_400)))
        guard try tx.first(CurrentTenantQuery.current)?.bool("holds_people") == true else { return (id, session) }
        try tx.execute(AccountQueries.setPassword("unusable", of: values.user, now: now))
        try tx.execute(
            AccountQueries.addLink(
                Token.random().hash, .password, to: "\(values.word)@example.org", user: values.user, request: "",
                now: now, over: now.adding(seconds: 3600)))
        try tx.execute(
            OAuthQueries.addSession(
                session, of: values.user, app: id, scopes: ["openid"], authenticated: now, now: now,
                expires: now.adding(seconds: 3600)))
        try tx.execute(OAuthQueries.addRefreshToken(Token.random().hash, of: session, now: now))
        try tx.execute(
            """
            insert into account_codes (tenant_id, code_hash, app_id, user_id, redirect_uri, challenge, scopes, created_at, expires_at)
            values (current_tenant(), \(Token.random().hash), \(id), \(values.user), 'https://app.example.com/back',
                repeat('x', 43), '{openid}', \(now), \(now))
            """)
        try tx.execute(
            """
            insert into user_answers (tenant_id, user_id, mark, request, status, created_at)
            values (current_tenant(), \(values.user), \(Token.random().hash), \(Token.random().hash), 204, \(now))
            """)
        return (id, session)
    }
}
