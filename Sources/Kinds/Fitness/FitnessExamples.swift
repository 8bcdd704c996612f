import Console
import Core
import Postgres

/// How the tests that walk all routes and tables call the feature.
extension FitnessFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("fitness-goals/:goal/percent") { _ in [("percent", "40"), ("note", ""), ("version", "1")] },
                .post("fitness-goals/:goal/rule") { _ in [("rule", "sessions"), ("sessions", "12"), ("version", "1")] },
                .post("fitness-goals/:goal/cancellation") { [("reason", "because of \($0.word)")] },
                .post("fitness-goals/:goal/comments") { [("comment", "about \($0.word)")] },
                .post("fitness-goals/:goal/acknowledgement"),
                .post("fitness-goals/views") { _ in [("name", "Of the examples"), ("view", "state=done")] },
                .post("fitness-goals/views/:view/deletion"),
                .post("fitness-sponsors/:sponsor/group") {
                    [("group", ExampleGoal($0).group.description), ("was_group", "")]
                },
                .post("fitness-sponsors/:sponsor/statement") { _ in [("period", "2026-11-01..2026-11-30")] },
                .post("fitness-sponsors/views") { _ in [("name", "Of the examples"), ("view", "with=due")] },
                .post("fitness-sponsors/views/:view/deletion"),
                .post("fitness-groups/:sponsorgroup/members", about: ["sponsor"]) {
                    [("email", ExampleGoal($0).email)]
                },
                .post("fitness-groups/:sponsorgroup/members/:groupmember/removal"),
                .post("fitness-goals/:goal/plan") { [("day", "2026-11-24"), ("title", "Run \($0.word)")] },
                .post("fitness-goals/:goal/plan/copies") { _ in [("shown", "2026-12-01")] },
                .post("fitness-goals/:goal/plan/template", about: ["plantemplate"]) {
                    [("template", ExampleGoal($0).template.description), ("from", "2026-11-24")]
                },
                .post("fitness-goals/:goal/plan/templates", about: ["workout"]) {
                    [("name", "Kept \($0.word.prefix(20)) \(ID.make())"), ("shown", "2026-11-01")]
                },
                .post("fitness-goals/:goal/plan/:workout") {
                    [("title", "Swim \($0.word)"), ("shown", "2026-11-01"), ("version", "1")]
                },
                .post("fitness-goals/:goal/plan/:workout/day") { _ in
                    [("slot", "2026-11-25"), ("scope", "rest"), ("shown", "2026-11-01"), ("version", "1")]
                },
                .post("fitness-goals/:goal/plan/:workout/deletion") { _ in [("shown", "2026-11-01"), ("version", "1")]
                },
                .post("fitness-goals/:goal/plan/moves/:planmove/undo"),
                .post("fitness-goals/:goal/plan/batches/:planbatch/undo"),
                .post("fitness-goals/:goal/food") { [("day", ""), ("meal", "lunch"), ("text", "Soup of \($0.word)")] },
                .post("fitness-goals/:goal/food/:food") {
                    [("day", "2026-11-24"), ("meal", "dinner"), ("text", "Fish of \($0.word)"), ("version", "1")]
                },
                .post("fitness-goals/:goal/food/:food/deletion") { _ in [("version", "1")] },
                .post("fitness-templates/:plantemplate/deletion"),
                .post("fitness-templates/:plantemplate/application") { _ in
                    [("from", "2026-11-24"), ("scope", "in_progress"), ("group", ""), ("planned", "add")]
                },
                .post("fitness-plan-runs/:planrun/run"), .post("fitness-plan-runs/:planrun/stop"),
                .post("fitness-plan-runs/:planrun/undo"),
                .post("fitness-rewards/:reward/gift") { [("note", "by \($0.word)")] },
                .post("fitness-rewards/:reward/reopening") { [("note", "by \($0.word)")] },
                .post("fitness-rewards/views") { _ in [("name", "Of the examples"), ("view", "state=due")] },
                .post("fitness-rewards/views/:view/deletion"),
                .service(.put, "me/measures") { _ in #"{"units":"metric","height":1715,"weight":64200,"age":34}"# },
                .service(.put, "me/role") { _ in #"{"role":"recipient"}"# },
                .service(.put, "me/goals/:goal/plan/:workout/tick"),
                .service(.delete, "me/goals/:goal/plan/:workout/tick"),
                .service(.put, "me/goals/:goal/plan/:workout/day") { _ in #"{"day":"2026-11-25"}"# },
                .service(.put, "me/goals/:goal/food/:food/tick"), .service(.delete, "me/goals/:goal/food/:food/tick"),
                .service(.put, "me/goals/:goal/recommendations/:recommendation/tick"),
                .service(.delete, "me/goals/:goal/recommendations/:recommendation/tick"),
                .service(.post, "me/goals/:goal/reward") { #"{"note":"by \#($0.word)"}"# },
                .service(.post, "me/goals/:goal/sponsors/:sponsor/dispute") { #"{"note":"by \#($0.word)"}"# },
                .service(.post, "me/goals/:goal/sponsors/:sponsor/dispute/end"),
                .service(.post, "me/goals", about: ["goal"]) { Self.draft($0) },
                .service(.put, "me/goals/:goal") { Self.draft($0) },
                .service(.post, "me/goals/:goal/proposal"),
                .service(.post, "me/goals/:goal/withdrawal"),
                .service(.post, "me/goals/:goal/abandonment"),
                .service(.post, "me/goals/:goal/acceptance") { _ in #"{"version":1}"# },
                .service(.post, "me/goals/:goal/rejection") { #"{"comment":"Smaller, \#($0.word)"}"# },
                .service(.put, "me/goals/:goal/weights") { _ in #"{"day":"2026-11-20","grams":81000}"# },
                .service(.post, "me/goals/:goal/comments") { #"{"text":"Well done, \#($0.word)"}"# },
                .post("fitness-goals/:goal/files") { values in
                    let document = String(decoding: UserFilesFeature.document(values.word), as: UTF8.self)
                    return [("key", "proof"), ("file-proof", document)]
                },
                .post("fitness-activities/:activity/unmatching"), .post("fitness-activities/:activity/removal"),
                .service(.post, "me/activities") { ExampleActivity.strava($0.word) },
                .service(.post, "me/activities/files", type: TrackerFormat.gpx.mediaType) { _ in ExampleActivity.track
                },
                .service(.delete, "me/activities/:activity"), .service(.delete, "me/activities/:activity/match"),
                .service(.post, "me/activity-uploads") { _ in #"{"format":"gpx"}"# },
                .service(.post, "me/activity-uploads/:activityupload/pieces", type: "application/octet-stream") { _ in
                    ExampleActivity.track
                },
                .service(.post, "me/activity-uploads/:activityupload/completion"),
                .service(.put, "me/goals/:goal/feed/:post/like"),
                .service(.delete, "me/goals/:goal/feed/:post/like"),
            ],
            objects: [
                ObjectExample("goal") { tx, values in try ExampleGoal(values).make(in: tx).goal },
                ObjectExample("workout") { tx, values in try ExampleGoal(values).make(in: tx).workout },
                ObjectExample("planmove") { tx, values in try ExampleGoal(values).make(in: tx).move },
                ObjectExample("planbatch") { tx, values in
                    let batch = ID.make()
                    let workout = try ExampleGoal(values).make(in: tx).workout
                    try tx.execute(
                        """
                        update fitness_sessions set run_id = \(batch), move_id = null, moved_at = null, moved_from = null,
                            moved_place = null, moved_with = null
                        where fitness_sessions.id = \(workout)
                        """)
                    return batch
                },
                ObjectExample("food") { tx, values in try ExampleGoal(values).make(in: tx).food },
                ObjectExample("recommendation") { tx, values in try ExampleGoal(values).make(in: tx).advice },
                ObjectExample("plantemplate") { tx, values in try ExampleGoal(values).make(in: tx).template },
                ObjectExample("planrun") { tx, values in try ExampleGoal(values).make(in: tx).run },
                ObjectExample("reward") { tx, values in try ExampleGoal(values).make(in: tx).reward },
                ObjectExample("post") { tx, values in try ExampleGoal(values).make(in: tx).post },
                ObjectExample("sponsor") { tx, values in try ExampleGoal(values).make(in: tx).sponsor },
                ObjectExample("sponsorgroup") { tx, values in try ExampleGoal(values).make(in: tx).group },
                ObjectExample("goalfile") { tx, values in
                    try ExampleActivity.file(of: try ExampleGoal(values).make(in: tx).goal, values, in: tx)
                },
                ObjectExample("activity") { tx, values in
                    let example = try ExampleGoal(values).make(in: tx)
                    return try ExampleActivity.matched(with: example.workout, values, in: tx)
                },
                ObjectExample("activityupload") { tx, values in try ExampleActivity.upload(values, in: tx) },
                ObjectExample("groupmember") { tx, values in try ExampleGoal(values).make(in: tx).sponsor },
            ],
            entries: [Popups.catalogue.path: ["form": "popup"]])
    }

    private static func draft(_ values: ExampleValues) -> String {
        let example = ExampleGoal(values)
        return
            #"{"type":"\#(ExampleGoal.type)","answers":{},"sponsors":["\#(example.sponsor)"],"reward":{"text":"Shoes","minor":500000,"currency":"RUB"}}"#
    }
}

/// Makes one goal with one row in every table. Ids that a form or a body names are computed from the word; made again, the goal returns to its
/// first state.
private struct ExampleGoal {
    static let type = "example-goal"

    let goal: ID
    let post: ID
    let workout: ID
    /// The last move of the workout.
    let move: ID
    let food: ID
    /// A recommendation.
    let advice: ID
    let template: ID
    let run: ID
    let reward: ID
    let sponsor: ID
    let group: ID
    let email: String
    private let values: ExampleValues
    /// Whether the route wants the user as the goal's sponsor.
    private let isSponsor: Bool

    init(_ values: ExampleValues) {
        /// FNV-1a: the same in every process.
        func id(_ name: String) -> ID {
            let hash = (values.objectsWord + name).utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            return ID(high: hash, low: ~hash)
        }
        self.values = values
        isSponsor =
            values.pattern.hasSuffix("/acceptance") || values.pattern.hasSuffix("/rejection")
            || values.pattern.hasSuffix("/goals/:goal/reward")
        (sponsor, group) = (id("sponsor"), id("group"))
        let whose = "\(isSponsor ? "backed by" : "of") \(values.user)"
        (goal, post) = (id("goal \(whose)"), id("post \(whose)"))
        (workout, template, reward) = (id("workout \(whose)"), id("template"), id("reward \(whose)"))
        (run, move) = (id("run \(whose)"), id("move \(whose)"))
        (food, advice) = (id("food \(whose)"), id("advice"))
        email = "sponsor-\(sponsor)@example.net"
    }

    /// The state that the route requires of the goal.
    private var state: GoalState {
        let end = values.pattern.split(separator: "/").last.map(String.init) ?? ""
        return switch end {
        case "proposal",
            ":goal" where values.pattern.hasPrefix("/v1/"):
            .draft
        case "withdrawal", "acceptance", "rejection": .proposed
        case "reward", "dispute", "end", "gift", "reopening": .done
        default: .inProgress
        }
    }

    /// A published entry; the one that there is when the key is taken.
    private static func add(
        _ catalogue: String, _ key: String, _ id: ID, named word: String, more: String = "",
        in tx: borrowing TenantTransaction
    ) throws -> ID {
        let added = try tx.execute(
            """
            insert into catalogue_entries (tenant_id, id, catalogue, key, position, created_at)
            values (\(tx.tenant), \(id), \(catalogue), \(key), 900, now()) on conflict do nothing
            """)
        guard added == 1 else {
            let held: SQL = """
                select catalogue_entries.id from catalogue_entries
                where catalogue_entries.catalogue = \(catalogue) and catalogue_entries.key = \(key)
                """
            return try tx.first(held)?.id("id") ?? id
        }
        let field = #""fields.1.key":"proof","fields.1.kind":"file","fields.1.label.en":"Proof""#
        let content = "{\"name.en\":\"Of \(word)\"\(more)\(catalogue == "goals" ? ",\(field)" : "")}"
        try tx.execute(
            """
            insert into catalogue_versions
                (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at)
            values (\(tx.tenant), \(id), 1, 'published', \(content), \("Of \(word)"), '{en}',
                now() - interval '1 minute', 'examples', now())
            """)
        return id
    }

    func make(in tx: borrowing TenantTransaction) throws -> ExampleGoal {
        let (tenant, word) = (tx.tenant, values.objectsWord)
        try tx.execute(
            """
            insert into users (tenant_id, id, email, name, status, role, created_at)
            values (\(tenant), \(sponsor), \(email), \("Sponsor \(word)"), 'active', 'sponsor', now())
            on conflict (tenant_id, id) do nothing
            """)
        // All examples of a tenant are of one type, which calls name by its key.
        let entry = try Self.add("goals", Self.type, .make(), named: word, in: tx)
        _ = try Self.add("categories", "group-\(word)", group, named: word, in: tx)
        try tx.execute(SponsorQueries.join(sponsor, group, tenant: tenant, now: .now))
        let recipient = isSponsor ? sponsor : values.user
        try tx.execute(
            """
            insert into fitness_goals
                (tenant_id, id, user_id, entry_id, entry_version, answers, state, rule, rule_start, rule_target, reward, reward_minor,
                reward_currency, created_at, changed_at, proposed_at, accepted_at)
            values (\(tenant), \(goal), \(recipient), \(entry), 1, '{}', 'cancelled', 'weight', 90000, 80000, \("Shoes of \(word)"),
                500000, 'RUB', now(), now(), now(), now())
            on conflict (tenant_id, id) do update set state = 'cancelled', percent = 0, rule = 'weight', rule_start = 90000,
                rule_target = 80000, ended_at = null, version = 1
            """)
        // Another one of the same sponsor may be in progress.
        try tx.execute(
            """
            update fitness_goals set state = 'done' where fitness_goals.user_id = \(recipient) and fitness_goals.state = 'in_progress'
            """)
        try tx.execute(
            "update fitness_goals set state = \(state.rawValue) where fitness_goals.id = \(goal)")
        let isAccepted = state == .inProgress || state == .done
        let owed: RewardState =
            switch values.pattern.split(separator: "/").last.map(String.init) ?? "" {
            case _ where state == .inProgress: .promised
            case "reopening", "end": .disputed
            case "dispute": .given
            default: .due
            }
        try tx.execute(
            """
            insert into fitness_backings (tenant_id, id, goal_id, user_id, answer, answered_at, comment, reward_state, due_at, given_at)
            values (\(tenant), \(reward), \(goal), \(isSponsor ? values.user : sponsor), \(isAccepted ? "accepted" : "asked"),
                case when \(isAccepted) then now() end, \("Words of \(word)"), \(isAccepted ? owed.rawValue : "none"),
                case when \(state == .done) then now() end, case when \(state == .done && (owed == .given || owed == .disputed)) then now() end)
            on conflict (tenant_id, goal_id, user_id) do update set answer = excluded.answer, answered_at = excluded.answered_at,
                reward_state = excluded.reward_state, due_at = excluded.due_at, given_at = excluded.given_at, reward_note = ''
            """)
        try tx.execute(
            """
            insert into fitness_sessions
                (tenant_id, id, goal_id, user_id, day, place, title, ticked_at, move_id, moved_at, moved_from, moved_place, moved_with)
            values (\(tenant), \(workout), \(goal), \(recipient), '2026-11-24', 0, \("Run of \(word)"), null, \(move), now(), '2026-11-23', 0, 1)
            on conflict (tenant_id, id) do update set day = excluded.day, title = excluded.title, ticked_at = null,
                move_id = excluded.move_id, moved_at = excluded.moved_at, moved_from = excluded.moved_from,
                moved_place = excluded.moved_place, moved_with = excluded.moved_with, version = 1
            """)
        try tx.execute(
            """
            insert into fitness_foods (tenant_id, id, goal_id, user_id, meal, text, created_at)
            values (\(tenant), \(food), \(goal), \(recipient), 'lunch', \("Soup of \(word)"), now())
            on conflict (tenant_id, id) do update set ticked_at = null, version = 1
            """)
        // Meant for all recipients, so neither its key nor its text says whose example it is.
        let shown = try Self.add(
            "recommendations", "advice-\(advice)", advice, named: word,
            more: #","text.en":"Walk each day","confirm":"yes""#, in: tx)
        try tx.execute(FoodQueries.confirm(shown, of: goal, by: recipient, tenant: tenant, now: .now))
        try tx.execute(
            """
            insert into fitness_templates (tenant_id, id, entry_id, name, created_at)
            values (\(tenant), \(template), \(entry), \("Template of \(word)"), now()) on conflict do nothing
            """)
        try tx.execute(
            """
            insert into fitness_template_sessions (tenant_id, template_id, place, day_offset, title)
            values (\(tenant), \(template), 0, 0, \("Session of \(word)")) on conflict do nothing
            """)
        let (stage, member) =
            values.pattern.hasSuffix("/stop")
            ? ("running", "due") : values.pattern.hasSuffix("/undo") ? ("done", "done") : ("ready", "due")
        try tx.execute(
            """
            insert into fitness_plan_runs (tenant_id, id, template_id, name, entry_id, first_day, scope, skips_planned, state, total, due,
                done, created_by, created_name, created_at, asked_by, asked_name, asked_address, asked_request, undo_until, expires_at)
            values (\(tenant), \(run), \(template), \("Template of \(word)"), \(entry), '2026-11-24', 'in_progress', false, \(stage), 1,
                case when \(member)::text = 'due' then 1 else 0 end, case when \(member)::text = 'done' then 1 else 0 end, \(ID.make()),
                \("Admin of \(word)"), now(), \(ID.make()), \("Admin of \(word)"), '', '', now() + interval '1 hour',
                now() + interval '1 day')
            on conflict (tenant_id, id) do update set state = excluded.state, due = excluded.due, done = excluded.done
            """)
        try tx.execute(
            """
            insert into fitness_plan_run_goals (tenant_id, run_id, number, goal_id, state)
            values (\(tenant), \(run), 1, \(goal), \(member))
            on conflict (tenant_id, run_id, number) do update set state = excluded.state
            """)
        try tx.execute(
            GoalQueries.weigh(goal, of: recipient, tenant: tenant, day: "2026-11-01", grams: 88_000))
        try tx.execute(
            """
            insert into fitness_posts (tenant_id, id, goal_id, act, role, user_id, text, posted_at)
            values (\(tenant), \(post), \(goal), 'comment', 'recipient', \(recipient), \("Post of \(word)"), now())
            on conflict (tenant_id, id) do nothing
            """)
        try tx.execute(PostQueries.like(post, by: sponsor, tenant: tenant, now: .now))
        return self
    }
}
