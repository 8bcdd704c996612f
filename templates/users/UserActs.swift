import HTML

/// What can be done to a user: buttons in the head of their page. What is nil is not offered.
package struct UserActs: Sendable {
    private let frame: Frame
    package var editLink: Link?
    package var suspend: ReasonForm?
    package var endSuspension: Link?
    package var delete: ReasonForm?
    package var restore: Link?

    /// Nothing can be done.
    package init(in frame: Frame) { self.frame = frame }

    package var icons: Link { frame.assets.icons }

    /// Both ask for a `reason`: their ids must differ.
    package var suspendMenu: ReasonMenu? {
        suspend.map {
            ReasonMenu(
                LocalText(Strings.user_suspend), icon: frame.icon("pause"),
                advice: LocalText(Strings.user_suspend_advice),
                form: $0.prefixed("suspend-"), confirm: LocalText(Strings.user_suspend_now))
        }
    }

    package var deleteMenu: ReasonMenu? {
        delete.map {
            ReasonMenu(
                LocalText(Strings.user_delete), icon: frame.icon("trash"),
                advice: LocalText(Strings.user_delete_advice),
                form: $0.prefixed("delete-"), confirm: LocalText(Strings.user_delete_now), isDanger: true)
        }
    }

    package var endSuspensionButton: ActButton? {
        endSuspension.map {
            ActButton(LocalText(Strings.user_lift), icon: frame.icon("play"), action: $0, csrf: frame.csrf)
        }
    }

    package var restoreButton: ActButton? {
        restore.map {
            ActButton(LocalText(Strings.user_restore), icon: frame.icon("undo"), action: $0, csrf: frame.csrf)
        }
    }
}
