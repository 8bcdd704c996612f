import Console
import HTML
import Logging
import Postgres
import Secrets
import Templates
import Web

/// Signs in with a passkey instead of the six digits. The code page offers it if the admin has one for this address.
enum SignInPasskey {
    /// The term of the challenge of a half-open session, which itself expires within ten minutes.
    private static let seconds: Int64 = 600

    /// The data with which the code page offers it; nil if the admin has none, or the database fails.
    static func offer(_ request: WebRequest, _ services: Services) async -> PasskeyOffer? {
        guard let token = Authentication.token(of: request), let party = Self.party(request, services) else {
            return nil
        }
        do {
            let offer: PasskeyOffer? = try await services.database.perform(for: services.holders(request)) {
                connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    guard
                        let found = try Authentication.authenticate(
                            connection, token: token, request: request, slug: "", keys: services.keys),
                        found.stage == "code", let admin = found.actor.id
                    else { return nil }
                    let usable = try tx.rows(PasskeyQueriesAcrossTenants.all(of: admin)).filter { row in
                        try row.text("party") == party.id && !row.bool("is_suspected")
                    }
                    guard !usable.isEmpty,
                        // The challenge stays the same while it is valid: the page may be open twice.
                        let challenge = try tx.first(
                            PasskeyQueriesAcrossTenants.keepChallenge(
                                Passkey.challenge(), of: found.sessionID, now: request.now,
                                until: request.now.adding(seconds: seconds)))?.bytes("challenge")
                    else { return nil }
                    let options = PasskeyOptions(
                        party: party, challenge: challenge,
                        credentials: try usable.map { try PasskeyOptions.Credential($0) })
                    return PasskeyOffer(action: "/sign-in/passkey", options: options.use)
                }
            }
            return offer
        } catch {
            services.logger.warning(
                "passkeys not offered", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            return nil
        }
    }

    private static func party(_ request: WebRequest, _ services: Services) -> RelyingParty? {
        RelyingParty.of(host: request.host, isSecure: request.isSecure, services)
    }

    static func submit(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard OpenPages.isGenuine(request, services) else {
            return await SignInCode.page(request, services, message: Strings.sign_in_expired, status: .forbidden)
        }
        guard let token = Authentication.token(of: request) else { return OpenPages.signIn(after: request) }
        return await SignInCode.enter("passkey", token, request, services) { admin, found, tx in
            guard let name = try use(request, by: admin, session: found.sessionID, in: tx, services) else { return nil }
            return { session in
                AuditEvent(
                    .adminSignedIn, on: .session, session, name: found.actor.name,
                    changes: [.init("passkey", new: name)])
            }
        } wrong: {
            await SignInCode.page(
                request, services, message: Strings.sign_in_passkey_failed, status: .unprocessableContent)
        }
    }

    /// Returns the name of the used passkey; nil if it was not accepted. The challenge is used up either way.
    private static func use(
        _ request: WebRequest, by admin: ID, session: ID, in tx: borrowing TenantTransaction, _ services: Services
    ) throws -> String? {
        let held = try tx.first(PasskeyQueriesAcrossTenants.takeChallenge(of: session, now: request.now))?.bytes(
            "challenge")
        guard let challenge = held, let party = Self.party(request, services), let use = Passkey.Use(request.form),
            let row = try tx.first(PasskeyQueriesAcrossTenants.lock(use.credentialID, of: admin, party: party.id))
        else { return nil }
        let (id, name, passkey) = (try row.id("id"), try row.text("name"), try Passkey(row))
        let outcome = Result(catching: { () throws(PasskeyProblem) in
            try passkey.used(use, challenge: challenge, for: party, by: admin.bytes)
        })
        switch outcome {
        case .success(let after):
            try tx.execute(PasskeyQueriesAcrossTenants.use(id, after, now: request.now))
            return name
        case .failure(let problem):
            services.logger.warning("passkey refused", metadata: ["request": "\(request.id)", "cause": "\(problem)"])
            if problem == .counter {
                try tx.execute(PasskeyQueriesAcrossTenants.suspect(id, now: request.now))
                try services.trail.append(
                    AuditEvent(.adminPasskeySuspected, on: .admin, admin, changes: [.init("passkey", new: name)]),
                    by: SignIn.system(request), in: tx)
            }
            return nil
        }
    }
}

extension Passkey {
    /// Reads a row of `PasskeyQueriesAcrossTenants.lock`.
    init(_ row: Row) throws {
        self.init(
            credentialID: try row.bytes("credential_id"), key: try PasskeyKey(try row.bytes("public_key")),
            counter: UInt32(clamping: try row.int("counter")), mayBeBackedUp: try row.bool("may_be_backed_up"),
            isBackedUp: try row.bool("is_backed_up"), wasUserVerified: try row.bool("was_user_verified"))
    }
}

extension Passkey.Use {
    /// Returns nil if a field is missing or is not base64url.
    init?(_ form: Query) {
        func bytes(_ name: String) -> [UInt8]? { form[name].flatMap { Passkey.bytes($0) } }
        guard let credential = bytes("credential"), let client = bytes("client_data"),
            let data = bytes("authenticator_data"),
            let signature = bytes("signature"), let user = bytes("user_handle")
        else { return nil }
        self.init(
            credentialID: credential, clientData: client, authenticatorData: data, signature: signature,
            userHandle: user)
    }
}
