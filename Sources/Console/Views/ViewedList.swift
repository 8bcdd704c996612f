import HTML
import Postgres
import Templates
import Web

/// A list of which views can be saved: its address is what a view keeps.
package protocol ViewedList: Sendable {
    associatedtype Address: ViewAddress
    /// Behind the tenant's address, and the name under which its views are kept.
    static var viewPath: String { get }
    /// What the list is called in the menu.
    static var viewLabel: StringKey { get }
    static func address(_ query: Query) -> Address
}

/// What a list is searched for, narrowed to, sorted by and shows.
package protocol ViewAddress: Sendable {
    /// May be somebody's name, so no view keeps it.
    var search: String { get set }
    func link(_ base: Link) -> Link
    /// What narrows, in words.
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
    /// The views of the list that the actor sees; nil outside of tenants, where none are kept.
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
