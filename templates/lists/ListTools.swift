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
    /// Groups of those in the list; nil for a list that has none.
    package var groups: GroupMenu?
    /// The bare list, when anything narrows this one.
    package var clearAll: Link?

    package init(
        here: Link, search: String, searchHint: LocalText?, hidden: [HiddenValue], filters: [FilterMenu],
        columns: [ColumnHead],
        columnMenu: ColumnMenu?, views: ViewMenu?, groups: GroupMenu? = nil, clearAll: Link?
    ) {
        self.here = here
        self.search = search
        self.searchHint = searchHint
        self.hidden = hidden
        self.filters = filters
        self.columns = columns
        self.columnMenu = columnMenu
        self.views = views
        self.groups = groups
        self.clearAll = clearAll
    }

    package var filterCount: LocalText? { FilterMenu.count(filters) }
    package var canSort: Bool { columns.contains { $0.link != nil } }
    /// A list of few rows may have nothing of all this.
    package var isThere: Bool {
        searchHint != nil || !filters.isEmpty || canSort || columnMenu != nil || views != nil || groups != nil
    }
}

/// Groups: each opens the list as it means it.
package struct GroupMenu: Sendable {
    package var groups: [SavedViewLink]
    /// All of them, on a page of their own.
    package var all: Link
    /// Makes one of the list as it is narrowed; nil for who may not, and for a list that nothing narrows.
    package var save: Link?

    package init(groups: [SavedViewLink], all: Link, save: Link?) {
        self.groups = groups
        self.all = all
        self.save = save
    }
}

/// The saved views of a list.
package struct ViewMenu: Sendable, Hashable {
    package var views: [SavedViewLink]
    /// Saves the list as it stands.
    package var save: Link

    package init(views: [SavedViewLink], save: Link) {
        self.views = views
        self.save = save
    }
}
