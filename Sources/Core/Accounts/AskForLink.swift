import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The pages on which a person requests a mail: to sign up, to reset a lost password, to change the address. The
/// response never shows whether a user has the address.
enum AskForLink {
    // MARK: Signing up

    @Sendable static func showSignUp(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        refusal(.signUp, visit, services) ?? signUpPage(visit, services)
    }

    @Sendable static func submitSignUp(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await submit(.signUp, visit, services) { signUpPage(visit, services, message: $0, error: $1, status: $2) }
    }

    static func signUpPage(
        _ visit: HostedVisit, _ services: Services, message: LocalText? = nil, error: StringKey? = nil,
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        HostedPages.form(
            LocalText(Strings.accounts_sign_up), lead: Strings.accounts_sign_up_advice(tenant: visit.tenant.name),
            [HostedPages.email(visit.request.form["email"] ?? "", error: error, hasFocus: true)],
            button: Strings.sign_in_continue, action: link("sign-up", visit), message: message, asides: back(visit),
            status: status, own: visit.words.said(.signUp, [:], visit), visit, services)
    }

    // MARK: A lost password

    @Sendable static func showPassword(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        refusal(.password, visit, services) ?? passwordPage(visit, services)
    }

    @Sendable static func submitPassword(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await submit(.password, visit, services) {
            passwordPage(visit, services, message: $0, error: $1, status: $2)
        }
    }

    static func passwordPage(
        _ visit: HostedVisit, _ services: Services, message: LocalText? = nil, error: StringKey? = nil,
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        HostedPages.form(
            LocalText(Strings.accounts_password_title), lead: LocalText(Strings.accounts_password_advice),
            [HostedPages.email(visit.request.form["email"] ?? "", error: error, hasFocus: true)],
            button: Strings.sign_in_continue, action: link("password", visit), message: message, asides: back(visit),
            status: status, own: visit.words.said(.reset, [:], visit), visit, services)
    }

    // MARK: Shared by all pages

    private static func submit(
        _ purpose: LinkPurpose, _ visit: HostedVisit, _ services: Services,
        page: (LocalText?, StringKey?, HTTPResponse.Status) -> WebResponse
    ) async throws -> WebResponse {
        try await HostedPages.attempt(visit, services) {
            page($0, nil, $1)
        } _: {
            if let refusal = refusal(purpose, visit, services) { return refusal }
            let email = visit.request.form.trimmed("email") ?? ""
            guard EmailAddress.isPlausible(email) else {
                return page(nil, email.isEmpty ? Strings.error_required : Strings.error_email, .unprocessableContent)
            }
            let job = AccountLinkMail(
                tenant: visit.tenant.id, purpose, to: email, language: visit.language, request: carried(visit),
                asked: visit.request.now)
            if let wait = try await ask(job, visit, services) {
                return page(LocalText(Strings.accounts_too_many), nil, .tooManyRequests).retry(after: wait)
            }
            return sent(email, visit, services)
        }
    }

    /// Returns in how many seconds to ask again if too many mails were requested from that network address, else nil. A
    /// mailbox that has received too many gets no more; the response does not say so.
    static func ask(_ job: AccountLinkMail, _ visit: HostedVisit, _ services: Services) async throws -> Int64? {
        try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id) { try ask(job, visit, services, in: $0) }
        }
    }

    static func ask(
        _ job: AccountLinkMail, _ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> Int64? {
        let attempts = AttemptsAcrossTenants(key: services.keys.attempts)
        let now = visit.request.now
        if let wait = try attempts.reserveMail(from: visit.request.network, now: now, in: tx) { return wait }
        let mailbox = "\(tx.tenant) \(job.purpose.mailbox) \(job.email.lowercased())"
        if try attempts.reserve(.mailbox, mailbox, now: now, in: tx) {
            try Jobs.add(job, in: tx, by: visit.actor, services)
        }
        return nil
    }

    static func sent(_ email: String, _ visit: HostedVisit, _ services: Services) -> WebResponse {
        HostedPages.message(
            LocalText(Strings.accounts_sent_title), Strings.accounts_sent(email: email), next: back(visit).first,
            here: visit.link("password"), visit, services)
    }

    /// Returns the page that says why no mail can be requested now: the same for everybody.
    static func refusal(_ purpose: LinkPurpose, _ visit: HostedVisit, _ services: Services) -> WebResponse? {
        if purpose == .signUp, !visit.tenant.services.contains(.signUp) {
            return HostedPages.message(
                LocalText(Strings.accounts_sign_up), Strings.accounts_sign_up_off(tenant: visit.tenant.name),
                next: back(visit).first, here: visit.link("sign-up"), status: .forbidden, visit, services)
        }
        guard services.mail == nil else { return nil }
        return HostedPages.message(
            LocalText(Strings.accounts_sent_title), LocalText(Strings.accounts_no_mail), next: back(visit).first,
            here: visit.link("password"), status: .forbidden, visit, services)
    }

    /// The query with which the app sent the person here.
    private static func request(_ visit: HostedVisit) -> Query {
        Query(visit.request.query.items.filter { $0.name != "lang" })
    }

    private static func carried(_ visit: HostedVisit) -> String {
        let request = request(visit)
        guard request["client_id"] != nil else { return "" }
        let text = String(decoding: request.urlEncoded, as: UTF8.self)
        return text.utf8.count > 4000 ? "" : text
    }

    static func link(_ path: String, _ visit: HostedVisit) -> Link {
        visit.link(path).with(query: request(visit).items.map { ($0.name, $0.value) })
    }

    /// The link back to the app's sign-in; none if no app sent the person here.
    static func back(_ visit: HostedVisit) -> [HostedLink] {
        guard visit.request.query["client_id"] != nil else { return [] }
        return [HostedLink(Strings.accounts_back, link("authorize", visit))]
    }
}
