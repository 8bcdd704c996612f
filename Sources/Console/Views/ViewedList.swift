import HTML
import Postgres
import Templates
import Web

/// A list whose views can be saved: a view stores its address.
package protocol ViewedList: Sendable {
    associatedtype Address: ViewAddress
    /// The path after the tenant's address, and the key of its saved views.
    static var viewPath: String { get }
    /// The list's name in the menu.
    static var viewLabel: StringKey { get }
    static func address(_ query: Query) -> Address
}

/// The search, filters, order and columns of a list.
package protocol ViewAddress: Sendable {
    /// The search text may be a person's name, so no view stores it.
    var search: String { get set }
    func link(_ base: Link) -> Link
    /// The filters in words.
    func words(_ actor: Actor) -> [String]
}

extension ViewAddress {
    package func isSaved(as query: String, at base: Link) -> Bool {
        !query.isEmpty && link(base) == base.with(encodedQuery: query)
    }
}

extension DeclaredList {
    package static var viewPath: String { list.path }
    package static var viewLabel: StringKey { list.title }
    package static func address(_ query: Query) -> ListAddress { ListAddress(list, query) }
}

package enum ListViews {
    /// Returns the views of the list that the actor sees; nil outside tenants, where there are none.
    package static func menu(
        _ address: some ViewAddress, of path: String, at base: Link, in tx: borrowing TenantTransaction,
        by actor: Actor,
        _ services: Services
    ) throws -> ViewMenu? {
        guard !actor.tenant.isInstallation else { return nil }
        return ViewMenu(
            views: try services.views.of(actor, list: path, now: actor.now, in: tx).map { view in
                SavedViewLink(
                    name: view.name, link: base.with(encodedQuery: view.query),
                    isCurrent: address.isSaved(as: view.query, at: base))
            }, save: address.link("\(base)/views"))
    }
}
