import Console
import HTML
import Postgres
import Templates
import Web

/// One app: what its developers need to know about it, and about this server.
struct ShowApp: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("app") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try AppPageMaker(id: id).page(in: tx, by: actor, services)
    }
}

struct AppPageMaker {
    var id: ID

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> AppPage {
        let one = try tx.send(AppQueries.shown(id, now: actor.now, zone: actor.tenant.zone))
        let trail = try ObjectTrail(of: id, kinds: [.app], in: tx, by: actor)
        let words = try words(in: tx, by: actor)
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let language = actor.language
        let base: Link = "\(actor.link("apps"))/\(id)"
        let type = AppForm.AppType(isConfidential: try row.bool("is_confidential"))
        let issuer = services.issuer(of: actor.tenant)
        let mayChange = actor.may(.manageApps)
        let frame = actor.frame(
            try row.text("name"), services, current: "apps",
            crumb: (LocalText(Strings.apps_title), actor.link("apps")))
        let created = DateStyle(language).dateTime(LocalTime(microseconds: Int(try row.localTime("created"))))
        return AppPage(
            frame: frame, name: try row.text("name"),
            facts: [
                Fact(LocalText(Strings.apps_client_id), id.description, isCode: true),
                Fact(LocalText(Strings.apps_issuer), issuer, isCode: true),
                Fact(
                    LocalText(Strings.apps_discovery), issuer + "/.well-known/openid-configuration", isCode: true),
                Fact(LocalText(Strings.apps_type), LocalText(type.label).resolve(in: language)),
                Fact(LocalText(Strings.apps_id_tokens), try row.text("id_token_algorithm"), isCode: true),
                Fact(LocalText(Strings.apps_sessions), NumberStyle(language).integer(try row.int("sessions"))),
                Fact(LocalText(Strings.key_created), created),
                Fact(LocalText(Strings.key_created_by), try row.text("created_by")),
            ],
            addresses: try row.texts("redirect_uris"),
            pages: [
                (Strings.accounts_sign_up, "sign-up"), (Strings.accounts_password_title, "password"),
                (Strings.accounts_address_title, "address"),
            ].map { HostedLink($0.0, HostedVisit.link($0.1, slug: actor.tenant.slug)) },
            words: words,
            trail: actor.may(.seeAudit) ? try trail.card(Strings.user_trail, in: tx, by: actor, services) : nil,
            edit: mayChange ? "\(base)/edit" : nil,
            renewal: mayChange && type == .confidential ? "\(base)/secret" : nil,
            deletion: mayChange
                ? ReasonForm(
                    action: "\(base)/deletion", csrf: actor.session?.csrf ?? "",
                    reason: Field(
                        "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint)))
                : nil)
    }

    /// Where the words of the pages for users are written and previewed: each is a text of the catalogue.
    private func words(in tx: borrowing TenantTransaction, by actor: Actor) throws -> [AppPage.Words] {
        var entries: [String: (id: ID, badges: [StatusBadge])] = [:]
        for row in try tx.rows(AppQueries.words(HostedWords.Page.allCases.map(\.rawValue))) {
            var badges = [StatusBadge(LocalText(Strings.apps_words_own), tone: .good)]
            if try !row.bool("is_live") { badges = [Self.roosts] }
            if try row.bool("has_draft") { badges.append(EntryState.draft.badge) }
            entries[try row.text("key")] = (try row.id("id"), badges)
        }
        let texts = actor.link(to: Texts.list)
        let adding: Link? = actor.may(.editCatalogue) ? "\(texts)/new" : nil
        return HostedWords.Page.allCases.map { page in
            let entry = entries[page.rawValue]
            let shown: Link? = actor.may(.seeCatalogue) ? entry.map { "\(texts)/\($0.id)" } : nil
            return AppPage.Words(
                label: LocalText(page.label), key: page.rawValue,
                link: shown ?? (entry == nil ? adding?.with(query: [("key", page.rawValue)]) : nil),
                states: entry?.badges ?? [Self.roosts],
                preview: entry != nil && actor.may(.editCatalogue) ? PreviewHostedWords.link(page, actor) : nil,
                placeholders: page.placeholders.map { "{\($0)}" }.joined(separator: " "))
        }
    }

    private static let roosts = StatusBadge(LocalText(Strings.apps_words_roost), tone: .off)
}
