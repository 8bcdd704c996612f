import HTML

/// A user in the list.
package struct UserRow: Sendable {
    /// The last part of its page's address.
    package var id: String
    package var name: String
    package var email: String
    /// One for each column that is shown beside the name.
    package var cells: [UserCell]
    /// Chosen for an act on many.
    package var isTicked: Bool

    package init(id: String, name: String, email: String, cells: [UserCell] = [], isTicked: Bool = false) {
        self.id = id
        self.name = name
        self.email = email
        self.cells = cells
        self.isTicked = isTicked
    }

    package var hasName: Bool { name.isVisible }
    /// What the link says: there are users without a name.
    package var title: String { hasName ? name : email }

    package static var samples: [UserRow] {
        let people: [(String, String, StringKey, StatusBadge.Tone, StringKey, String, String)] = [
            (
                "Мария Соколова", "maria.sokolova@example.org", Strings.status_active, .good, Strings.plan_premium,
                "RU", "2 min ago"
            ),
            ("علی رضایی", "ali.rezaei@example.ir", Strings.status_active, .good, Strings.plan_free, "IR", "14 min ago"),
            (
                "Zoë “Quill” O'Brien <zoe>", "zoe+alarm@example.com", Strings.status_pending, .warn, Strings.plan_free,
                "IE", "Never"
            ),
            (
                "=SUM(A1:A9)", "formula@example.net", Strings.status_suspended, .bad, Strings.plan_premium, "US",
                "3 days ago"
            ),
            (
                String(repeating: "Wolfeschlegelsteinhausen", count: 4), "hubert@example.de", Strings.status_active,
                .good, Strings.plan_trial, "DE", "1 hr ago"
            ),
            (
                "Li Wei 🐓👩‍👩‍👧 & \"co\"", "li.wei@example.cn", Strings.status_active, .good, Strings.plan_family, "CN",
                "5 hr ago"
            ),
            (
                "", "nobody.has.given.this.person.a.name@a-rather-long-host-name.example.com", Strings.status_deleted,
                .off, Strings.plan_free, "", "Never"
            ),
            (
                "Олег Дубинин", "o.dubinin@example.by", Strings.status_suspended, .bad, Strings.plan_free, "BY",
                "40 days ago"
            ),
            (
                "مریم پورمند", "m.pourmand@example.ir", Strings.status_active, .good, Strings.plan_premium, "IR",
                "1 day ago"
            ),
            ("Grace Okafor", "grace@example.ng", Strings.status_active, .good, Strings.plan_free, "NG", "3 min ago"),
        ]
        return people.enumerated().map { index, person in
            UserRow(
                id: "\(index)", name: person.0, email: person.1,
                cells: [
                    .badge(StatusBadge(LocalText(person.2), tone: person.3)), .text(person.4.resolve(in: .en)),
                    .text(person.5), .number(person.6, isLess: false), .number("\(4 + index) Mar 2025", isLess: true),
                ])
        }
    }
}

/// What stands in one column of a user's row. An enumeration of one value each: a page has hundreds of them.
package enum UserCell: Sendable {
    case text(String)
    case badge(StatusBadge)
    /// Aligned as numbers are; with `isLess` left out on narrow screens.
    case number(String, isLess: Bool)

    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var badge: StatusBadge? { if case .badge(let badge) = self { badge } else { nil } }
    package var number: String? { if case .number(let text, isLess: false) = self { text } else { nil } }
    package var lesserNumber: String? { if case .number(let text, isLess: true) = self { text } else { nil } }
}
