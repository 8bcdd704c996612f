import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// One goal: what it says, who backs it, how far it is and why, and what happened to it. The reading is recorded.
struct ShowGoal: Viewing {
    private let id: ID
    private let query: Query

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        query = request.query
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        let page = try GoalPageMaker(id, query).page(in: tx, by: actor, services)
        return (
            page.page,
            AuditEvent(.userViewed, on: .user, page.recipient, changes: [.init("list", new: GoalList.list.path)])
        )
    }
}

/// The page of a goal, as it is or with what was typed and refused.
struct GoalPageMaker {
    static let posts = 30

    private let id: ID
    private let mark: PostMark?
    private let refused: Refused?

    /// A form that comes back.
    struct Refused {
        /// The form's first field.
        var form: String
        var typed: [String: String] = [:]
        var errors: [String: LocalText]
        /// Of a rule that is not saved yet: the percent that it gives now.
        var preview: Int?
        /// What somebody else has changed since the form was opened.
        var conflict: Conflict?
    }

    init(_ id: ID, _ query: Query = Query(), refused: Refused? = nil) {
        self.id = id
        mark = query["before"].flatMap { ServiceCursor($0) }.map { ($0.createdAt, $0.id) }
        self.refused = refused
    }

    private func field(
        _ name: String, _ label: StringKey, _ stored: String, isRequired: Bool = true, number: NumberStyle? = nil
    )
        -> Field
    {
        let value = refused?.typed[name] ?? stored
        return Field(
            name, label: LocalText(label), value: number?.typed(value) ?? value, error: refused?.errors[name],
            inputMode: number == nil ? "text" : "decimal", isRequired: isRequired)
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (
        page: GoalPage, recipient: ID
    ) {
        let (language, languages) = (actor.language, actor.tenant.languages)
        let zone = actor.tenant.zone
        let one = try tx.send(GoalQueries.one(id))
        let about = try tx.send(GoalPageQueries.about(id, zone: zone))
        let backings = try tx.send(GoalQueries.backings(of: [id]))
        let counted = try tx.send(GoalQueries.progress(of: id, now: actor.now))
        let posted = try tx.send(PostQueries.ofGoal(id, before: mark, limit: Self.posts + 1, zone: zone))
        let tracked = try tx.send(
            ActivityQueries.latest(of: GoalPageQueries.recipient(id), zone: zone, limit: ActivityRows.most))
        let trail = try ObjectTrail(of: id, kinds: [.goal], in: tx, by: actor)
        let (found, facts) = (try one.rows().first, try about.rows().first)
        let sponsors = try backings.rows().map { try Backing($0) }
        let progress = try counted.rows().first
        let posts = try posted.rows().map {
            (
                post: try shownPost($0, actor),
                mark: ServiceCursor(createdAt: try $0.time("posted_at"), id: try $0.id("id"))
            )
        }
        let activities = try ActivityRows.part(try tracked.rows(), by: actor)
        guard let found, let facts else { throw Refusal.notFound }
        let goal = try Goal(found)
        let content = Content(json: try facts.text("content"))
        let type = content.text("name", language.rawValue, languages)
        let fields = FormField.all(of: content, language.rawValue, languages)
        let card = try trail.card(Strings.user_trail, in: tx, by: actor, services) {
            FormAnswers.words($0, fields, language)
        }
        let list = actor.link(to: GoalList.list)
        let here: Link = "\(list)/\(id)"
        let name = try facts.text("name")
        let recipient = UserName.shown(name, try facts.text("email"), actor.language)
        func when(_ column: Int64?) -> String {
            column.map { DateStyle(language).dateTime(LocalTime(microseconds: Int($0))) } ?? ""
        }
        func may(_ act: GoalAct) -> Bool {
            actor.may(.editFitness) && (try? GoalStep.find(act, by: .admin, in: goal.state)) != nil
        }
        let files = try UserFiles.shown(goal.answers, fields, of: goal.user, in: tx)
        let frame = actor.frame(
            Strings.fitness_goal_of(name: recipient), services, current: GoalList.list.path,
            crumb: (LocalText(Strings.fitness_goals), list))
        let page = GoalPage(
            frame: frame,
            recipient: recipient,
            recipientLink: actor.may(.seeUsers) ? "\(actor.link("users"))/\(goal.user)" : nil,
            type: type.isEmpty ? goal.key : type,
            state: goal.state.badge, percent: goal.percent,
            percentWords: NumberStyle(language).percent(Double(goal.percent) / 100),
            rule: goal.rule.words(language), counted: try self.counted(goal, progress, language),
            byHand: try byHand(goal, progress, language),
            facts: [
                Fact(LocalText(Strings.fitness_reward), goal.reward.words(language)),
                Fact(LocalText(Strings.fitness_proposed), when(try facts.localTimeOrNil("proposed"))),
                Fact(LocalText(Strings.fitness_accepted), when(try facts.localTimeOrNil("accepted"))),
                Fact(LocalText(Strings.fitness_ended), when(try facts.localTimeOrNil("ended"))),
                Fact(LocalText(Strings.catalogue_version), NumberStyle(language).integer(goal.entryVersion)),
            ],
            answers: fields.filter { goal.answers.isApplicable($0, among: fields) }.map { field in
                field.fact(goal.answers[field.key], files, at: here, language)
            },
            uploads: may(.attach)
                ? fields.filter { $0.kind == .file && goal.answers.isApplicable($0, among: fields) }.map {
                    upload($0, of: goal, here)
                } : [],
            sponsors: sponsors.map { sponsor in
                .init(
                    name: UserName.shown(sponsor.name, sponsor.email, language),
                    link: "\(actor.link(to: SponsorList.list))/\(sponsor.user)",
                    group: EntryNames.words(sponsor.groupNames, key: sponsor.group, actor),
                    answer: sponsor.answer.badge(of: goal.state),
                    comment: sponsor.comment,
                    wanted: sponsor.wanted.map {
                        Strings.fitness_proposes(type: EntryNames.words(sponsor.wantedNames, key: $0, actor))
                    },
                    reward: sponsor.reward == .none ? nil : sponsor.reward.badge,
                    rewardNote: sponsor.reward == .disputed ? sponsor.disputeNote : sponsor.rewardNote)
            },
            posts: posts.prefix(Self.posts).map(\.post),
            older: posts.count > Self.posts
                ? here.with(query: [("before", posts[Self.posts - 1].mark.description)]) : nil,
            plan: "\(here)/plan", food: FoodPageMaker.link(id, actor),
            acknowledge: try facts.bool("is_new") && actor.may(.editFitness) ? "\(here)/acknowledgement" : nil,
            percentForm: may(.setPercent) && !isSettled(goal, sponsors)
                ? try percentForm(goal, progress, here, language) : nil,
            ruleForm: may(.setRule) ? ruleForm(goal, here, language) : nil,
            commentForm: may(.comment)
                ? .init(
                    action: "\(here)/comments",
                    text: Area(field("comment", Strings.fitness_comment, ""))) : nil,
            cancel: may(.cancel)
                ? ReasonMenu(
                    LocalText(Strings.fitness_cancel), icon: frame.icon("close"),
                    advice: LocalText(Strings.fitness_cancel_advice),
                    form: ReasonForm(
                        action: "\(here)/cancellation", csrf: actor.session?.csrf ?? "",
                        reason: field("reason", Strings.user_reason, "")),
                    confirm: LocalText(Strings.fitness_cancel_now), isDanger: true) : nil,
            refused: refused?.errors[""], conflict: refused?.conflict,
            activities: activities.rows.isEmpty ? nil : activities,
            trail: actor.may(.seeAudit) ? card : nil)
        return (page, goal.user)
    }

    private func shownPost(_ row: Row, _ actor: Actor) throws -> GoalPage.Post {
        let (role, author) = (try row.text("role"), try row.text("author"))
        let known: StringKey =
            switch GoalRole(rawValue: role) {
            case .recipient: Strings.fitness_recipient
            case .sponsor: Strings.fitness_sponsor
            case .admin: Strings.fitness_by_admin
            case nil: Strings.fitness_by_rule
            }
        return GoalPage.Post(
            author: author, role: LocalText(known), did: LocalText(Post.words(try row.text("act"))),
            percent: try row.intOrNil("percent").map { NumberStyle(actor.language).percent(Double($0) / 100) },
            text: try row.text("text"),
            wanted: try row.textOrNil("wanted").map {
                Strings.fitness_proposes(type: EntryNames.words(try row.textOrNil("wanted_names"), key: $0, actor))
            },
            tracked: try tracked(row, actor.language),
            likes: try row.int("likes") > 0 ? Strings.fitness_likes(count: try row.int("likes")) : nil,
            done: try row.localTimeOrNil("done").map {
                Strings.fitness_done_at(when: DateStyle(actor.language).dateTime(LocalTime(microseconds: Int($0))))
            },
            when: DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("posted")))))
    }

    /// True if the goal stays done whatever is typed: a sponsor has given the reward, or the recipient disputes it.
    private func isSettled(_ goal: Goal, _ sponsors: [Backing]) -> Bool {
        goal.state == .done && sponsors.contains { $0.reward == .given || $0.reward == .disputed }
    }

    /// Sets the percent of a goal in progress; a lower one puts a goal that is done back in progress.
    private func percentForm(_ goal: Goal, _ progress: Row?, _ here: Link, _ language: Language) throws
        -> GoalPage.PercentForm
    {
        let isDone = goal.state == .done
        var percent = field(
            "percent", Strings.fitness_percent, isDone ? "" : String(goal.percent), number: NumberStyle(language))
        if isDone {
            percent.hint = LocalText(Strings.fitness_percent_reopen_hint)
        } else if let figure = try progress.flatMap({ goal.rule.percent(try PercentRule.Progress($0)) }) {
            percent.hint = Strings.fitness_percent_rule_hint(
                percent: NumberStyle(language).percent(Double(figure) / 100))
        }
        return .init(
            action: "\(here)/percent",
            hidden: OpenedForm.hidden(version: goal.version, SetGoalPercent.values(of: goal)), percent: percent,
            note: field("note", Strings.fitness_note, "", isRequired: false),
            button: LocalText(isDone ? Strings.fitness_percent_reopen : Strings.fitness_percent_set))
    }

    /// Puts a file into an answer, or another one.
    private func upload(_ field: FormField, of goal: Goal, _ here: Link) -> GoalPage.UploadForm {
        let name = "file-\(field.key)"
        return .init(
            action: "\(here)/files", key: field.key, was: AttachGoalFile.stored(goal, field.key),
            file: FileField(
                name, label: Strings.catalogue_named(name: field.label), accept: field.accept, isRequired: true,
                hint: Strings.fitness_file_hint(size: Formatted.bytes(field.largest)), error: refused?.errors[name]))
    }

    /// `Run · Strava · 5.2 km · 31 minutes`
    private func tracked(_ row: Row, _ language: Language) throws -> String? {
        guard let source = try row.textOrNil("tracker").flatMap({ TrackerSource(rawValue: $0) }) else { return nil }
        let kind = try row.textOrNil("activity").flatMap { ActivityKind(rawValue: $0) }
        let measured = TrackedActivity.words(
            metres: try row.intOrNil("metres"), seconds: try row.intOrNil("seconds"),
            count: try row.intOrNil("activities"), language)
        return [kind.map { LocalText($0.label).resolve(in: language) }, source.name, measured.isEmpty ? nil : measured]
            .compactMap { $0 }.joined(in: language)
    }

    /// Says that a percent was set by hand, and holds, where the rule gives another one; nil where both agree.
    private func byHand(_ goal: Goal, _ row: Row?, _ language: Language) throws -> LocalText? {
        guard goal.state == .inProgress,
            let figure = try row.flatMap({ goal.rule.percent(try PercentRule.Progress($0)) }), figure != goal.percent
        else { return nil }
        return Strings.fitness_percent_by_hand(percent: NumberStyle(language).percent(Double(figure) / 100))
    }

    /// What the rule counts, as it stands now.
    private func counted(_ goal: Goal, _ row: Row?, _ language: Language) throws -> LocalText? {
        guard let row else { return nil }
        switch goal.rule {
        case .hand: return nil
        case .ticks, .sessions:
            return Strings.fitness_counted(ticked: try row.int("ticked"), planned: try row.int("planned"))
        case .weight:
            return try row.intOrNil("grams").map {
                Strings.fitness_weighed(kilograms: NumberStyle(language).fixed(($0 + 50) / 100, places: 1))
            }
        }
    }

    private func ruleForm(_ goal: Goal, _ here: Link, _ language: Language) -> GoalPage.RuleForm {
        let (stored, number) = (SetGoalRule.values(of: goal.rule), NumberStyle(language))
        let chosen = refused?.typed["rule"] ?? goal.rule.kind.rawValue
        let preview = refused?.preview
        func percent(_ value: Int) -> String { NumberStyle(language).percent(Double(value) / 100) }
        return .init(
            action: "\(here)/rule",
            hidden: OpenedForm.hidden(version: goal.version, SetGoalRule.values(of: goal.rule)),
            isOpen: refused?.form == GoalAct.setRule.rawValue,
            preview: preview.map {
                $0 == 100
                    ? Strings.fitness_rule_preview_end(percent: percent($0), old: percent(goal.percent))
                    : Strings.fitness_rule_preview(percent: percent($0), old: percent(goal.percent))
            },
            seen: preview.map { HiddenValue("seen", String($0)) },
            button: LocalText(preview == 100 ? Strings.fitness_rule_set_end : Strings.fitness_rule_set),
            rule: Choice(
                "rule", label: LocalText(Strings.fitness_rule),
                options: PercentRule.Kind.allCases.map {
                    .init(
                        value: $0.rawValue, label: LocalText($0.label).resolve(in: language),
                        isSelected: $0.rawValue == chosen)
                }),
            sessions: field(
                "sessions", Strings.fitness_rule_count, stored["sessions"] ?? "", isRequired: false, number: number),
            whole: Ticks(
                "whole", label: LocalText(Strings.fitness_rule_whole),
                ticks: [
                    .init(
                        value: "yes", label: LocalText(Strings.fitness_rule_whole_tick),
                        isOn: refused?.typed["rule"] != nil
                            ? refused?.typed["whole"] == "yes" : goal.rule.isPlanWhole)
                ]),
            start: field(
                "start", Strings.fitness_rule_start, stored["start"] ?? "", isRequired: false, number: number),
            target: field(
                "target", Strings.fitness_rule_target, stored["target"] ?? "", isRequired: false, number: number))
    }
}

enum GoalPageQueries {
    static func recipient(_ id: ID) -> SQL {
        "select fitness_goals.user_id from fitness_goals where fitness_goals.id = \(id)"
    }

    static func about(_ id: ID, zone: String) -> SQL {
        """
        select users.name, users.email, asked.content,
            \(GoalQueries.isNew) as is_new,
            fitness_goals.proposed_at at time zone \(zone) as proposed, fitness_goals.accepted_at at time zone \(zone) as accepted,
            fitness_goals.ended_at at time zone \(zone) as ended
        from fitness_goals join users on users.id = fitness_goals.user_id
        join catalogue_versions as asked
            on asked.entry_id = fitness_goals.entry_id and asked.number = fitness_goals.entry_version
        where fitness_goals.id = \(id)
        """
    }
}

/// A weight as a form has it: kilograms with up to three places.
enum Kilograms {
    static func text(_ grams: Int) -> String {
        let rest = grams % 1000
        guard rest > 0 else { return String(grams / 1000) }
        var places = String(1000 + rest).dropFirst()
        while places.last == "0" { places.removeLast() }
        return "\(grams / 1000).\(places)"
    }

    /// Reads a weight with point or comma, in any digits; returns nil if no person weighs that.
    static func grams(_ text: String) -> Int? {
        let parts = text.latinDecimals.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int(parts[0]), parts[0].utf8.count <= 3 else { return nil }
        let rest = parts.count == 2 ? parts[1] : "0"
        guard !rest.isEmpty, rest.utf8.count <= 3, rest.utf8.allSatisfy({ (48...57).contains($0) }),
            let places = Int(rest + String(repeating: "0", count: 3 - rest.utf8.count))
        else { return nil }
        let grams = whole * 1000 + places
        return (20_000...400_000).contains(grams) ? grams : nil
    }
}
