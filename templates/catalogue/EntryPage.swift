import HTML

/// One entry of a catalogue.
package struct EntryPage: Sendable {
    package var frame: Frame
    package var name: String
    package var key: String
    package var badges: [StatusBadge]
    package var edit: Link?
    package var related: [PageButton]
    /// Where a draft is read before it is published.
    package var publish: PageButton?
    package var acts: [ActButton]
    package var schedule: ScheduleForm?
    package var discard: ActButton?
    package var retire: ActButton?
    /// What it comes to: subscribers, revenue.
    package var numbers: [Number]
    package var phones: PhoneCard
    package var tables: [CompareTable]
    /// `public/editor.js`: a form on a phone asks only what its conditions say.
    package var script: Link
    /// nil where entries have none, and for who may not change it.
    package var picture: PictureForm?
    /// Nothing is published yet: the preview is of what would be.
    package var isDraftShown: Bool
    /// Apps get it no more: the preview is of what they had.
    package var isWithdrawn: Bool
    package var facts: [Fact]
    package var draft: DraftCard?
    package var coming: ComingCard?
    package var versions: [VersionRow]
    package var trail: TrailCard?

    package init(
        frame: Frame, name: String, key: String, badges: [StatusBadge], edit: Link?, related: [PageButton],
        publish: PageButton?, acts: [ActButton], schedule: ScheduleForm?,
        discard: ActButton?, retire: ActButton?, numbers: [Number], phones: PhoneCard, tables: [CompareTable],
        script: Link, picture: PictureForm?, isDraftShown: Bool, isWithdrawn: Bool,
        facts: [Fact], draft: DraftCard?,
        coming: ComingCard?, versions: [VersionRow], trail: TrailCard?
    ) {
        self.frame = frame
        self.name = name
        self.key = key
        self.badges = badges
        self.edit = edit
        self.related = related
        self.publish = publish
        self.acts = acts
        self.schedule = schedule
        self.discard = discard
        self.retire = retire
        self.numbers = numbers
        self.phones = phones
        self.tables = tables
        self.script = script
        self.picture = picture
        self.isDraftShown = isDraftShown
        self.isWithdrawn = isWithdrawn
        self.facts = facts
        self.draft = draft
        self.coming = coming
        self.versions = versions
        self.trail = trail
    }

    package var hasSide: Bool { picture != nil || trail != nil }
    package var errors: ErrorSummary? { ErrorSummary([schedule?.from.problem, picture?.field.problem]) }

    package static var sample: EntryPage {
        let frame = Frame.sample("Rise \"and\" <shine>", at: "text")
        let changes: [TrailEntry.FieldChange] = [
            .init(label: "Text (English)", old: "Rise & shine", new: "Good morning, {name} <b>")
        ]
        return EntryPage(
            frame: frame, name: "Rise \"and\" <shine>", key: "alarm.wake_up",
            badges: [
                StatusBadge(LocalText(Strings.catalogue_published), tone: .good),
                StatusBadge(LocalText(Strings.catalogue_review), tone: .warn),
            ],
            edit: "/t/rooster-me/texts/1/edit",
            related: [
                PageButton(
                    LocalText(Strings.subscribers_title), icon: frame.icon("users"),
                    link: "/t/rooster-me/plans/1/subscribers")
            ],
            publish: PageButton(
                LocalText(Strings.catalogue_see_changes), icon: frame.icon("check"),
                link: "/t/rooster-me/texts/1/publication"),
            acts: [
                ActButton(
                    LocalText(Strings.catalogue_send), icon: frame.icon("next"),
                    action: "/t/rooster-me/texts/1/review", csrf: "sample")
            ],
            schedule: ScheduleForm(
                action: "/t/rooster-me/texts/1/publication", csrf: "sample",
                from: .moment(
                    "from", LocalText(Strings.catalogue_from), "2026-12-24T18:00", zone: "Asia/Tehran", .en,
                    error: LocalText(Strings.error_schedule), isRequired: true)),
            discard: ActButton(
                LocalText(Strings.catalogue_discard), icon: frame.icon("trash"),
                action: "/t/rooster-me/texts/1/draft/deletion", csrf: "sample"),
            retire: ActButton(
                LocalText(Strings.catalogue_retire), icon: frame.icon("trash"),
                action: "/t/rooster-me/texts/1/retirement", csrf: "sample"),
            numbers: [Number(Strings.plans_subscribers, "2,752")], phones: PhoneCard(PhonePreview.samples),
            tables: [.sample], script: "/assets/editor.js",
            picture: .sample("/t/rooster-me/images/1", error: LocalText(Strings.error_image_damaged)),
            isDraftShown: false, isWithdrawn: false, facts: [Fact(LocalText(Strings.texts_limit), "140")],
            draft: DraftCard(
                state: StatusBadge(LocalText(Strings.catalogue_review), tone: .warn),
                saved: Strings.merge_by(
                    name: "Sara Lind", time: Formatted.dateTime(LocalTime(microseconds: 1_795_000_000_000_000))),
                changes: changes,
                missing: ["Text (English)"], obstacle: Strings.catalogue_named(name: "Not <yet>")),
            coming: ComingCard(
                when: Strings.catalogue_comes(time: Formatted.dateTime(LocalTime(microseconds: 1_796_000_000_000_000))),
                changes: changes),
            versions: [
                VersionRow(
                    number: "2", isLive: true, when: "20 Nov 2026, 23:40", by: "علی رضایی", changes: changes, back: nil),
                VersionRow(
                    number: "1", isLive: false, when: "1 Nov 2026, 10:00", by: "O'Brien <x>", changes: [],
                    back: ActButton(
                        LocalText(Strings.catalogue_return), icon: frame.icon("trail"),
                        action: "/t/rooster-me/texts/1/versions/1/return", csrf: "sample")),
            ],
            trail: .sample)
    }

    /// As it stands before anything is published.
    package static var sampleNew: EntryPage {
        var page = sample
        (page.coming, page.versions, page.retire, page.schedule, page.trail) = (nil, [], nil, nil, nil)
        page.isDraftShown = true
        page.picture = .sample(nil)
        page.facts = []
        return page
    }
}

/// What waits to be published.
package struct DraftCard: Sendable {
    package var state: StatusBadge
    package var saved: LocalText
    package var changes: [TrailEntry.FieldChange]
    /// Fields that must be filled first.
    package var missing: [String]
    /// Why it can't be published, whatever it says.
    package var obstacle: LocalText?

    package var diff: Diff? { Diff(changes) }

    package init(
        state: StatusBadge, saved: LocalText, changes: [TrailEntry.FieldChange], missing: [String],
        obstacle: LocalText? = nil
    ) {
        self.obstacle = obstacle
        self.state = state
        self.saved = saved
        self.changes = changes
        self.missing = missing
    }
}

/// What is scheduled.
package struct ComingCard: Sendable {
    package var when: LocalText
    package var changes: [TrailEntry.FieldChange]

    package var diff: Diff? { Diff(changes) }

    package init(when: LocalText, changes: [TrailEntry.FieldChange]) {
        self.when = when
        self.changes = changes
    }
}

/// A version that apps got, or get.
package struct VersionRow: Sendable {
    package var number: String
    package var isLive: Bool
    package var when: String
    package var by: String
    package var changes: [TrailEntry.FieldChange]
    package var back: ActButton?

    package var diff: Diff? { Diff(changes) }
    package var count: Int { changes.count }

    package init(
        number: String, isLive: Bool, when: String, by: String, changes: [TrailEntry.FieldChange], back: ActButton?
    ) {
        self.number = number
        self.isLive = isLive
        self.when = when
        self.by = by
        self.changes = changes
        self.back = back
    }
}

/// Publishes from a moment on.
package struct ScheduleForm: Sendable {
    package var action: Link
    package var csrf: String
    package var from: Field

    package init(action: Link, csrf: String, from: Field) {
        self.action = action
        self.csrf = csrf
        self.from = from
    }
}
