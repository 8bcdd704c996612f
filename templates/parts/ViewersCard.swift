import HTML

/// Who looked at a person's data, the last one first.
package struct ViewersCard: Sendable {
    package var viewers: [Viewer]
    /// The trail narrowed to these readings; nil for somebody who may not see it.
    package var whole: Link?

    package struct Viewer: Sendable {
        package var name: String
        package var times: LocalText
        package var last: String

        package init(name: String, times: LocalText, last: String) {
            self.name = name
            self.times = times
            self.last = last
        }
    }

    package init(viewers: [Viewer], whole: Link?) {
        self.viewers = viewers
        self.whole = whole
    }

    package static var sample: ViewersCard {
        ViewersCard(
            viewers: [
                Viewer(name: "Sara Lind", times: Strings.user_looked_times(count: 3), last: "20 Nov 2026, 23:12"),
                Viewer(
                    name: "Billing \"<&>\" " + String(repeating: "long", count: 20),
                    times: Strings.user_looked_times(count: 1), last: "19 Nov 2026, 08:02"),
            ], whole: "/t/rooster-me/audit?object=1&action=user.viewed")
    }

    package static var sampleEmpty: ViewersCard { ViewersCard(viewers: [], whole: nil) }
}
