import HTML

/// One goal of a recipient.
package struct GoalPage: Sendable {
    package struct Sponsor: Sendable {
        package var name: String
        package var link: Link
        package var group: String
        package var answer: StatusBadge
        package var comment: String
        package var wanted: LocalText?
        package var reward: StatusBadge?
        package var rewardNote: String

        package init(
            name: String, link: Link, group: String, answer: StatusBadge, comment: String, wanted: LocalText?,
            reward: StatusBadge?, rewardNote: String
        ) {
            self.name = name
            self.link = link
            self.group = group
            self.answer = answer
            self.comment = comment
            self.wanted = wanted
            self.reward = reward
            self.rewardNote = rewardNote
        }
    }

    package struct Post: Sendable {
        /// Empty for admins and rules.
        package var author: String
        package var role: LocalText
        package var did: LocalText
        package var percent: String?
        package var text: String
        package var wanted: LocalText?
        /// By which tracker, and what.
        package var tracked: String?
        package var likes: LocalText?
        /// When it was done, if that was told later.
        package var done: LocalText?
        package var when: String

        package init(
            author: String, role: LocalText, did: LocalText, percent: String?, text: String, wanted: LocalText?,
            tracked: String? = nil, likes: LocalText?, done: LocalText? = nil, when: String
        ) {
            self.done = done
            self.tracked = tracked
            self.author = author
            self.role = role
            self.did = did
            self.percent = percent
            self.text = text
            self.wanted = wanted
            self.likes = likes
            self.when = when
        }
    }

    package struct PercentForm: Sendable {
        package var action: Link
        /// What the page shows of the goal.
        package var hidden: [HiddenValue]
        package var percent: Field
        package var note: Field
        package var button: LocalText

        package init(action: Link, hidden: [HiddenValue], percent: Field, note: Field, button: LocalText) {
            self.action = action
            self.hidden = hidden
            self.percent = percent
            self.note = note
            self.button = button
        }
    }

    package struct RuleForm: Sendable {
        package var action: Link
        /// What the page shows of the goal.
        package var hidden: [HiddenValue]
        /// True if the form comes back.
        package var isOpen: Bool
        /// What the rule that was chosen gives now, before it is saved.
        package var preview: LocalText?
        /// Says that the admin has seen the preview.
        package var seen: HiddenValue?
        package var button: LocalText
        package var rule: Choice
        package var sessions: Field
        /// Of the rule of ticks: nothing more is planned.
        package var whole: Ticks
        package var start: Field
        package var target: Field

        package init(
            action: Link, hidden: [HiddenValue], isOpen: Bool, preview: LocalText? = nil, seen: HiddenValue? = nil,
            button: LocalText, rule: Choice, sessions: Field, whole: Ticks, start: Field, target: Field
        ) {
            (self.hidden, self.isOpen) = (hidden, isOpen)
            (self.preview, self.seen, self.button) = (preview, seen, button)
            self.whole = whole
            self.action = action
            self.rule = rule
            self.sessions = sessions
            self.start = start
            self.target = target
        }

        /// True if saving the rule makes the goal done.
        var isEnding: Bool { seen?.value == "100" }
    }

    package struct UploadForm: Sendable {
        package var action: Link
        /// The question's.
        package var key: String
        /// The file that the page shows; empty for none.
        package var was: String
        package var file: FileField

        package init(action: Link, key: String, was: String, file: FileField) {
            self.was = was
            self.action = action
            self.key = key
            self.file = file
        }
    }

    package struct CommentForm: Sendable {
        package var action: Link
        package var text: Area

        package init(action: Link, text: Area) {
            self.action = action
            self.text = text
        }
    }

    package var frame: Frame
    package var recipient: String
    /// nil for who may not.
    package var recipientLink: Link?
    package var type: String
    package var state: StatusBadge
    package var percent: Int
    package var percentWords: String
    /// How the percent is found.
    package var rule: LocalText
    /// What the rule counts, as it stands.
    package var counted: LocalText?
    /// Of a percent by hand: that it holds, and what the rule gives.
    package var byHand: LocalText?
    package var facts: [Fact]
    package var answers: [Fact]
    /// One for each answer that is a file.
    package var uploads: [UploadForm]
    package var sponsors: [Sponsor]
    package var posts: [Post]
    package var older: Link?
    package var plan: Link
    package var food: Link
    package var acknowledge: Link?
    package var percentForm: PercentForm?
    package var ruleForm: RuleForm?
    package var commentForm: CommentForm?
    package var cancel: ReasonMenu?
    /// Why a step was not taken.
    package var refused: LocalText?
    /// What somebody else has changed since a form was opened.
    package var conflict: Conflict?
    package var activities: ActivitiesPart?
    package var trail: TrailCard?

    package init(
        frame: Frame, recipient: String, recipientLink: Link?, type: String, state: StatusBadge, percent: Int,
        percentWords: String, rule: LocalText, counted: LocalText?, byHand: LocalText? = nil, facts: [Fact],
        answers: [Fact],
        uploads: [UploadForm] = [], sponsors: [Sponsor],
        posts: [Post], older: Link?, plan: Link, food: Link, acknowledge: Link?, percentForm: PercentForm?,
        ruleForm: RuleForm?,
        commentForm: CommentForm?, cancel: ReasonMenu?, refused: LocalText?, conflict: Conflict?,
        activities: ActivitiesPart?, trail: TrailCard?
    ) {
        self.conflict = conflict
        self.activities = activities
        self.frame = frame
        self.recipient = recipient
        self.recipientLink = recipientLink
        self.type = type
        self.state = state
        self.percent = percent
        self.percentWords = percentWords
        self.rule = rule
        self.counted = counted
        self.byHand = byHand
        self.facts = facts
        self.answers = answers
        self.uploads = uploads
        self.sponsors = sponsors
        self.posts = posts
        self.older = older
        self.plan = plan
        self.food = food
        self.acknowledge = acknowledge
        self.percentForm = percentForm
        self.ruleForm = ruleForm
        self.commentForm = commentForm
        self.cancel = cancel
        self.refused = refused
        self.trail = trail
    }

    package var errors: ErrorSummary? {
        ErrorSummary(
            [
                percentForm?.percent.problem, percentForm?.note.problem, ruleForm?.rule.problem,
                ruleForm?.sessions.problem,
                ruleForm?.start.problem, ruleForm?.target.problem, commentForm?.text.field.problem,
                cancel?.form.reason.problem,
            ] + uploads.map(\.file.problem))
    }

    package static var sample: GoalPage {
        let frame = Frame.sample("Marathon of \"<Anna>\"", at: "goal")
        return GoalPage(
            frame: frame, recipient: "Анна <Соколова>", recipientLink: "/t/fitpact/users/1", type: "Marathon <42 km>",
            state: StatusBadge(LocalText(Strings.fitness_state_in_progress), tone: .good), percent: 62,
            percentWords: "62 %", rule: Strings.fitness_rule_sessions_words(count: 24),
            counted: Strings.fitness_counted(ticked: 15, planned: 40),
            facts: [Fact(LocalText(Strings.fitness_reward), "New shoes <& socks> · 5,000.00 RUB")],
            answers: [
                Fact(LocalText(Strings.fitness_type), "42 <km>"),
                Fact(
                    LocalText(Strings.userfile_photo), "Photo · 2,048 × 1,536 · 320 kB",
                    link: "/t/fitpact/fitness-goals/1/files/2"),
            ],
            uploads: [
                UploadForm(
                    action: "/t/fitpact/fitness-goals/1/files", key: "proof", was: "",
                    file: FileField(
                        "file-proof", label: Strings.catalogue_named(name: "A photo of the <scales>"),
                        accept: "image/png", isRequired: true,
                        hint: Strings.fitness_file_hint(size: Formatted.bytes(1 << 20)),
                        error: LocalText(Strings.error_file_kind)))
            ],
            sponsors: [
                Sponsor(
                    name: "Игорь <b>", link: "/t/fitpact/fitness-sponsors/1", group: "Family",
                    answer: StatusBadge(LocalText(Strings.fitness_answer_rejected), tone: .bad),
                    comment: "Start \"smaller\" <please>.", wanted: Strings.fitness_proposes(type: "weight_loss"),
                    reward: nil, rewardNote: ""),
                Sponsor(
                    name: "علی", link: "/t/fitpact/fitness-sponsors/2", group: "",
                    answer: StatusBadge(LocalText(Strings.fitness_answer_accepted), tone: .good), comment: "",
                    wanted: nil, reward: StatusBadge(LocalText(Strings.fitness_reward_promised), tone: .off),
                    rewardNote: "By <card>"),
            ],
            posts: [
                Post(
                    author: "Анна <Соколова>", role: LocalText(Strings.fitness_recipient),
                    did: LocalText(Strings.fitness_did_tick), percent: "62 %", text: "10 km, <rain>", wanted: nil,
                    tracked: "Run · <Strava>", likes: Strings.fitness_likes(count: 2), when: "20 Nov 2026, 09:14"),
                Post(
                    author: "", role: LocalText(Strings.fitness_by_admin),
                    did: LocalText(Strings.fitness_did_set_percent), percent: "60 %", text: "", wanted: nil, likes: nil,
                    when: "19 Nov 2026, 09:14"),
            ],
            older: "/t/fitpact/fitness-goals/1?before=1", plan: "/t/fitpact/fitness-goals/1/plan",
            food: "/t/fitpact/fitness-goals/1/food",
            acknowledge: "/t/fitpact/fitness-goals/1/acknowledgement",
            percentForm: PercentForm(
                action: "/t/fitpact/fitness-goals/1/percent",
                hidden: [HiddenValue("version", "3"), HiddenValue("was_percent", "62")],
                percent: Field(
                    "percent", label: LocalText(Strings.fitness_percent), value: "<101>",
                    error: Strings.error_number(least: 0, most: 100), isRequired: true),
                note: Field("note", label: LocalText(Strings.fitness_note)),
                button: LocalText(Strings.fitness_percent_set)),
            ruleForm: RuleForm(
                action: "/t/fitpact/fitness-goals/1/rule",
                hidden: [HiddenValue("version", "3"), HiddenValue("was_rule", "hand")], isOpen: true,
                preview: Strings.fitness_rule_preview_end(percent: "100%", old: "40%"),
                seen: HiddenValue("seen", "100"), button: LocalText(Strings.fitness_rule_set_end),
                rule: Choice(
                    "rule", label: LocalText(Strings.fitness_rule),
                    options: [.init(value: "hand", label: "By hand <&>", isSelected: true)]),
                sessions: Field("sessions", label: LocalText(Strings.fitness_rule_count), value: "24"),
                whole: Ticks(
                    "whole", label: LocalText(Strings.fitness_rule_whole),
                    ticks: [.init(value: "yes", label: LocalText(Strings.fitness_rule_whole_tick), isOn: true)]),
                start: Field("start", label: LocalText(Strings.fitness_rule_start)),
                target: Field("target", label: LocalText(Strings.fitness_rule_target))),
            commentForm: CommentForm(
                action: "/t/fitpact/fitness-goals/1/comments",
                text: Area(Field("comment", label: LocalText(Strings.fitness_comment), value: "Well <done>"))),
            cancel: ReasonMenu(
                LocalText(Strings.fitness_cancel), icon: frame.icon("close"),
                advice: LocalText(Strings.fitness_cancel_advice),
                form: ReasonForm(
                    action: "/t/fitpact/fitness-goals/1/cancellation", csrf: "sample",
                    reason: Field("reason", label: LocalText(Strings.user_reason))),
                confirm: LocalText(Strings.fitness_cancel_now), isDanger: true),
            refused: LocalText(Strings.fitness_refused_another),
            conflict: .sample(Strings.fitness_percent_changed), activities: .sample, trail: .sample)
    }

    package static var sampleBare: GoalPage {
        var page = sample
        (page.recipientLink, page.counted, page.older, page.acknowledge, page.percentForm) = (nil, nil, nil, nil, nil)
        (page.ruleForm, page.commentForm, page.cancel, page.refused, page.trail) = (nil, nil, nil, nil, nil)
        (page.activities, page.uploads, page.conflict) = (nil, [], nil)
        (page.answers, page.sponsors, page.posts) = ([], [], [])
        return page
    }
}
