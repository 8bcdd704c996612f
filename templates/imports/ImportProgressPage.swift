import HTML

/// How far the work on an import has come. The page comes again by itself.
package struct ImportProgressPage: Sendable, Refreshing {
    package var frame: Frame
    package var state: StatusBadge
    package var doing: LocalText
    package var done: Int
    /// 0 when it is not known yet.
    package var total: Int
    package var soFar: LocalText
    package var here: Link

    package init(frame: Frame, state: StatusBadge, doing: LocalText, done: Int, total: Int, soFar: LocalText, here: Link) {
        self.frame = frame
        self.state = state
        self.doing = doing
        self.done = done
        self.total = total
        self.soFar = soFar
        self.here = here
    }

    package var isCounted: Bool { total > 0 }
    package var refreshSeconds: Int { 2 }

    package static var sample: ImportProgressPage {
        ImportProgressPage(
            frame: .sample("members \"<&>\" 2026.csv", at: "users"),
            state: StatusBadge(LocalText(Strings.import_state_running), tone: .warn), doing: LocalText(Strings.import_doing_running),
            done: 12_500, total: 100_000, soFar: Strings.import_so_far(done: 12_500, total: 100_000),
            here: "/t/rooster-me/users/import/1")
    }
}
