import HTML

/// The head of a column; with a link it sorts.
package struct ColumnHead: Sendable {
    package var label: LocalText
    package var link: Link?
    /// `ascending`, `descending`, or nil when the list is not sorted by it.
    package var sort: String?
    package var isNumber: Bool
    /// Left out on narrow screens.
    package var isLess: Bool

    package init(label: LocalText, link: Link? = nil, sort: String? = nil, isNumber: Bool = false, isLess: Bool = false)
    {
        self.label = label
        self.link = link
        self.sort = sort
        self.isNumber = isNumber
        self.isLess = isLess
    }

    package var isDescending: Bool { sort == "descending" }
    package var isAscending: Bool { sort == "ascending" }

    package var isSorted: Bool { sort != nil }
    package var hasClass: Bool { isNumber || isLess }
    package var classes: String {
        [isNumber ? "num" : nil, isLess ? "less" : nil].compactMap { $0 }.joined(separator: " ")
    }
}
