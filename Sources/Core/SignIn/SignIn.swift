import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// Signs in with e-mail and password. Unknown, known and blocked e-mails get the same bytes after the same work:
/// exactly one hash, and none for a network during its back-off.
enum SignIn {
    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        let message: StringKey? =
            request.query["ended"] != nil
            ? Strings.sign_in_ended : request.query["out"] != nil ? Strings.sign_in_signed_out : nil
        return page(request, services, message: message)
    }

    private static func page(
        _ request: WebRequest, _ services: Services, message: StringKey? = nil, emailError: StringKey? = nil,
        passwordError: StringKey? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let (secret, csrf) = OpenPages.token(request, services)
        let email = request.form["email"] ?? ""
        let page = SignInPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_sign_in), here: "/sign-in", language: OpenPages.language(of: request),
                services),
            csrf: csrf,
            email: Field(
                "email", label: LocalText(Strings.sign_in_email), value: email, type: "email",
                error: emailError.map { LocalText($0) }, autocomplete: "username", inputMode: "email", isRequired: true,
                hasFocus: email.isEmpty, isLatin: true),
            password: Field(
                "password", label: LocalText(Strings.sign_in_password), type: "password",
                error: passwordError.map { LocalText($0) }, autocomplete: "current-password", isRequired: true,
                hasFocus: !email.isEmpty),
            message: message.map { LocalText($0) }, hasMail: services.mail != nil)
        return OpenPages.page(page, secret: secret, request, status: status)
    }

    /// The result of the first query; its shape is the same whether or not the e-mail is known.
    private struct Candidate: Sendable {
        var admin: ID?
        var hash: PasswordHash
        var hasSecondStep: Bool
        var attempt: SignInAttempt
        var turn: SignInAttempt.Turn
    }

    static func submit(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard OpenPages.isGenuine(request, services) else {
            return page(request, services, message: Strings.sign_in_expired, status: .forbidden)
        }
        let form = request.form
        let email = form.trimmed("email") ?? ""
        let password = form["password"] ?? ""
        guard !email.isEmpty, !password.isEmpty else {
            return page(
                request, services, emailError: email.isEmpty ? Strings.error_required : nil,
                passwordError: password.isEmpty ? Strings.error_required : nil, status: .unprocessableContent)
        }
        do {
            let candidate = try await services.database.perform(for: services.holders(request)) {
                try find(email, request, services, $0)
            }
            let isRight =
                candidate.turn == .addressWaits
                ? false : try await services.hashGate.run { (try? candidate.hash.verify(password)) ?? false }
            guard isRight, candidate.turn == .mayTry, let admin = candidate.admin else {
                try await services.database.perform(for: services.holders(request)) { connection in
                    try connection.inTenant(Tenant.installation.id) { tx in
                        try services.trail.append(
                            AuditEvent(.adminSignInFailed, on: .admin, candidate.admin), by: system(request), in: tx)
                    }
                }
                return page(request, services, message: Strings.sign_in_wrong, status: .unprocessableContent)
            }
            // The hashing parameters may have been raised since the hash was made.
            let better =
                candidate.hash.needsRehash
                ? try await services.hashGate.run {
                    var random = SystemRandomNumberGenerator()
                    return try PasswordHash(of: password, using: &random).phc
                }
                : nil
            return try await services.database.perform(for: services.holders(request)) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    if let better { try tx.execute(AdminQueriesAcrossTenants.setPassword(better, of: admin)) }
                    try candidate.attempt.wasRight(
                        AttemptsAcrossTenants(key: services.keys.attempts), in: tx)
                    let session = try NewSession.make(
                        for: admin, stage: candidate.hasSecondStep ? "code" : "enrol",
                        replacing: Authentication.token(of: request)?.hash, request: request, in: tx)
                    var response = WebResponse.redirect(
                        to: candidate.hasSecondStep ? "/sign-in/code" : "/sign-in/second-step")
                    response.setCookie(session.cookie)
                    return response
                }
            }
        } catch is WorkGate.Refusal {
            return busy(request, services)
        } catch DatabaseError.exhausted {
            return busy(request, services)
        } catch DatabaseError.shareInUse {
            return busy(request, services)
        } catch {
            services.logger.error("sign-in", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            guard let trouble = DatabaseTrouble(error), trouble != .busy else { return busy(request, services) }
            // The form is shown again, so that the person can try again.
            return page(request, services, message: trouble.words.advice, status: .serviceUnavailable)
                .retry(after: trouble.retryAfterSeconds)
        }
    }

    private static func busy(_ request: WebRequest, _ services: Services) -> WebResponse {
        page(request, services, message: Strings.sign_in_busy, status: .serviceUnavailable).retry(after: 2)
    }

    static func system(_ request: WebRequest) -> Actor {
        .system(address: request.address, requestID: request.id, now: request.now)
    }

    /// Reserves the attempt before any hash is computed, in its own transaction: it counts even if the client
    /// disconnects.
    private static func find(
        _ email: String, _ request: WebRequest, _ services: Services, _ connection: Connection
    ) throws -> Candidate {
        try connection.inTenant(Tenant.installation.id) { tx in
            let row = try tx.first(AdminQueriesAcrossTenants.byEmail(email))
            let admin = try row?.id("id")
            let attempt = try SignInAttempt(email, of: admin, request, in: tx)
            let turn = try attempt.reserve(
                AttemptsAcrossTenants(key: services.keys.attempts), now: request.now, in: tx)
            let stored = try row?.textOrNil("password_hash").flatMap { try? PasswordHash(phc: $0) }
            return Candidate(
                admin: stored == nil ? nil : admin, hash: stored ?? .dummy,
                hasSecondStep: try row?.bool("has_second_step") ?? false, attempt: attempt, turn: turn)
        }
    }
}
