import Console
import HTML
import Postgres
import Templates
import Web

/// What admins do about a goal from its page: a form of one field or more that comes back with what was typed when it is refused.
protocol GoalChange: Changing {
    var id: ID { get }
    /// What was typed, by field.
    var typed: [String: String] { get }
    static var act: GoalAct { get }
    static var done: StringKey { get }
    /// What is wrong with it, by field.
    var errors: [String: LocalText] { get }
    var details: GoalWork.Details { get }
    /// The form as it comes back where somebody else has changed meanwhile what it sets; nil if it may be saved.
    func overtaken(_ goal: Goal, _ language: Language) -> FormBack?
}

extension GoalChange {
    /// A form that adds something overwrites nothing.
    func overtaken(_ goal: Goal, _ language: Language) -> FormBack? { nil }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try take(try GoalWork.open(id, in: tx), in: tx, by: actor, services)
    }

    fileprivate func take(
        _ locked: GoalWork, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        var work = locked
        guard errors.isEmpty else {
            // A goal may have no such form any more, and then what was typed is given back.
            let hasForm = (try? GoalStep.find(Self.act, by: .admin, in: work.goal.state)) != nil
            throw try refused(errors, in: tx, by: hasForm ? actor : actor.givingBack(texts), services)
        }
        let event: AuditEvent
        do {
            event = try work.tried(Self.act, details, in: tx, now: actor.now)
        } catch let refusal as GoalRefusal {
            // A goal whose state forbids the act has no such form any more.
            throw try refused(["": refusal.text], in: tx, by: actor.givingBack(texts), services)
        }
        return Change(event, next: .to("\(actor.link(to: GoalList.list))/\(id)", flash: Self.done))
    }

    /// The page with both values, if somebody else has changed meanwhile what the form sets. A goal that has no such form any more says so by
    /// itself.
    fileprivate func check(
        _ work: GoalWork, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        guard errors.isEmpty, (try? work.check(Self.act)) != nil, let back = overtaken(work.goal, actor.language)
        else { return }
        let made = GoalPageMaker(
            id,
            refused: .init(form: Self.act.rawValue, typed: back.typed, errors: back.errors, conflict: back.conflict))
        throw Refusal.changed(try made.page(in: tx, by: actor, services).page)
    }

    /// The texts that were typed, with their labels.
    private var texts: [(label: StringKey, value: String)] {
        [
            (Strings.fitness_note, typed["note"] ?? ""), (Strings.user_reason, typed["reason"] ?? ""),
            (Strings.fitness_comment, typed["comment"] ?? ""),
        ]
    }

    fileprivate func refused(
        _ errors: [String: LocalText], preview: Int? = nil, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> Refusal {
        let made = GoalPageMaker(
            id, refused: .init(form: Self.act.rawValue, typed: typed, errors: errors, preview: preview))
        return .form(try made.page(in: tx, by: actor, services).page)
    }
}

/// Sets the percent by hand, with a note for the feed. At 100 the goal is done; below that it goes on.
struct SetGoalPercent: GoalChange {
    static let act = GoalAct.setPercent
    static let done = Strings.fitness_percent_saved
    let id: ID
    let typed: [String: String]
    private let opened: OpenedForm

    /// What the form carries of the goal as it was: any step may change the percent.
    static func values(of goal: Goal) -> OpenedForm.Values { ["percent": String(goal.percent)] }

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        opened = OpenedForm(request.form, ["percent"])
        typed = [
            "percent": (request.form.trimmed("percent") ?? "").latinDigits, "note": request.form.trimmed("note") ?? "",
        ]
    }

    private var percent: Int? { typed["percent"].flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil } }

    var errors: [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if percent == nil { errors["percent"] = Strings.error_number(least: 0, most: 100) }
        errors["note"] = GoalText.fault(typed["note"] ?? "", isRequired: false)
        return errors
    }

    var details: GoalWork.Details { .init(text: typed["note"] ?? "", percent: percent) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let work = try GoalWork.open(id, in: tx)
        try check(work, in: tx, by: actor, services)
        return try take(work, in: tx, by: actor, services)
    }

    func overtaken(_ goal: Goal, _ language: Language) -> FormBack? {
        let merged = opened.merge(typed, with: Self.values(of: goal), [("percent", Strings.fitness_percent)]) {
            value, _ in
            Int(value).map { NumberStyle(language).percent(Double($0) / 100) } ?? value
        }
        return opened.edited(id, over: goal.version, merged, Strings.fitness_percent_changed)
    }
}

/// Chooses the rule by which the percent is found from now on. A rule that changes the percent at once is saved after the admin has seen what it
/// gives: it may end the goal, and then rewards become due.
struct SetGoalRule: GoalChange {
    static let act = GoalAct.setRule
    static let done = Strings.fitness_rule_saved
    static let mostSessions = 1000
    let id: ID
    let typed: [String: String]
    private let opened: OpenedForm

    private static let fields = [
        (name: "rule", label: Strings.fitness_rule), (name: "sessions", label: Strings.fitness_rule_count),
        (name: "start", label: Strings.fitness_rule_start), (name: "target", label: Strings.fitness_rule_target),
        (name: "whole", label: Strings.fitness_rule_whole_tick),
    ]

    /// A rule as the fields of the form have it, which carries them as they were.
    static func values(of rule: PercentRule) -> OpenedForm.Values {
        let isWeight = rule.kind == .weight
        return [
            "rule": rule.kind.rawValue, "sessions": rule.kind == .sessions ? rule.target.map { String($0) } ?? "" : "",
            "start": isWeight ? rule.start.map { Kilograms.text($0) } ?? "" : "",
            "target": isWeight ? rule.target.map { Kilograms.text($0) } ?? "" : "",
            "whole": rule.isPlanWhole ? "yes" : "",
        ]
    }

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        opened = OpenedForm(request.form, Self.fields.map(\.name))
        typed = Dictionary(
            uniqueKeysWithValues: ["rule", "sessions", "start", "target", "whole", "seen"].map {
                ($0, request.form.trimmed($0) ?? "")
            })
    }

    func overtaken(_ goal: Goal, _ language: Language) -> FormBack? {
        // What is typed says the rule in many ways; what the rule does not use is not compared.
        let chosen = details.rule.map { Self.values(of: $0) } ?? typed
        let merged = opened.merge(chosen, with: Self.values(of: goal.rule), Self.fields) { value, label in
            switch label {
            case Strings.fitness_rule:
                PercentRule.Kind(rawValue: value).map { LocalText($0.label).resolve(in: language) } ?? value
            case Strings.fitness_rule_whole_tick:
                LocalText(value == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
            default: NumberStyle(language).typed(value)
            }
        }
        return opened.edited(id, over: goal.version, merged, Strings.fitness_rule_changed)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let work = try GoalWork.open(id, in: tx)
        try check(work, in: tx, by: actor, services)
        if errors.isEmpty, let rule = details.rule {
            if (try? work.check(Self.act)) != nil,
                let percent = try work.percent(by: rule, in: tx, now: actor.now), percent != work.goal.percent,
                typed["seen"] != String(percent)
            {
                throw try refused([:], preview: percent, in: tx, by: actor, services)
            }
        }
        return try take(work, in: tx, by: actor, services)
    }

    private var kind: PercentRule.Kind? { typed["rule"].flatMap { PercentRule.Kind(rawValue: $0) } }
    private var sessions: Int? {
        typed["sessions"].flatMap { Int($0.latinDigits) }.flatMap { (1...Self.mostSessions).contains($0) ? $0 : nil }
    }
    private var start: Int? { typed["start"].flatMap { Kilograms.grams($0) } }
    private var target: Int? { typed["target"].flatMap { Kilograms.grams($0) } }

    var errors: [String: LocalText] {
        switch kind {
        case nil: return ["rule": LocalText(Strings.error_choice)]
        case .hand, .ticks: return [:]
        case .sessions:
            return sessions == nil ? ["sessions": Strings.error_number(least: 1, most: Self.mostSessions)] : [:]
        case .weight:
            var errors: [String: LocalText] = [:]
            if start == nil { errors["start"] = Strings.error_number(least: 20, most: 400) }
            if target == nil { errors["target"] = Strings.error_number(least: 20, most: 400) }
            if errors.isEmpty, start == target { errors["target"] = LocalText(Strings.fitness_rule_same) }
            return errors
        }
    }

    var details: GoalWork.Details {
        let rule: PercentRule =
            switch (kind, sessions, start, target) {
            case (.ticks, _, _, _): .ticks(isPlanWhole: typed["whole"] == "yes")
            case (.sessions, let sessions?, _, _): .sessions(sessions)
            case (.weight, _, let start?, let target?): .weight(from: start, to: target)
            default: .hand
            }
        return .init(rule: rule)
    }
}

/// Ends a goal that should not go on, and says why in its feed.
struct CancelGoal: GoalChange {
    static let act = GoalAct.cancel
    static let done = Strings.fitness_was_cancelled
    let id: ID
    let typed: [String: String]

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        typed = ["reason": request.form.trimmed("reason") ?? ""]
    }

    var errors: [String: LocalText] { GoalText.errors(typed, "reason") }
    var details: GoalWork.Details { .init(text: typed["reason"] ?? "") }
}

/// Writes into a goal's feed.
struct CommentAsAdmin: GoalChange {
    static let act = GoalAct.comment
    static let done = Strings.fitness_commented
    let id: ID
    let typed: [String: String]

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        typed = ["comment": request.form.trimmed("comment") ?? ""]
    }

    var errors: [String: LocalText] { GoalText.errors(typed, "comment") }
    var details: GoalWork.Details { .init(text: typed["comment"] ?? "") }
}

enum GoalText {
    static func errors(_ typed: [String: String], _ name: String) -> [String: LocalText] {
        fault(typed[name] ?? "").map { [name: $0] } ?? [:]
    }

    /// What is wrong with a text of several lines: each of them is like a text of one line, so it turns nothing around that stands after it.
    static func fault(_ text: String, most: Int = Post.longest, isRequired: Bool = true) -> LocalText? {
        if text.isEmpty { return isRequired ? LocalText(Strings.error_required) : nil }
        if text.columnLength > most { return Strings.error_too_long(max: most) }
        return text.replacing("\r\n", with: "\n").split(separator: "\n").lazy
            .compactMap { LineText.fault(String($0), most: most, isRequired: false) }.first
    }
}

/// Records that an admin has seen a new goal: the home page no longer shows it.
struct AcknowledgeGoal: Changing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("goal") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let work = try GoalWork.open(id, in: tx)
        try tx.execute(GoalQueries.acknowledge(id, now: actor.now))
        return Change(
            AuditEvent(.goalAcknowledged, on: .goal, id, subject: work.goal.user),
            next: .to("\(actor.link(to: GoalList.list))/\(id)", flash: Strings.fitness_acknowledged))
    }
}
