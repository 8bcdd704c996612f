import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// Changes the password; the current one is required. The two hashes are computed between two transactions, since no
/// transaction waits for a hash. Both transactions check the session.
enum ChangePassword {
    private struct Known: Sendable {
        var admin: ID
        var hash: PasswordHash
        var ownWords: [String]
    }

    static func submit(_ request: WebRequest, _ services: Services) async -> WebResponse {
        do {
            guard let token = Authentication.token(of: request) else { return OpenPages.signIn(after: request) }
            guard !request.isCrossSite, request.form.repeated.isEmpty,
                services.keys.isCSRFToken(request.form["csrf"] ?? "", for: token.text)
            else {
                return try await refused(
                    request, services, token, ["current": LocalText(Strings.sign_in_expired)], status: .forbidden)
            }
            guard let known = try await find(request, services, token) else { return OpenPages.signIn(after: request) }
            let current = request.form["current"] ?? ""
            let new = request.form["password"] ?? ""
            guard !current.isEmpty, try await services.hashGate.run({ (try? known.hash.verify(current)) ?? false })
            else {
                let error = current.isEmpty ? Strings.error_required : Strings.error_password_wrong
                return try await refused(request, services, token, ["current": LocalText(error)])
            }
            if let refusal = PasswordRules.admins.refusals(of: new, ownWords: known.ownWords).first {
                return try await refused(request, services, token, ["password": Enrolment.words(refusal)])
            }
            let hash = try await services.hashGate.run {
                var random = SystemRandomNumberGenerator()
                return try PasswordHash(of: new, using: &random).phc
            }
            return try await save(hash, request, services, token)
        } catch {
            return Console.failure(error, request, services)
        }
    }

    private static func find(_ request: WebRequest, _ services: Services, _ token: Token) async throws -> Known? {
        try await services.database.perform(for: services.holders(request)) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                guard
                    let found = try Authentication.authenticate(
                        connection, token: token, request: request, slug: "", keys: services.keys),
                    found.stage == "full", let admin = found.actor.id,
                    let stored = try tx.first(AdminQueriesAcrossTenants.byID(admin))?.textOrNil("password_hash")
                else { return nil }
                // Guesses of the current password get the same back-off as on the sign-in page, but are counted
                // separately from sign-in attempts by others.
                let may = try AttemptsAcrossTenants(key: services.keys.attempts).reserve(
                    .password, admin.description, now: request.now, in: tx)
                return Known(
                    admin: admin, hash: may ? try PasswordHash(phc: stored) : .dummy,
                    ownWords: [found.actor.email, found.actor.name, "roost"])
            }
        }
    }

    private static func refused(
        _ request: WebRequest, _ services: Services, _ token: Token, _ errors: [String: LocalText],
        status: HTTPResponse.Status = .unprocessableContent
    ) async throws -> WebResponse {
        try await services.database.perform(for: services.holders(request)) { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                guard
                    let found = try Authentication.authenticate(
                        connection, token: token, request: request, slug: "", keys: services.keys),
                    found.stage == "full"
                else { return OpenPages.signIn(after: request) }
                let page = try AccountPageMaker(errors: errors).page(in: tx, by: found.actor, services)
                return .page(page, in: found.actor.language, status: status)
            }
        }
    }

    private static func save(
        _ hash: String, _ request: WebRequest, _ services: Services, _ token: Token
    ) async throws -> WebResponse {
        try await services.database.perform(for: services.holders(request)) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                guard
                    let found = try Authentication.authenticate(
                        connection, token: token, request: request, slug: "", keys: services.keys),
                    found.stage == "full", let admin = found.actor.id
                else { return OpenPages.signIn(after: request) }
                // This browser stays signed in, with a new session id.
                try NewCredentials.setPassword(
                    hash, of: admin,
                    keeping: .init(session: found.sessionID, device: KnownDevices.hash(of: request)), now: request.now,
                    in: tx)
                try AttemptsAcrossTenants(key: services.keys.attempts).clear(.password, admin.description, in: tx)
                try HolderNotice(found.actor, request).notify(.passwordChanged, in: tx, services)
                let session = try NewSession.make(
                    for: admin, stage: "full", replacing: token.hash, confirmed: found.actor.session?.confirmedAt,
                    request: request,
                    in: tx)
                try services.trail.append(
                    AuditEvent(.adminPasswordChanged, on: .admin, admin, name: found.actor.name), by: found.actor,
                    in: tx)
                var response = WebResponse.redirect(to: "/account")
                response.setCookie(session.cookie)
                response.setCookie(
                    Cookie(
                        name: Authentication.flashCookie,
                        value: Actor.Said(Strings.account_password_changed).cookie,
                        isSecure: request.isSecure, maxAgeSeconds: 60))
                return response
            }
        }
    }
}
