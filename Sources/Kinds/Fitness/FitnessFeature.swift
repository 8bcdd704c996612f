import Console
import Core
import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// Goals of recipients, and the sponsors who back them.
package struct FitnessFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("fitness", Strings.guide_topic_fitness, about: Strings.guide_about_fitness)
    }
    package var place: Place { .kind("fitness") }
    package var userRoles: [String: StringKey] {
        ["recipient": Strings.fitness_recipient, "sponsor": Strings.fitness_sponsor]
    }
    package var permissions: [Permission] { Permission.ofFitness }
    package var auditActions: [AuditAction] { AuditAction.ofFitness }
    package var objectKinds: [ObjectKind] { [.goal, .sponsor, .planTemplate, .planRun] }
    package var objectNames: [ObjectNames] {
        [
            ObjectNames(
                of: .goal, needs: .seeFitness, path: GoalList.list.path, names: GoalQueries.names,
                words: { name, language in Strings.fitness_goal_of(name: name).resolve(in: language) }),
            ObjectNames(
                of: .sponsor, needs: .seeFitness, path: SponsorList.list.path, names: SponsorQueries.names),
        ]
    }
    /// Goals are found by their recipient, as lists call them, and sponsors by their own name.
    package var findSources: [FindSource] {
        [
            FindSource(Strings.fitness_goals, icon: "goal", needs: .seeFitness, query: GoalQueries.found),
            FindSource(Strings.fitness_sponsors, icon: "users", needs: .seeFitness, query: SponsorQueries.found),
        ]
    }
    package var lists: [ListDeclaration] { [GoalList.list, SponsorList.list, RewardList.list] }
    package var reports: [any MailedReport.Type] { [GoalReport.self, SponsorReport.self] }
    package var messageTriggers: [MessageTrigger] { GoalTriggers.all }
    package var catalogues: [CatalogueDeclaration] { [Popups.catalogue] }
    package var imports: [any ImportDeclaration.Type] { [CatalogueImport<Popups>.self] }
    package var jobs: [any Job.Type] { [PlanRunWork.self, StatementMail.self, ActivityFileWork.self] }
    package var timers: [HouseTimer] {
        [
            .forgetting("applied templates", PlanRunQueries.deleteOld),
            .forgetting("files of trackers whose time is over", ActivityQueries.forget),
        ]
    }
    package var homeCards: [any HomeCard.Type] { [FitnessCard.self] }
    package var userCards: [any UserCard.Type] { [UserGoalsCard.self, UserActivitiesCard.self] }
    package var appEvents: [AppEvents] {
        [
            AppEvents(
                Strings.fitness_activity_set, needs: UserGoalsCard.needs, words: AppEvents.nameOfEntry
            ) { GoalQueries.lastSet(by: $0) },
            AppEvents(
                Strings.fitness_activity_ended, needs: UserGoalsCard.needs, words: AppEvents.nameOfEntry
            ) { GoalQueries.lastEnded(of: $0) },
        ]
    }
    /// Recipient and sponsors of one goal, and the sponsors of one group.
    package var sharedGroups: [SharedGroups] { [SharedGroups { "fitness_share(users.id, \($0))" }] }
    package var fileReaders: [any ConfinedFileReader.Type] { [TrackerFileReader.self] }
    package var demo: (any DemoRows.Type)? { FitnessDemo.self }

    /// What others wrote about a person's goal goes with the goal.
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "fitness_group_members", Strings.fitness_groups, columns: ["group_id", "joined_at"], erased: .deleted),
            PersonalTable(
                "fitness_goals", Strings.fitness_goals,
                columns: [
                    "answers", "state", "percent", "rule", "rule_start", "rule_target", "reward", "reward_minor",
                    "reward_currency", "created_at", "proposed_at", "accepted_at", "changed_at", "ended_at",
                ],
                derived: [
                    ("goal", "found.id"),
                    ("type", "select entry.key from catalogue_entries as entry where entry.id = found.entry_id"),
                    ("type_name", EntryNames.now("found.entry_id")),
                    ("sponsors", Self.sponsorsOfGoal),
                ], sums: PersonalSums(["reward_minor"], in: "reward_currency"), erased: .deleted),
            PersonalTable(
                "fitness_backings", Strings.fitness_personal_backings,
                columns: [
                    "answer", "answered_at", "comment", "reward_state", "due_at", "given_at", "reward_note",
                    "dispute_note",
                ], derived: [Self.ofGoal], erased: .deleted),
            PersonalTable(
                "fitness_sessions", Strings.fitness_sessions_title,
                columns: ["day", "title", "detail", "minutes", "ticked_at", "tracker", "moved_from", "moved_at"],
                derived: [Self.ofGoal], erased: .deleted),
            PersonalTable(
                "fitness_foods", Strings.fitness_food_card,
                columns: ["day", "meal", "text", "created_at", "ticked_at"],
                derived: [Self.ofGoal], erased: .deleted),
            PersonalTable(
                "fitness_confirmations", Strings.fitness_recommendations, columns: ["entry_id", "ticked_at"],
                derived: [Self.ofGoal], erased: .deleted),
            PersonalTable(
                "fitness_weights", Strings.fitness_fact_weight, columns: ["day", "grams"],
                derived: [Self.ofGoal], erased: .deleted),
            PersonalTable(
                "fitness_posts", Strings.fitness_feed,
                columns: [
                    "act", "text", "percent", "tracker", "activity", "metres", "seconds", "activities", "done_at",
                    "posted_at",
                ], derived: [("post", "found.id"), Self.ofGoal], erased: .deleted),
            PersonalTable(
                "fitness_activities", Strings.fitness_activities,
                columns: [
                    "source", "kind", "started_at", "seconds", "day", "metres", "kilocalories", "beats", "matched_at",
                    "removed_at", "created_at",
                ],
                derived: [
                    (
                        "goal",
                        "select sessions.goal_id from fitness_sessions as sessions where sessions.id = found.session_id"
                    )
                ], erased: .deleted),
            PersonalTable(
                "fitness_activity_uploads", Strings.fitness_personal_uploads,
                columns: ["format", "state", "bytes", "found", "added", "created_at"],
                erased: .deleted),
            PersonalTable(
                "fitness_likes", Strings.fitness_personal_likes, columns: ["post_id", "liked_at"], erased: .deleted),
        ]
    }

    /// Of which goal a row is, by the id that the goals have in the same archive.
    private static let ofGoal: (name: SQL, value: SQL) = ("goal", "found.goal_id")

    /// Whom a recipient asked and what they answered. A name is there once its sponsor accepted, as the recipient reads it.
    private static let sponsorsOfGoal: SQL = """
        select coalesce(json_agg(json_build_object('id', backings.user_id, 'name', case when backings.answer = 'accepted' then sponsors.name end,
            'answer', backings.answer, 'comment', backings.comment, 'reward', backings.reward_state) order by backings.user_id), '[]')
        from fitness_backings as backings join users as sponsors on sponsors.id = backings.user_id where backings.goal_id = found.id
        """

    package var auditFields: [AuditField] {
        [
            AuditField(
                "state", Strings.fitness_state, of: .goal, values: GoalState.allCases.map { ($0.rawValue, $0.label) }),
            Self.number("percent", Strings.fitness_percent, of: .goal),
            AuditField(
                "rule", Strings.fitness_rule, of: .goal,
                values: PercentRule.Kind.allCases.map { ($0.rawValue, $0.label) }),
            AuditField(
                "plan_is_whole", Strings.fitness_audit_plan_whole, of: .goal,
                values: [("yes", Strings.form_yes), ("no", Strings.form_no)]),
            .keys("type", Strings.fitness_type, of: .goal, named: EntryNames.named(Goals.catalogue.path)),
            AuditField("day", Strings.fitness_session_day, of: .goal, value: Self.day),
            Self.number("sessions", Strings.fitness_sessions_title, of: .goal),
            Self.number("sessions_along", Strings.fitness_sessions_along, of: .goal),
            AuditField("text", Strings.fitness_audit_text, of: .goal),
            AuditField("reward", Strings.fitness_reward, of: .goal),
            AuditField("sponsor", Strings.fitness_sponsor, of: .goal, refersTo: .user),
            AuditField(
                "reward_state", Strings.fitness_reward, of: .goal,
                values: RewardState.allCases.map { ($0.rawValue, $0.label) }),
            .keys("group", Strings.fitness_group, of: .sponsor, named: EntryNames.named(Categories.catalogue.path)),
            AuditField("period", Strings.fitness_period, of: .sponsor) { value, language in
                RewardPeriod(value)?.words(language) ?? value
            },
            // Runs are gone after two weeks: there is no page to name.
            AuditField("plan_run", Strings.fitness_runs, of: .goal) { value, _ in String(value.prefix(8)) },
            AuditField("template", Strings.fitness_run_template, of: .planRun),
            AuditField("first_day", Strings.fitness_run_first_day, of: .planRun, value: Self.day),
            Self.number("goals_due", Strings.fitness_run_goals_due, of: .planRun),
            Self.number("goals_changed", Strings.fitness_run_goals_changed, of: .planRun),
            Self.number("goals_kept", Strings.fitness_run_goals_kept, of: .planRun),
            Self.number("goals_unfit", Strings.fitness_run_goals_unfit, of: .planRun),
            Self.number("goals_done", Strings.fitness_run_goals_done, of: .planRun),
            Self.number("goals_undone", Strings.fitness_run_goals_undone, of: .planRun),
            Self.number("goals_already", Strings.fitness_run_goals_already, of: .planRun),
            AuditField(
                "role", Strings.user_role, of: .user,
                values: [("recipient", Strings.fitness_recipient), ("sponsor", Strings.fitness_sponsor)]),
            AuditField("tracker", Strings.fitness_tracker, of: .user) { value, _ in
                TrackerSource(rawValue: value)?.name ?? value
            },
            Self.number("added", Strings.fitness_activities_added, of: .user),
            Self.number("duplicates", Strings.fitness_activities_duplicates, of: .user),
            Self.number("matched", Strings.fitness_activities_matched, of: .user),
        ] + measures
    }

    /// A day, as the reader's language writes it.
    private static func day(_ value: String, _ language: Language) -> String {
        LocalTime(day: value).map { DateStyle(language).date($0) } ?? value
    }

    /// A number, in the reader's digits.
    private static func number(_ name: String, _ label: StringKey, of kind: ObjectKind) -> AuditField {
        AuditField(name, label, of: kind) { value, language in
            Int(value).map { NumberStyle(language).integer($0) } ?? value
        }
    }

    /// What users say about their bodies, as their facts have it.
    private var measures: [AuditField] {
        FitnessKind().facts.filter { Measures.keys.contains($0.key) }.map { fact in
            guard case .choice(let choices) = fact.form else { return AuditField(fact.key, fact.label, of: .user) }
            return AuditField(fact.key, fact.label, of: .user, values: choices.map { ($0.value, $0.label) })
        }
    }

    package var menu: [MenuEntry] {
        [
            MenuEntry(.people, Strings.fitness_goals, icon: "goal", path: GoalList.list.path, needs: .seeFitness),
            MenuEntry(
                .people, Strings.fitness_sponsors, icon: "users", path: SponsorList.list.path, needs: .seeFitness),
            MenuEntry(
                .people, Strings.fitness_groups, icon: "tag", path: ShowSponsorGroups.path, needs: .seeFitness),
            MenuEntry(.people, Strings.fitness_rewards, icon: "tag", path: RewardList.list.path, needs: .seeFitness),
            MenuEntry(
                .content, Strings.fitness_templates, icon: "copy", path: ShowTemplates.path, needs: .seeFitness),
            MenuEntry(
                .content, Popups.catalogue.title, icon: Popups.catalogue.icon, path: Popups.catalogue.path,
                needs: .seeCatalogue),
            MenuEntry(.reports, Strings.fitness_report, icon: "goal", path: GoalReport.head.path, needs: .seeFitness),
            MenuEntry(
                .reports, Strings.fitness_sponsor_report, icon: "users", path: SponsorReport.head.path,
                needs: .seeFitness),
            MenuEntry(.reports, Strings.fitness_funnel, icon: "report", path: ShowFunnel.path, needs: .seeFitness),
        ]
    }

    package var routes: [Route] {
        Route.list(GoalList.self, needs: .seeFitness) + Route.list(SponsorList.self, needs: .seeFitness)
            + Route.list(RewardList.self, needs: .seeFitness)
            + Route.files(RewardStatement.self, needs: .exportFitness) + Route.report(GoalReport.self)
            + Route.report(SponsorReport.self) + Route.catalogue(Popups.self) + console + plans + phones + trackers
    }

    private var console: [Route] {
        [
            .get("fitness-goals/:goal", needs: .seeFitness, ShowGoal.self),
            .post("fitness-goals/:goal/percent", needs: .editFitness, SetGoalPercent.self),
            .post("fitness-goals/:goal/rule", needs: .editFitness, SetGoalRule.self),
            .post("fitness-goals/:goal/cancellation", needs: .editFitness, CancelGoal.self),
            .post("fitness-goals/:goal/comments", needs: .editFitness, CommentAsAdmin.self),
            .post("fitness-goals/:goal/acknowledgement", needs: .editFitness, AcknowledgeGoal.self),
            .get("fitness-goals/:goal/food", needs: .seeFitness, ShowFood.self),
            .post("fitness-goals/:goal/food", needs: .editFitness, AddFood.self),
            .post("fitness-goals/:goal/food/:food", needs: .editFitness, EditFood.self),
            .post("fitness-goals/:goal/food/:food/deletion", needs: .editFitness, DeleteFood.self),
            .post("fitness-goals/:goal/files", needs: .editFitness, AttachGoalFile.self).upload(UserFile.largest),
            .get("fitness-goals/:goal/files/:goalfile", needs: .seeFitness, ShowGoalFile.self),
            .post("fitness-activities/:activity/unmatching", needs: .editFitness, UnmatchAsAdmin.self),
            .post("fitness-activities/:activity/removal", needs: .editFitness, RemoveActivityAsAdmin.self),
            .get("fitness-sponsors/:sponsor", needs: .seeFitness, ShowSponsor.self),
            .post("fitness-sponsors/:sponsor/group", needs: .editFitness, SetSponsorGroup.self),
            .post("fitness-sponsors/:sponsor/statement", needs: .editFitness, MailStatement.self),
            .get(ShowStatement.path, needs: .seeFitness, ShowStatement.self),
            .get("fitness-groups", needs: .seeFitness, ShowSponsorGroups.self),
            .get("fitness-groups/:sponsorgroup", needs: .seeFitness, ShowSponsorGroup.self),
            .post("fitness-groups/:sponsorgroup/members", needs: .editFitness, AddGroupMember.self),
            .post(
                "fitness-groups/:sponsorgroup/members/:groupmember/removal", needs: .editFitness,
                RemoveGroupMember.self),
        ]
    }

    private var plans: [Route] {
        [
            .get("fitness-goals/:goal/plan", needs: .seeFitness, ShowPlan.self),
            .post("fitness-goals/:goal/plan", needs: .editFitness, AddSession.self),
            .post("fitness-goals/:goal/plan/copies", needs: .editFitness, CopyMonth.self),
            .post("fitness-goals/:goal/plan/template", needs: .editFitness, ApplyTemplate.self),
            .post("fitness-goals/:goal/plan/templates", needs: .editFitness, SaveTemplate.self),
            .post("fitness-goals/:goal/plan/:workout", needs: .editFitness, EditSession.self),
            .post("fitness-goals/:goal/plan/:workout/day", needs: .editFitness, MovePlannedSession.self),
            .post("fitness-goals/:goal/plan/:workout/deletion", needs: .editFitness, DeleteSession.self),
            .post("fitness-goals/:goal/plan/moves/:planmove/undo", needs: .editFitness, UndoPlanMove.self),
            .post("fitness-goals/:goal/plan/batches/:planbatch/undo", needs: .editFitness, UndoPlanBatch.self),
            .get("fitness-templates", needs: .seeFitness, ShowTemplates.self),
            .post("fitness-templates/:plantemplate/deletion", needs: .editFitness, DeleteTemplate.self),
            .get("fitness-templates/:plantemplate/application", needs: .editFitness, ShowPlanRunForm.self),
            .post("fitness-templates/:plantemplate/application", needs: .editFitness, PreparePlanRun.self),
            .get("fitness-plan-runs", needs: .seeFitness, ShowPlanRuns.self),
            .get("fitness-plan-runs/:planrun", needs: .seeFitness, ShowPlanRun.self),
            .post("fitness-plan-runs/:planrun/run", needs: .editFitness, StartPlanRun.self),
            .post("fitness-plan-runs/:planrun/stop", needs: .editFitness, StopPlanRun.self),
            .post("fitness-plan-runs/:planrun/undo", needs: .editFitness, UndoPlanRun.self),
            .get("fitness-rewards/:reward", needs: .seeFitness, ShowReward.self),
            .post("fitness-rewards/:reward/gift", needs: .editFitness, GiveReward.self),
            .post("fitness-rewards/:reward/reopening", needs: .editFitness, ReopenReward.self),
            .get("reports/fitness-funnel", needs: .seeFitness, ShowFunnel.self),
        ]
    }

    /// What the apps of users bring from trackers.
    private var trackers: [Route] {
        [
            .service(.get, "me/activities", for: .user, ReadActivities.self),
            .service(.post, "me/activities", for: .user, AddActivities.self),
            .service(.post, "me/activities/files", for: .user, AddActivityFile.self).accepting(AddActivityFile.largest),
            .service(.delete, "me/activities/:activity", for: .user, RemoveActivity.self),
            .service(.delete, "me/activities/:activity/match", for: .user, UnmatchActivity.self),
            .service(.post, "me/activity-uploads", for: .user, BeginActivityUpload.self),
            .service(.get, "me/activity-uploads/:activityupload", for: .user, ReadActivityUpload.self),
            .service(.post, "me/activity-uploads/:activityupload/pieces", for: .user, AddActivityPiece.self)
                .accepting(ActivityUpload.largestPiece),
            .service(.post, "me/activity-uploads/:activityupload/completion", for: .user, CompleteActivityUpload.self),
        ]
    }

    /// For the users of the app, on their own behalf: a goal is there for its recipient, and once it was proposed for its sponsors.
    private var phones: [Route] {
        func read(_ path: String, _ call: any ServiceAnswering.Type) -> Route {
            .service(.get, "me/\(path)", for: .user, call)
        }
        func write(_ method: HTTPRequest.Method, _ path: String, _ call: any ServiceAnswering.Type) -> Route {
            .service(method, "me/\(path)", for: .user, call)
        }
        return [
            read("role", ReadRole.self), write(.put, "role", ChooseRole.self), read("sponsors", ReadSponsors.self),
            read("measures", ReadMeasures.self), write(.put, "measures", SaveMeasures.self),
            read("goals", ReadGoals.self), write(.post, "goals", AddGoal.self),
            read("backed-goals", ReadBackedGoals.self), read("feed", ReadFeed.self),
            read("week", ReadWeek.self),
            read("goals/:goal", ReadGoal.self), write(.put, "goals/:goal", AmendGoal.self),
            write(.post, "goals/:goal/proposal", ProposeGoal.self),
            write(.post, "goals/:goal/withdrawal", WithdrawGoal.self),
            write(.post, "goals/:goal/abandonment", GiveUpGoal.self),
            write(.post, "goals/:goal/acceptance", AcceptGoal.self),
            write(.post, "goals/:goal/rejection", RejectGoal.self),
            write(.put, "goals/:goal/weights", SaveWeight.self),
            read("goals/:goal/plan", ReadPlan.self),
            write(.put, "goals/:goal/plan/:workout/tick", TickSession.self),
            write(.delete, "goals/:goal/plan/:workout/tick", UntickSession.self),
            write(.put, "goals/:goal/plan/:workout/day", MoveSession.self),
            read("goals/:goal/dashboard", ReadDashboard.self), read("goals/:goal/food", ReadFood.self),
            write(.put, "goals/:goal/food/:food/tick", TickFood.self),
            write(.delete, "goals/:goal/food/:food/tick", UntickFood.self),
            read("goals/:goal/recommendations", ReadRecommendations.self),
            write(.put, "goals/:goal/recommendations/:recommendation/tick", TickRecommendation.self),
            write(.delete, "goals/:goal/recommendations/:recommendation/tick", UntickRecommendation.self),
            write(.post, "goals/:goal/reward", GiveRewardByPhone.self),
            write(.post, "goals/:goal/sponsors/:sponsor/dispute", DisputeReward.self),
            write(.post, "goals/:goal/sponsors/:sponsor/dispute/end", WithdrawDispute.self),
            read("goals/:goal/files/:goalfile", ReadGoalFile.self),
            read("goals/:goal/feed", ReadGoalFeed.self),
            write(.post, "goals/:goal/comments", CommentGoal.self),
            write(.put, "goals/:goal/feed/:post/like", LikePost.self),
            write(.delete, "goals/:goal/feed/:post/like", UnlikePost.self),
            read("goal-types", ReadGoalTypes.self), read("popups", ReadPopups.self),
            read("images/:image", ReadMyImage.self),
        ]
    }
}
