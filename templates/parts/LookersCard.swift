import HTML

/// Who looked at a person's data, the last one first.
package struct LookersCard: Sendable {
    package var lookers: [Looker]
    /// The trail narrowed to these readings; nil for somebody who may not see it.
    package var whole: Link?

    package struct Looker: Sendable {
        package var name: String
        package var times: LocalText
        package var last: String

        package init(name: String, times: LocalText, last: String) {
            self.name = name
            self.times = times
            self.last = last
        }
    }

    package init(lookers: [Looker], whole: Link?) {
        self.lookers = lookers
        self.whole = whole
    }

    package static var sample: LookersCard {
        LookersCard(
            lookers: [
                Looker(name: "Sara Lind", times: Strings.user_looked_times(count: 3), last: "20 Nov 2026, 23:12"),
                Looker(
                    name: "Billing \"<&>\" " + String(repeating: "long", count: 20),
                    times: Strings.user_looked_times(count: 1), last: "19 Nov 2026, 08:02"),
            ], whole: "/t/rooster-me/audit?object=1&action=user.viewed")
    }

    package static var sampleEmpty: LookersCard { LookersCard(lookers: [], whole: nil) }
}
