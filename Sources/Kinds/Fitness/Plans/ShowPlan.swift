import Console
import Core
import HTML
import Postgres
import Templates
import Web

extension FormBack {
    /// What the page of a goal that is over begins with, since it has no forms.
    var texts: [(label: StringKey, value: String)] {
        [
            (Strings.fitness_session_title, typed["title"] ?? ""),
            (Strings.fitness_session_detail, typed["detail"] ?? ""),
            (Strings.fitness_template_name, typed["name"] ?? ""),
        ]
    }
}

/// The plan of a goal, a month at a time. The reading is recorded.
struct ShowPlan: Viewing {
    private let id: ID
    private let query: Query

    init(_ request: WebRequest) throws {
        id = try request.id("goal")
        query = request.query
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        let made = try PlanPageMaker(id, query).page(in: tx, by: actor, services)
        return (
            made.page,
            AuditEvent(.userViewed, on: .user, made.recipient, changes: [.init("list", new: GoalList.list.path)])
        )
    }
}

/// The month grid of a plan, in the calendar of the page's language.
struct PlanPageMaker {
    /// What was typed into a form that was refused, by the form's name.
    typealias Refused = FormBack

    private let id: ID
    private let day: Int?
    private let refused: Refused?

    init(_ id: ID, _ query: Query, refused: Refused? = nil) {
        self.id = id
        day = query["day"].flatMap { Session.day($0) } ?? query["month"].flatMap { Session.day($0) }
        self.refused = refused
    }

    /// The month of a day that a form carries.
    init(_ id: ID, day: Int?, refused: Refused?) { (self.id, self.day, self.refused) = (id, day, refused) }

    /// The name of the form that moves a session.
    static func moving(_ session: ID) -> String { "move \(session)" }

    static func link(_ goal: ID, _ actor: Actor, day: Int?) -> Link {
        let plan: Link = "\(actor.link(to: GoalList.list))/\(goal)/plan"
        return day.map { plan.with(query: [("month", Session.iso($0))]) } ?? plan
    }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (
        page: PlanPage, recipient: ID
    ) {
        let language = actor.language
        let (one, about) = (
            try tx.send(GoalQueries.one(id)), try tx.send(GoalPageQueries.about(id, zone: actor.tenant.zone))
        )
        let now = try tx.send(PlanQueries.today(zone: actor.tenant.zone))
        guard let row = try one.rows().first, let facts = try about.rows().first else { throw Refusal.notFound }
        let today = try now.rows().first?.int("day") ?? 0
        let goal = try Goal(row)
        let month = CalendarMonth(of: day ?? today, in: language)
        let next = CalendarMonth(of: month.firstDay + 31, in: language)
        let last = next.firstDay - 1
        // A row is a week of the workspace, which moves don't leave, whatever language the admin reads.
        let week = PlanShift.firstWeekday(actor.tenant.languages.first)
        let (from, until) = (
            PlanShift.week(of: month.firstDay, first: week).lowerBound, PlanShift.week(of: last, first: week).upperBound
        )
        let sessions = try tx.rows(PlanQueries.days(of: id, from, until)).map { try Session($0) }
        let templates = try tx.rows(PlanQueries.templates(of: goal.entry)).map { row in
            let template = try row.id("id").description
            return Choice.Option(
                value: template,
                label: Strings.fitness_template_of(name: try row.text("name"), count: try row.int("sessions"))
                    .resolve(in: language), isSelected: refused?.typed["template"] == template)
        }
        let mayEdit = actor.may(.editFitness) && (try? GoalStep.find(.plan, by: .admin, in: goal.state)) != nil
        let mayMove = actor.may(.editFitness) && (try? GoalStep.find(.move, by: .admin, in: goal.state)) != nil
        let here: Link = "\(actor.link(to: GoalList.list))/\(id)/plan"
        let byDay = Dictionary(grouping: sessions, by: \.day)
        let style = DateStyle(language)
        func time(_ day: Int) -> LocalTime { LocalTime(dayNumber: day) }
        let slots = (from...until).map { (Session.iso($0), style.dayMonth(time($0))) }
        let name = try facts.text("name")
        let recipient = UserName.shown(name, try facts.text("email"), actor.language)
        let title = Strings.fitness_plan_of(name: recipient)
        func dayCell(_ day: Int) -> PlanPage.Day {
            let cards = (byDay[day] ?? []).map { session in
                card(
                    session, here, slots, mayEdit: mayEdit, mayMove: mayMove && session.tickedAt == nil, language)
            }
            let adding = here.with(query: [("month", Session.iso(month.firstDay)), ("day", Session.iso(day))])
            return PlanPage.Day(
                slot: Session.iso(day), label: style.dayMonth(time(day)), weekday: style.weekday(time(day)),
                isToday: day == today,
                isOutside: !(month.firstDay...last).contains(day), add: mayEdit ? adding : nil,
                addLabel: Strings.fitness_session_add_on(day: style.dayMonth(time(day))), cards: cards)
        }
        let weeks = stride(from: from, through: until, by: 7).map { start in
            PlanPage.Week(days: (start..<start + 7).map { dayCell($0) })
        }
        let page = PlanPage(
            frame: (mayEdit ? actor : actor.givingBack(refused?.texts ?? [])).frame(
                title, services, current: GoalList.list.path,
                crumb: (Strings.fitness_goal_of(name: recipient), "\(actor.link(to: GoalList.list))/\(id)"),
                above: (LocalText(Strings.fitness_goals), actor.link(to: GoalList.list))),
            title: title, month: style.month(month.label), monthDay: Session.iso(month.firstDay),
            previous: here.with(query: [("month", Session.iso(month.firstDay - 1))]),
            next: here.with(query: [("month", Session.iso(next.firstDay))]),
            weekdays: (0..<7).map { style.weekday(time(from + $0)) },
            weeks: weeks, hasKeys: mayMove, form: mayEdit ? addForm(here, month, today, language) : nil,
            copy: mayEdit ? .init(action: "\(here)/copies") : nil,
            template: mayEdit && !templates.isEmpty
                ? .init(
                    action: "\(here)/template",
                    choice: Choice("template", label: LocalText(Strings.fitness_template), options: templates),
                    day: .day(
                        "from", LocalText(Strings.fitness_template_from),
                        refused?.typed["from"] ?? Session.iso(max(today, month.firstDay)), language,
                        error: refused?.errors["from"], isRequired: true)) : nil,
            saving: mayEdit
                ? .init(
                    action: "\(here)/templates",
                    name: Field(
                        "name", label: LocalText(Strings.fitness_template_name), value: refused?.typed["name"] ?? "",
                        error: refused?.errors["name"], isRequired: true)) : nil,
            templates: actor.may(.editFitness) ? actor.link(ShowTemplates.path) : nil,
            refused: refused?.errors[""], conflict: refused?.conflict,
            note: goal.rule == .ticks(isPlanWhole: false) && mayEdit
                ? Strings.fitness_plan_not_whole(percent: NumberStyle(language).percent(0.99)) : nil)
        return (page, goal.user)
    }

    private func card(
        _ session: Session, _ here: Link, _ slots: [(String, String)], mayEdit: Bool, mayMove: Bool,
        _ language: Language
    ) -> PlanPage.Card {
        let own: Link = "\(here)/\(session.id)"
        let day = Session.iso(session.day)
        let isWrong = refused?.form == session.id.description
        func field(_ name: String, _ label: StringKey, _ stored: String, isRequired: Bool) -> Field {
            let value = isWrong ? refused?.typed[name] ?? stored : stored
            return Field(
                name, label: LocalText(label), value: name == "minutes" ? NumberStyle(language).typed(value) : value,
                error: isWrong ? refused?.errors[name] : nil, isRequired: isRequired
            ).prefixed("s\(session.id)-")
        }
        return PlanPage.Card(
            title: session.title, detail: session.detail,
            minutes: session.minutes.map { Strings.fitness_minutes(count: $0) }, isTicked: session.tickedAt != nil,
            tracker: session.tracker?.name,
            isWrong: isWrong || refused?.form == Self.moving(session.id),
            hidden: OpenedForm.hidden(version: session.version, session.values),
            move: mayMove
                ? .init(
                    action: "\(own)/day",
                    slots: slots.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == day) },
                    other: DayInput(
                        "other", Strings.fitness_session_move_other,
                        refused?.form == Self.moving(session.id) ? refused?.typed["other"] ?? "" : "", language)) : nil,
            edit: mayEdit
                ? .init(
                    action: own, title: field("title", Strings.fitness_session_title, session.title, isRequired: true),
                    detail: Area(
                        field("detail", Strings.fitness_session_detail, session.detail, isRequired: false), rows: 2),
                    minutes: field(
                        "minutes", Strings.fitness_session_minutes, session.minutes.map { String($0) } ?? "",
                        isRequired: false), deletion: "\(own)/deletion") : nil)
    }

    private func addForm(_ here: Link, _ month: CalendarMonth, _ today: Int, _ language: Language) -> PlanPage.AddForm {
        let isWrong = refused?.form == "add"
        func field(_ name: String, _ label: StringKey, isRequired: Bool) -> Field {
            let value = isWrong ? refused?.typed[name] ?? "" : ""
            return Field(
                name, label: LocalText(label), value: name == "minutes" ? NumberStyle(language).typed(value) : value,
                error: isWrong ? refused?.errors[name] : nil, isRequired: isRequired)
        }
        return .init(
            action: here,
            day: .day(
                "day", LocalText(Strings.fitness_session_day),
                isWrong ? refused?.typed["day"] ?? "" : Session.iso(day ?? max(today, month.firstDay)), language,
                error: isWrong ? refused?.errors["day"] : nil, isRequired: true),
            title: field("title", Strings.fitness_session_title, isRequired: true),
            minutes: field("minutes", Strings.fitness_session_minutes, isRequired: false),
            detail: Area(field("detail", Strings.fitness_session_detail, isRequired: false), rows: 2))
    }
}
