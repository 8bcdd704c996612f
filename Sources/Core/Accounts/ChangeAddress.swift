import Console
import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// Changes the address of an account. It requires the password, and the use of a link that is mailed to the new
/// address.
enum ChangeAddress {
    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        AskForLink.refusal(.email, visit, services) ?? page(visit, services)
    }

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await HostedPages.attempt(visit, services) { message, status in
            page(visit, services, message: message, status: status)
        } _: {
            if let refusal = AskForLink.refusal(.email, visit, services) { return refusal }
            let form = visit.request.form
            let (email, password) = (form.trimmed("email") ?? "", form["password"] ?? "")
            let new = form.trimmed("new_email") ?? ""
            var errors: [String: StringKey] = [:]
            if email.isEmpty { errors["email"] = Strings.error_required }
            if password.isEmpty { errors["password"] = Strings.error_required }
            if !EmailAddress.isPlausible(new) {
                errors["new_email"] = new.isEmpty ? Strings.error_required : Strings.error_email
            }
            guard errors.isEmpty else {
                return page(visit, services, errors: errors, status: .unprocessableContent)
            }
            func wrong() -> WebResponse {
                page(visit, services, message: LocalText(Strings.sign_in_wrong), status: .unprocessableContent)
            }
            guard let right = try await PasswordCheck.run(email, password, visit, services) else { return wrong() }
            let job = AccountLinkMail(
                tenant: visit.tenant.id, .email, to: new, language: visit.language, request: "",
                asked: visit.request.now, change: .init(user: right.user, from: email))
            let (isRight, wait) = try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id) { tx in
                    guard try right.wasRight(visit, services, in: tx) else { return (false, Int64?.none) }
                    return (true, try AskForLink.ask(job, visit, services, in: tx))
                }
            }
            guard isRight else { return wrong() }
            if let wait {
                let message = LocalText(Strings.accounts_too_many)
                return page(visit, services, message: message, status: .tooManyRequests).retry(after: wait)
            }
            return AskForLink.sent(new, visit, services)
        }
    }

    private static func page(
        _ visit: HostedVisit, _ services: Services, message: LocalText? = nil, errors: [String: StringKey] = [:],
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let form = visit.request.form
        return HostedPages.form(
            LocalText(Strings.accounts_address_title), lead: LocalText(Strings.accounts_address_advice),
            [
                HostedPages.email(form["email"] ?? "", error: errors["email"], hasFocus: true),
                HostedPages.password(error: errors["password"], hasFocus: false),
                HostedPages.email(
                    form["new_email"] ?? "", name: "new_email", label: Strings.accounts_new_address,
                    error: errors["new_email"], autocomplete: "email", hasFocus: false),
            ], button: Strings.sign_in_continue, action: visit.link("address"), message: message, status: status,
            visit, services)
    }
}
