import HTML
import Postgres
import Templates
import Web

/// Saves the list as it is under a name, and shows what is saved.
struct ShowUserViews: Viewing {
    let form: SavedViewForm

    init(_ request: WebRequest) { form = SavedViewForm(filter: UserFilter(request.query)) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard actor.tenant.holdsPeople else { throw Refusal.notFound }
        return form.page(try services.views.of(actor, now: actor.now, in: tx), actor, services)
    }
}

/// The fields as typed, and what is wrong with them.
struct SavedViewForm {
    /// Without the searched text, which is not kept.
    let filter: UserFilter
    let hadText: Bool
    var name = ""
    var isShared = false
    var error: LocalText?

    init(filter: UserFilter) {
        var kept = filter
        kept.search = ""
        self.filter = kept
        hadText = !filter.search.isEmpty
    }

    init(_ form: Query) {
        self.init(filter: UserFilter(Query(urlEncoded: (form["view"] ?? "").utf8)))
        name = form.trimmed("name") ?? ""
        isShared = form["shared"] == "yes"
    }

    var query: String {
        // The link's own encoding, so that the stored text is an address again.
        String(filter.link("/").description.drop { $0 != "?" }.dropFirst())
    }

    mutating func check(_ own: Int) {
        if name.isEmpty { error = LocalText(Strings.error_required) }
        if name.columnLength > 60 { error = Strings.error_too_long(max: 60) }
        if own >= SavedViews.most { error = Strings.views_too_many(max: SavedViews.most) }
    }

    func page(_ views: [SavedViews.View], _ actor: Actor, _ services: Services) -> SavedViewsPage {
        let base: Link = "/t/\(actor.tenant.slug)/users"
        let field = Field("name", label: LocalText(Strings.views_name), value: name, error: error, isRequired: true, hasFocus: true)
        return SavedViewsPage(
            frame: actor.frame(LocalText(Strings.views_title), services, current: "users", crumb: (LocalText(Strings.menu_users), base)),
            errors: field.problem.flatMap { ErrorSummary([$0]) }, action: "\(base)/views", view: query,
            narrowing: UserFilterMenus.words(filter, actor.language), hadText: hadText, name: field,
            mayShare: actor.may(.shareViews), isShared: isShared,
            rows: views.map { view in
                SavedViewRow(
                    name: view.name, link: base.with(encodedQuery: view.query), isShared: view.isShared,
                    by: view.admin == actor.id ? nil : view.adminName,
                    deletion: view.admin == actor.id || actor.may(.shareViews) ? "\(base)/views/\(view.id)/deletion" : nil)
            }, cancel: filter.link(base))
    }
}
