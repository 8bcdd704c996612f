import HTML

/// A row of a declared list: its head, which leads to its page, and a cell for each column that is shown.
package struct ListRow: Sendable {
    package var name: String
    package var link: Link?
    /// Before the name, where the list's rows have pictures.
    package var picture: Link?
    /// Beneath the name: an e-mail, the part of a key that may be shown.
    package var detail: String?
    package var detailIsCode: Bool
    /// Behind the name: “you”.
    package var tag: LocalText?
    package var cells: [ListCell]
    package var acts: [ListAct]

    package init(
        name: String, link: Link?, picture: Link? = nil, detail: String? = nil, detailIsCode: Bool = false,
        tag: LocalText? = nil, cells: [ListCell] = [],
        acts: [ListAct] = []
    ) {
        self.name = name.isVisible ? name : "—"
        self.link = link
        self.picture = picture
        self.detail = detail
        self.detailIsCode = detailIsCode
        self.tag = tag
        self.cells = cells
        self.acts = acts
    }
}

/// What stands in one column of a row. `label` is said before it where the table has folded into cards.
package struct ListCell: Sendable {
    package var text: String?
    package var badge: StatusBadge?
    package var codes: [String]
    package var isNumber: Bool
    package var isLess: Bool
    package var isStrong: Bool
    package var label: LocalText?

    private init(text: String? = nil, badge: StatusBadge? = nil, codes: [String] = [], isStrong: Bool = false) {
        self.text = text
        self.badge = badge
        self.codes = codes
        self.isStrong = isStrong
        (isNumber, isLess, label) = (false, false, nil)
    }

    package static func text(_ text: String, isStrong: Bool = false) -> ListCell {
        ListCell(text: text, isStrong: isStrong)
    }
    package static func badge(_ badge: StatusBadge) -> ListCell { ListCell(badge: badge) }
    package static func codes(_ codes: [String]) -> ListCell { ListCell(codes: codes) }

    package var hasClass: Bool { isNumber || isLess || badge != nil }
    package var classes: String {
        [isNumber ? "num" : nil, isLess ? "less" : nil, badge == nil ? nil : "state"].compactMap { $0 }.joined(
            separator: " ")
    }
}

/// Something to do with a row, behind one click.
package struct ListAct: Sendable {
    package var action: Link
    package var label: LocalText
    /// With the row's name, for those who don't see the row.
    package var fullLabel: LocalText
    package var isDanger: Bool

    package init(action: Link, label: LocalText, fullLabel: LocalText, isDanger: Bool = false) {
        self.action = action
        self.label = label
        self.fullLabel = fullLabel
        self.isDanger = isDanger
    }
}
