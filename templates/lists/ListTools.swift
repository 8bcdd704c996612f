import HTML

/// What stands above a list: the search, the filters, the sort, the columns and the saved views. All of it is in the
/// address, so a view can be bookmarked.
package struct ListTools: Sendable {
    package var here: Link
    package var search: String
    /// What the search's field says while it is empty; nil for a list that is not searched.
    package var searchHint: LocalText?
    /// The filters and the sort, kept when searching.
    package var hidden: [HiddenValue]
    package var filters: [FilterMenu]
    package var columns: [ColumnHead]
    /// nil for a list whose columns are few.
    package var columnMenu: ColumnMenu?
    /// nil for a list outside of tenants, which keeps no views.
    package var views: ViewMenu?
    /// The bare list, when anything narrows this one.
    package var clearAll: Link?

    package init(
        here: Link, search: String, searchHint: LocalText?, hidden: [HiddenValue], filters: [FilterMenu], columns: [ColumnHead],
        columnMenu: ColumnMenu?, views: ViewMenu?, clearAll: Link?
    ) {
        self.here = here
        self.search = search
        self.searchHint = searchHint
        self.hidden = hidden
        self.filters = filters
        self.columns = columns
        self.columnMenu = columnMenu
        self.views = views
        self.clearAll = clearAll
    }

    package var canSort: Bool { columns.contains { $0.link != nil } }
}

/// The saved views of a list.
package struct ViewMenu: Sendable {
    package var views: [SavedViewLink]
    /// Saves the list as it stands.
    package var save: Link

    package init(views: [SavedViewLink], save: Link) {
        self.views = views
        self.save = save
    }
}
