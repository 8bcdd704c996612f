import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// Lets a browser in that has to wait because others guess at the account: by a link that is mailed to the account's address. From
/// then on the account's pause does not apply to that browser, as if it had signed in before; password and code are asked for as ever.
enum LetBrowserIn {
    // MARK: Asking for the mail

    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard services.mail != nil else { return Console.problem(request, .notFound, services) }
        return page(request, services)
    }

    private static func page(
        _ request: WebRequest, _ services: Services, message: StringKey? = nil, error: StringKey? = nil,
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        form(
            Strings.sign_in_browser_advice,
            [
                Field(
                    "email", label: LocalText(Strings.sign_in_email), value: request.form["email"] ?? "", type: "email",
                    error: error.map { LocalText($0) }, autocomplete: "username", inputMode: "email", isRequired: true,
                    hasFocus: true, isLatin: true)
            ], button: Strings.sign_in_browser_send, action: "/sign-in/browser", message: message, status: status,
            request, services)
    }

    private static func form(
        _ lead: StringKey, _ fields: [Field], button: StringKey, action: Link, message: StringKey?,
        status: HTTPResponse.Status, _ request: WebRequest, _ services: Services
    ) -> WebResponse {
        let (secret, csrf) = OpenPages.token(request, services)
        let page = BrowserPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_browser), here: action, language: OpenPages.language(of: request), services),
            csrf: csrf, action: action, lead: LocalText(lead), fields: fields, button: LocalText(button),
            message: message.map { LocalText($0) })
        return OpenPages.page(page, secret: secret, request, status: status)
    }

    /// The answer is the same whether or not an admin has the address: the job looks that up.
    static func ask(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard OpenPages.isGenuine(request, services) else {
            return page(request, services, message: Strings.sign_in_expired, status: .forbidden)
        }
        guard services.mail != nil else { return Console.problem(request, .notFound, services) }
        let email = request.form.trimmed("email") ?? ""
        guard EmailAddress.isPlausible(email) else {
            return page(
                request, services, error: email.isEmpty ? Strings.error_required : Strings.error_email,
                status: .unprocessableContent)
        }
        let job = BrowserMail(email: email, language: OpenPages.language(of: request), asked: request.now)
        do {
            let wait: Int64? = try await services.database.perform(for: services.holders(request)) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    let attempts = AttemptsAcrossTenants(key: services.keys.attempts)
                    if let wait = try attempts.reserveMail(from: request.network, now: request.now, in: tx) {
                        return wait
                    }
                    // A mailbox that has received too many gets no more; the response does not say so.
                    if try attempts.reserve(.mailbox, "browser \(email.lowercased())", now: request.now, in: tx) {
                        try Jobs.add(job, in: tx, by: SignIn.system(request), services)
                    }
                    return nil
                }
            }
            if let wait {
                let message = Strings.accounts_too_many
                return page(request, services, message: message, status: .tooManyRequests).retry(after: wait)
            }
            return OpenPages.message(
                Strings.sign_in_browser_sent, under: Strings.sign_in_browser, linkLabel: Strings.sign_in_sign_in,
                status: .ok, request, services)
        } catch {
            return Console.failure(error, request, services)
        }
    }

    // MARK: The mailed link

    private static func here(_ request: WebRequest) -> Link {
        "/sign-in/browser/\(request.parameters["link"] ?? "")"
    }

    /// Opening it changes nothing: programs that scan mail open links too.
    static func open(_ request: WebRequest, _ services: Services) async -> WebResponse {
        do {
            guard let link = request.parameters["link"].flatMap({ Token($0) }) else {
                return invalid(request, services)
            }
            let isOpen = try await services.database.perform(for: services.holders(request)) { connection in
                try connection.inTenant(Tenant.installation.id, .readOnly) {
                    try $0.first(BrowserLinkQueries.one(link.hash, now: request.now)) != nil
                }
            }
            return isOpen ? confirmation(request, services) : invalid(request, services)
        } catch {
            return Console.failure(error, request, services)
        }
    }

    private static func confirmation(
        _ request: WebRequest, _ services: Services, message: StringKey? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        form(
            Strings.sign_in_browser_confirm, [], button: Strings.sign_in_browser, action: here(request),
            message: message, status: status, request, services)
    }

    private static func invalid(_ request: WebRequest, _ services: Services) -> WebResponse {
        OpenPages.message(
            Strings.sign_in_browser_invalid, under: Strings.sign_in_browser, linkLabel: Strings.sign_in_sign_in,
            status: .notFound, request, services)
    }

    static func use(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard OpenPages.isGenuine(request, services) else {
            return confirmation(request, services, message: Strings.sign_in_expired, status: .forbidden)
        }
        do {
            guard let link = request.parameters["link"].flatMap({ Token($0) }) else {
                return invalid(request, services)
            }
            let cookie: Cookie? = try await services.database.perform(for: services.holders(request)) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    guard let row = try tx.first(BrowserLinkQueries.use(link.hash, now: request.now)) else {
                        return nil
                    }
                    let admin = try row.id("admin_id")
                    guard let holder = try tx.first(AdminQueriesAcrossTenants.byID(admin)) else { return nil }
                    let cookie = try KnownDevices.letIn(request, of: admin, in: tx)
                    try services.trail.append(
                        AuditEvent(.adminBrowserLetIn, on: .admin, admin, name: try holder.text("name")),
                        by: SignIn.system(request), in: tx)
                    return cookie
                }
            }
            guard let cookie else { return invalid(request, services) }
            var response = WebResponse.redirect(to: "/sign-in")
            response.setCookie(cookie)
            return response
        } catch {
            return Console.failure(error, request, services)
        }
    }
}

/// SQL on the mailed links.
enum BrowserLinkQueries {
    /// Makes the link, in place of an earlier one.
    static func add(_ hash: [UInt8], of admin: ID, now: Timestamp, until: Timestamp) -> SQL {
        """
        with gone as (delete from browser_links where browser_links.admin_id = \(admin) and browser_links.token_hash <> \(hash))
        insert into browser_links (token_hash, admin_id, created_at, expires_at) values (\(hash), \(admin), \(now), \(until))
        on conflict do nothing
        """
    }

    static func one(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        select browser_links.admin_id from browser_links
        where browser_links.token_hash = \(hash) and browser_links.expires_at > \(now)
        """
    }

    /// Returns a row for the first use alone.
    static func use(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        delete from browser_links
        where browser_links.token_hash = \(hash) and browser_links.expires_at > \(now)
            and exists (select from admins where admins.id = browser_links.admin_id and admins.disabled_at is null)
        returning browser_links.admin_id
        """
    }

    static func end(of admin: ID) -> SQL { "delete from browser_links where browser_links.admin_id = \(admin)" }

    static func deleteOld(now: Timestamp) -> SQL {
        "delete from browser_links where browser_links.expires_at <= \(now)"
    }
}
