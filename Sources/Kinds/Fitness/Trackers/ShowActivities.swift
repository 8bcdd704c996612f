import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Activities on a page: of a goal's recipient, of a user.
enum ActivityRows {
    static let most = 20

    static func part(_ rows: Rows, by actor: Actor) throws -> ActivitiesPart {
        let language = actor.language
        return ActivitiesPart(
            rows: try rows.map { row in
                let (id, session) = (try row.id("id"), try row.text("session"))
                let kind = ActivityKind(rawValue: try row.text("kind")) ?? .other
                let isMatched = try row.idOrNil("session_id") != nil
                return .init(
                    when: DateStyle(language).dateTime(LocalTime(microseconds: Int(try row.localTime("started")))),
                    kind: LocalText(kind.label), measured: try measured(row, language),
                    source: TrackerSource(rawValue: try row.text("source"))?.name ?? "",
                    note: isMatched
                        ? Strings.fitness_activity_ticked(session: session)
                        : try row.idOrNil("duplicate_of") == nil
                            ? nil : LocalText(Strings.fitness_activity_duplicate),
                    undo: isMatched && actor.may(.editFitness)
                        ? "\(actor.link("fitness-activities"))/\(id)/unmatching" : nil,
                    removal: actor.may(.editFitness) ? "\(actor.link("fitness-activities"))/\(id)/removal" : nil)
            }, csrf: actor.session?.csrf ?? "")
    }

    /// `5.2 km · 31 min · 371 kcal`
    private static func measured(_ row: Row, _ language: Language) throws -> String {
        let energy = try row.intOrNil("kilocalories").map {
            Strings.fitness_kilocalories(count: NumberStyle(language).integer($0)).resolve(in: language)
        }
        return [
            TrackedActivity.words(metres: try row.intOrNil("metres"), seconds: try row.int("seconds"), language),
            energy,
        ].compactMap { $0 }.joined(in: language)
    }
}

/// The card with a user's activities, on the user's page.
struct UserActivitiesCard: UserCard {
    static let needs = Permission.seeFitness
    static let section = UserSection.activity
    static let samples: [any Page] = [ActivitiesPart.sample, ActivitiesPart(rows: [], csrf: "sample")]

    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        statements = [ActivityQueries.latest(of: "\(shown.id)", zone: actor.tenant.zone, limit: ActivityRows.most)]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let part = try ActivityRows.part(rows[0], by: actor)
        return part.rows.isEmpty ? nil : part
    }
}

/// An admin removes an activity that should not count.
struct RemoveActivityAsAdmin: Changing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("activity") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let matched = try tx.first(ActivityQueries.goal(of: id))?.id("goal_id")
        do {
            let removed = try tx.undoing { tx in
                try ActivityWork.remove(id, by: nil, in: tx, zone: actor.tenant.zone, now: actor.now)
            }
            guard let removed, let last = removed.events.last else { throw Refusal.notFound }
            // The steps of the goal come with it; the edge adds the event of the removal itself.
            let steps = Array(removed.events.dropLast())
            try TriggeredMessages.send(steps, in: tx, by: actor, user: removed.owner, services)
            try services.trail.append(steps, by: actor, in: tx)
            let goal = try matched ?? tx.first(GoalQueries.ofUser(removed.owner))?.id("id")
            let list = actor.link(to: GoalList.list)
            return Change(
                last, next: .to(goal.map { "\(list)/\($0)" } ?? list, flash: Strings.fitness_activity_removed))
        } catch let refusal as GoalRefusal {
            guard let matched else { throw Refusal.notFound }
            let made = GoalPageMaker(matched, refused: .init(form: "", errors: ["": refusal.text]))
            throw Refusal.form(try made.page(in: tx, by: actor, services).page)
        }
    }
}

/// An admin unticks a session that an activity has ticked.
struct UnmatchAsAdmin: Changing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("activity") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let goal = try tx.first(ActivityQueries.goal(of: id))?.id("goal_id") else { throw Refusal.notFound }
        do {
            let taken = try tx.undoing { tx in try ActivityWork.unmatch(id, by: nil, in: tx, now: actor.now) }
            guard let taken else { throw Refusal.notFound }
            return Change(
                taken.event,
                next: .to("\(actor.link(to: GoalList.list))/\(goal)", flash: Strings.fitness_activity_unmatched))
        } catch let refusal as GoalRefusal {
            let made = GoalPageMaker(goal, refused: .init(form: "", errors: ["": refusal.text]))
            throw Refusal.form(try made.page(in: tx, by: actor, services).page)
        }
    }
}
