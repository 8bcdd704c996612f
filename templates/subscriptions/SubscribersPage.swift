import HTML

/// Who has which version of a plan, what moving them would do, and the moves that were.
package struct SubscribersPage: Sendable {
    package typealias Effect = MoveEffectCard

    package struct Version: Sendable {
        package var version: String
        package var isLive: Bool
        package var count: String
        package var revenue: String
        package var move: Link?

        package init(version: String, isLive: Bool, count: String, revenue: String, move: Link?) {
            self.version = version
            self.isLive = isLive
            self.count = count
            self.revenue = revenue
            self.move = move
        }
    }

    package struct Move: Sendable {
        package var when: String
        package var link: Link
        package var state: StatusBadge
        package var by: String
        package var moved: String

        package init(when: String, link: Link, state: StatusBadge, by: String, moved: String) {
            self.when = when
            self.link = link
            self.state = state
            self.by = by
            self.moved = moved
        }
    }

    package var frame: Frame
    package var name: String
    package var rows: [Version]
    package var effect: MoveEffectCard?
    package var moves: [Move]

    package init(frame: Frame, name: String, rows: [Version], effect: MoveEffectCard?, moves: [Move]) {
        self.frame = frame
        self.name = name
        self.rows = rows
        self.effect = effect
        self.moves = moves
    }

    package static var sample: SubscribersPage {
        SubscribersPage(
            frame: .sample("Subscribers", at: "plan"), name: "Premium \"<&>\"",
            rows: [
                Version(version: "2", isLive: true, count: "1,204", revenue: "12,028.00 USD", move: nil),
                Version(
                    version: "1", isLive: false, count: "9", revenue: "80.00 USD + 1,200 JPY",
                    move: "/t/rooster-me/plans/1/subscribers?from=1"),
            ],
            effect: MoveEffectCard(
                title: Strings.move_title_all(version: 2), moved: Strings.move_moves(count: 8),
                kept: Strings.move_keeps(count: 1), paysOld: Strings.move_provider_price(count: 2),
                differences: [
                    .init(
                        label: "Alarms <b>", side: StatusBadge(LocalText(Strings.move_loss), tone: .bad), old: "10",
                        new: "5", count: "8"),
                    .init(
                        label: "Choose the challenge", side: StatusBadge(LocalText(Strings.move_gain), tone: .good),
                        old: "—", new: "Yes", count: "8"),
                ], before: "80.00 USD", after: "96.00 USD", action: "/t/rooster-me/plans/1/moves", csrf: "sample",
                hidden: [HiddenValue("from", "0"), HiddenValue("to", "2")]),
            moves: [
                Move(
                    when: "20 Nov 2026, 09:14", link: "/t/rooster-me/plans/1/moves/1",
                    state: StatusBadge(LocalText(Strings.move_done), tone: .good),
                    by: "علی <x>", moved: "120")
            ])
    }

    package static var sampleEmpty: SubscribersPage {
        var page = sample
        (page.rows, page.effect, page.moves) = ([], nil, [])
        return page
    }
}
