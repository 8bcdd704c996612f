import HTML
import Postgres
import Web

/// Somebody at a tenant's own pages for the users of its apps (`/accounts/SLUG/…`), or an app at its OAuth endpoints. Who it is, is
/// proven by what they send and never by a session of the console.
package struct HostedVisit: Sendable {
    package let request: WebRequest
    package let tenant: Tenant
    /// The shortest password that the tenant takes.
    package let passwordLeast: Int

    init(_ row: Row, id: ID, _ request: WebRequest) throws {
        self.request = request
        var tenant = try Tenant(row, id: id, slug: row.text("slug"))
        tenant.isArchived = try row.bool("is_archived")
        tenant.icon = try row.idOrNil("icon_id")
        if try !row.bool("sign_up_on") { tenant.services.remove(.signUp) }
        if try !row.bool("service_api_on") { tenant.services.remove(.serviceAPI) }
        if try !row.bool("push_on") { tenant.services.remove(.push) }
        self.tenant = tenant
        passwordLeast = try row.int("password_least")
    }

    /// A page or an endpoint of this tenant; `path` without a slash in front.
    package func link(_ path: String) -> Link { Self.link(path, slug: tenant.slug) }

    package static func link(_ path: String, slug: String) -> Link {
        path.split(separator: "/").reduce("/accounts/\(slug)") { base, part in "\(base)/\(String(part))" }
    }

    /// What the pages can be read in: the tenant's languages, as far as Roost speaks them.
    package var languages: [Language] {
        let known = tenant.languages.compactMap { Language(code: $0) }
        let ours = Language.allCases.filter { known.contains($0) }
        return ours.isEmpty ? Language.allCases : ours
    }

    /// The first of ours that the app names (OpenID Connect Core, 3.1.2.1).
    private var asked: Language? {
        request.query["ui_locales"]?.split(separator: " ").lazy.compactMap { Language(code: $0) }.first
    }

    /// What was chosen, else what the app or the browser asks for, else the tenant's first.
    package var language: Language {
        let wanted = OpenPages.chosenLanguage(of: request) ?? asked ?? request.language
        let first = tenant.languages.lazy.compactMap { Language(code: $0) }.first
        return languages.contains(wanted) ? wanted : first ?? languages[0]
    }

    /// What somebody does here who may be a user or nobody. The trail never holds a user's name or address outside of a seal.
    package var actor: Actor {
        Actor(
            kind: .user, id: nil, name: "User", email: "", language: language, theme: "auto", isOperator: false,
            permissions: [], tenant: tenant, address: "app", requestID: request.id, now: request.now, session: nil,
            flash: nil)
    }
}

/// Makes the answer. It opens the transactions that it needs itself: a password is checked outside of any.
package typealias HostedAnswer = @Sendable (HostedVisit, Services) async throws -> WebResponse
