import HTML
import Postgres
import Templates
import Web

/// Shows the form that saves the list under a name, and the saved views.
package struct ShowViews<Viewed: ViewedList>: Viewing {
    private let form: SavedViewForm<Viewed>

    package init(_ request: WebRequest) { form = SavedViewForm(address: Viewed.address(request.query)) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        return form.page(try services.views.of(actor, list: Viewed.viewPath, now: actor.now, in: tx), actor, services)
    }
}

/// The typed fields, and their errors.
package struct SavedViewForm<Viewed: ViewedList> {
    /// Without the search text, which is not saved.
    package let address: Viewed.Address
    package let hadText: Bool
    package var name = ""
    package var isShared = false
    package var error: LocalText?

    package init(address: Viewed.Address) {
        var kept = address
        kept.search = ""
        self.address = kept
        hadText = !address.search.isEmpty
    }

    package init(_ form: Query) {
        self.init(address: Viewed.address(Query(urlEncoded: (form["view"] ?? "").utf8)))
        name = form.trimmed("name") ?? ""
        isShared = form["shared"] == "yes"
    }

    package var query: String {
        // The link's own encoding, so that the stored text works in an address again.
        String(address.link("/").description.drop { $0 != "?" }.dropFirst())
    }

    package mutating func check(_ own: Int) {
        error = LineText.fault(name, most: 60)
        if own >= SavedViews.most { error = Strings.views_too_many(max: SavedViews.most) }
    }

    package func page(_ views: [SavedViews.View], _ actor: Actor, _ services: Services) -> SavedViewsPage {
        let base = actor.link(Viewed.viewPath)
        let field = Field(
            "name", label: LocalText(Strings.views_name), value: name, error: error, isRequired: true, hasFocus: true)
        return SavedViewsPage(
            frame: actor.frame(
                LocalText(Strings.views_title), services, current: Viewed.viewPath,
                crumb: (LocalText(Viewed.viewLabel), base)),
            errors: field.problem.flatMap { ErrorSummary([$0]) }, action: "\(base)/views", view: query,
            narrowing: address.words(actor), hadText: hadText, name: field,
            mayShare: actor.may(.shareViews), isShared: isShared,
            rows: views.map { view in
                SavedViewRow(
                    name: view.name, link: base.with(encodedQuery: view.query), isShared: view.isShared,
                    by: view.admin == actor.id ? nil : view.adminName,
                    deletion: view.admin == actor.id || actor.may(.shareViews)
                        ? "\(base)/views/\(view.id)/deletion" : nil)
            }, cancel: address.link(base))
    }
}
