import HTML

/// One user: who it is, what hangs on them, what was done to them.
package struct UserPage: Sendable {
    package var frame: Frame
    package var name: String
    package var status: StatusBadge
    package var statusReason: String
    package var profile: [Fact]
    package var kindFacts: [Fact]
    package var kindTitle: LocalText
    package var subscription: SubscriptionCard
    /// nil for who may not see them.
    package var answers: AnswersCard?
    package var devices: [UserDevice]
    package var consents: [UserConsent]
    package var notes: [UserNote]
    package var noteForm: NoteForm?
    package var trail: TrailCard
    package var viewers: ViewersCard
    package var editLink: Link?
    package var suspend: ReasonForm?
    package var endSuspension: Link?
    package var delete: ReasonForm?
    package var restore: Link?

    package init(
        frame: Frame, name: String, status: StatusBadge, statusReason: String, profile: [Fact], kindFacts: [Fact],
        kindTitle: LocalText, subscription: SubscriptionCard, answers: AnswersCard?, devices: [UserDevice],
        consents: [UserConsent], notes: [UserNote],
        noteForm:
            NoteForm?, trail: TrailCard, viewers: ViewersCard, editLink: Link?, suspend: ReasonForm?,
        endSuspension:
            Link?, delete: ReasonForm?, restore: Link?
    ) {
        self.frame = frame
        self.name = name
        self.status = status
        self.statusReason = statusReason
        self.profile = profile
        self.kindFacts = kindFacts
        self.kindTitle = kindTitle
        self.subscription = subscription
        self.answers = answers
        self.devices = devices
        self.consents = consents
        self.notes = notes
        self.noteForm = noteForm
        self.trail = trail
        self.viewers = viewers
        self.editLink = editLink
        self.suspend = suspend
        self.endSuspension = endSuspension
        self.delete = delete
        self.restore = restore
    }

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

    package static var sample: UserPage {
        func reason() -> ReasonForm {
            ReasonForm(
                action: "/t/rooster-me/users/1/suspension", csrf: "sample",
                reason: Field(
                    "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint),
                    isRequired: true))
        }
        return UserPage(
            frame: .sample(
                "Zoë “Quill” O'Brien", at: "users",
                crumbs: [
                    Crumb(label: "Users", link: "/t/rooster-me/users"), Crumb(label: "Zoë “Quill” O'Brien", link: nil),
                ],
                flash: Flash(text: LocalText(Strings.users_suspended), undo: "/t/rooster-me/users/1/suspension/end")),
            name: "Zoë “Quill” O'Brien", status: StatusBadge(LocalText(Strings.status_suspended), tone: .bad),
            statusReason: "chargeback, ticket 8841 <b>",
            profile: [
                Fact(LocalText(Strings.user_email), "zoe+alarm@example.com"),
                Fact(LocalText(Strings.user_id), "0193a7f2-5c1e-7b1a-9e44-0c1d5a77e210", isCode: true),
                Fact(LocalText(Strings.user_created), "20 Nov 2026, 09:14"),
                Fact(LocalText(Strings.user_language), "English"),
                Fact(LocalText(Strings.user_zone), "Europe/Dublin"),
                Fact(LocalText(Strings.user_country), ""),
                Fact(LocalText(Strings.user_plan), String(repeating: "Premium", count: 12)),
            ],
            kindFacts: [
                Fact(LocalText(Strings.fact_streak), "23 days"), Fact(LocalText(Strings.fact_best_streak), "61 days"),
            ],
            kindTitle: LocalText(Strings.kind_alarm), subscription: .sample, answers: .sample,
            devices: [
                UserDevice(model: "Pixel 9 \"Pro\"", platform: "Android", appVersion: "4.12.0", seen: "2 min ago"),
                UserDevice(
                    model: "گوشی زویی", platform: "iOS", appVersion: "4.9.3-beta+build.20261120", seen: "40 days ago"),
            ],
            consents: [
                UserConsent(
                    purpose: "Terms of use", isGranted: true, version: "2026-05", source: "app 4.9", at: "2 May 2026"),
                UserConsent(
                    purpose: "News and offers", isGranted: false, version: "2026-05", source: "app 4.12",
                    at: "20 Nov 2026"),
            ],
            notes: [
                UserNote(
                    author: "Sara Lind", at: "20 Nov 2026",
                    body: "Called about the chargeback.\nWill ring back <Monday>."),
                UserNote(author: "علی", at: "19 Nov 2026", body: "کاربر درخواست خروجی داده‌هایش را دارد."),
            ],
            noteForm: NoteForm(
                action: "/t/rooster-me/users/1/notes", csrf: "sample",
                body: Area(
                    Field(
                        "body", label: LocalText(Strings.user_note), hint: LocalText(Strings.user_note_hint),
                        isRequired: true))),
            trail: .sample, viewers: .sample,
            editLink: "/t/rooster-me/users/1/edit",
            suspend: reason(), endSuspension: "/t/rooster-me/users/1/suspension/end", delete: reason(),
            restore: "/t/rooster-me/users/1/deletion/end")
    }

    /// Somebody about whom little is known, seen by an auditor.
    package static var sampleBare: UserPage {
        var page = sample
        page.frame.theme = "contrast"
        page.frame.flash = nil
        page.name = String(repeating: "Wolfeschlegelsteinhausen", count: 4)
        page.status = StatusBadge(LocalText(Strings.status_active), tone: .good)
        page.statusReason = ""
        page.kindFacts = []
        page.subscription = SubscriptionCard(state: nil, facts: [], payments: [], link: page.subscription.link)
        page.answers = AnswersCard(rows: [])
        page.devices = []
        page.consents = []
        page.notes = []
        page.noteForm = nil
        page.trail = .sampleEmpty
        page.viewers = .sampleEmpty
        page.editLink = nil
        page.suspend = nil
        page.endSuspension = nil
        page.delete = nil
        page.restore = nil
        return page
    }
}
