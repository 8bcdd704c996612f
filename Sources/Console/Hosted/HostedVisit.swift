import HTML
import Postgres
import Web

/// A request to a tenant's own pages for the users of its apps (`/accounts/SLUG/…`), or to its OAuth endpoints. It is
/// authenticated by what it contains, never by a session of the console.
package struct HostedVisit: Sendable {
    package let request: WebRequest
    package let tenant: Tenant
    /// The shortest password that the tenant allows.
    package let passwordLeast: Int
    /// What the tenant's pages say in its own words.
    package let words: HostedWords
    /// nil unless an admin looks at a draft of these words.
    package private(set) var preview: Preview?

    /// What an admin sees instead of the page itself.
    package struct Preview: Sendable {
        package let link: Link
        let language: Language

        package init(link: Link, language: Language) { (self.link, self.language) = (link, language) }
    }

    /// The page as it would be with the draft of its words; `tx` is of the admin's tenant.
    package init(
        _ preview: Preview, of page: HostedWords.Page, _ request: WebRequest, in tx: borrowing TenantTransaction
    ) throws {
        guard let row = try tx.first(HostedQueriesAcrossTenants.tenant) else { throw Refusal.notFound }
        let texts = try tx.rows(HostedWords.live).map { $0 } + tx.rows(HostedWords.draft(of: page)).map { $0 }
        try self.init(row, id: tx.tenant, request, words: HostedWords(texts))
        self.preview = preview
    }

    init(_ row: Row, id: ID, _ request: WebRequest, words: HostedWords = HostedWords()) throws {
        self.request = request
        self.words = words
        var tenant = try Tenant(row, id: id, slug: row.text("slug"))
        tenant.isArchived = try row.bool("is_archived")
        tenant.icon = try row.idOrNil("icon_id")
        if try !row.bool("sign_up_on") { tenant.services.remove(.signUp) }
        if try !row.bool("service_api_on") { tenant.services.remove(.serviceAPI) }
        if try !row.bool("push_on") { tenant.services.remove(.push) }
        self.tenant = tenant
        passwordLeast = try row.int("password_least")
    }

    /// The holders of a connection that this visit takes.
    package var holders: [Holder] { [.network(request.network), .tenant(tenant.id)] }

    /// Returns the link to a page or an endpoint of this tenant; `path` has no leading slash.
    package func link(_ path: String) -> Link { Self.link(path, slug: tenant.slug) }

    package static func link(_ path: String, slug: String) -> Link {
        path.split(separator: "/").reduce("/accounts/\(slug)") { base, part in "\(base)/\(String(part))" }
    }

    /// The languages of the pages: those of the tenant's languages that Roost supports.
    package var languages: [Language] {
        let known = tenant.languages.compactMap { Language(code: $0) }
        let ours = Language.allCases.filter { known.contains($0) }
        return ours.isEmpty ? Language.allCases : ours
    }

    /// The first supported language that the app names (OpenID Connect Core, 3.1.2.1).
    private var asked: Language? {
        request.query["ui_locales"]?.split(separator: " ").lazy.compactMap { Language(code: $0) }.first
    }

    private var chosen: Language? {
        guard let preview else { return OpenPages.chosenLanguage(of: request) }
        return request.query["lang"].flatMap { Language(code: $0) } ?? preview.language
    }

    /// The chosen language, else the one that the app or the browser requests, else the tenant's first.
    package var language: Language {
        let wanted = chosen ?? asked ?? request.language
        let first = tenant.languages.lazy.compactMap { Language(code: $0) }.first
        return languages.contains(wanted) ? wanted : first ?? languages[0]
    }

    /// The actor of these requests, who may be a user or not. The audit trail never contains a user's name or address
    /// unsealed.
    package var actor: Actor {
        Actor(
            kind: .user, id: nil, name: "User", email: "", language: language, theme: "auto", isOperator: false,
            permissions: [], tenant: tenant, address: "app", requestID: request.id, now: request.now, session: nil,
            flash: nil)
    }
}

/// Makes the response. It opens the transactions that it needs itself: a password is checked outside any transaction.
package typealias HostedAnswer = @Sendable (HostedVisit, Services) async throws -> WebResponse
