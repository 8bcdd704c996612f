import Console
import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// The page on which a person asks for a copy of their data: for those whose app has no place for it. It requires the
/// password, since the archive goes to whoever asks.
enum AskForData {
    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        page(visit, services)
    }

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await HostedPages.attempt(visit, services) { message, status in
            page(visit, services, message: message, status: status)
        } _: {
            let form = visit.request.form
            let (email, password) = (form.trimmed("email") ?? "", form["password"] ?? "")
            var errors: [String: StringKey] = [:]
            if email.isEmpty { errors["email"] = Strings.error_required }
            if password.isEmpty { errors["password"] = Strings.error_required }
            guard errors.isEmpty else {
                return page(visit, services, errors: errors, status: .unprocessableContent)
            }
            let right = try await PasswordCheck.run(email, password, visit, services)
            let mailed: String?? = try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id) { tx -> String?? in
                    guard let right, try right.wasRight(visit, services, in: tx) else { return nil }
                    try ask(right.user, visit, services, in: tx)
                    guard services.mail != nil else { return .some(nil) }
                    return .some(try tx.first(PrivacyQueries.confirmed(right.user))?.text("email"))
                }
            }
            // Nobody who hasn't proven the mailbox is told that a mail will come.
            guard let mailed else {
                return page(visit, services, message: LocalText(Strings.sign_in_wrong), status: .unprocessableContent)
            }
            return HostedPages.message(
                LocalText(Strings.accounts_data_asked_title),
                mailed.map { Strings.accounts_data_mailed(email: $0) } ?? LocalText(Strings.accounts_data_asked),
                here: visit.link("data"), visit, services)
        }
    }

    /// Whoever asks twice has asked once, and sees the same.
    private static func ask(
        _ user: ID, _ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws {
        let (id, isNew) = try PrivacyRequest.add(.access, of: user, .page, note: "", in: tx, by: visit.actor)
        guard isNew else { return }
        try services.trail.append(PrivacyRequest.one(id, in: tx).requested, by: visit.actor, in: tx)
    }

    private static func page(
        _ visit: HostedVisit, _ services: Services, message: LocalText? = nil, errors: [String: StringKey] = [:],
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        HostedPages.form(
            LocalText(Strings.accounts_data_title), lead: Strings.accounts_data_advice(tenant: visit.tenant.name),
            [
                HostedPages.email(visit.request.form["email"] ?? "", error: errors["email"], hasFocus: true),
                HostedPages.password(error: errors["password"], hasFocus: false),
            ], button: Strings.accounts_data_ask, action: visit.link("data"), message: message, status: status, visit,
            services)
    }
}
