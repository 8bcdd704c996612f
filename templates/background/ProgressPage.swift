import HTML

/// How far work in the background has come. The page comes again by itself.
package struct ProgressPage: Sendable, Refreshing {
    package var frame: Frame
    package var state: StatusBadge
    package var doing: LocalText
    package var done: Int
    /// 0 when it is not known yet.
    package var total: Int
    package var soFar: LocalText
    package var here: Link
    /// nil for what can't be stopped, or not by this admin.
    package var stop: ActButton?

    package init(
        frame: Frame, state: StatusBadge, doing: LocalText, done: Int, total: Int, soFar: LocalText, here: Link,
        stop: ActButton? = nil
    ) {
        self.frame = frame
        self.state = state
        self.doing = doing
        self.done = done
        self.total = total
        self.soFar = soFar
        self.here = here
        self.stop = stop
    }

    package var isCounted: Bool { total > 0 }
    package var refreshSeconds: Int { 2 }

    package static var sample: ProgressPage {
        ProgressPage(
            frame: .sample("members \"<&>\" 2026.csv", at: "users"),
            state: StatusBadge(LocalText(Strings.work_running), tone: .warn),
            doing: LocalText(Strings.import_doing_running),
            done: 12_500, total: 100_000, soFar: Strings.import_so_far(done: 12_500, total: 100_000),
            here: "/t/rooster-me/users/import/1")
    }

    package static var sampleStoppable: ProgressPage {
        var page = sample
        page.stop = ActButton(
            LocalText(Strings.work_stop), icon: ButtonIcon(sprite: AssetLinks.sample.icons, name: "close"),
            action: "/t/rooster-me/users/bulk/suspension/1/stop", csrf: "x")
        return page
    }
}
