import Console
import Core
import Postgres
import Support
import Testing

@testable import Fitness
@testable import roost

/// The state machine, walked whole: all states × all acts × all roles, in the table and in the database.
extension OnFitness {
    @Suite struct GoalStepTests {
        /// Written by hand, as the specification has it: by role and act, the states in which it is allowed and what it leads to. `=` stays.
        private static let allowed: [String: [String: String]] = [
            "recipient amend": ["draft": "=", "proposed": "=", "rejected": "="],
            "recipient propose": ["draft": "proposed", "rejected": "proposed"],
            "recipient withdraw": ["draft": "withdrawn", "proposed": "withdrawn", "rejected": "withdrawn"],
            "recipient give_up": ["in_progress": "given_up"], "recipient weigh": ["in_progress": "="],
            "recipient tick": ["in_progress": "="], "recipient untick": ["in_progress": "="],
            "admin attach": ["proposed": "=", "rejected": "=", "in_progress": "="],
            "admin untick": ["in_progress": "="], "recipient record": ["in_progress": "="],
            "recipient move": ["in_progress": "="],
            "sponsor accept": ["proposed": "in_progress", "in_progress": "="],
            "sponsor reject": ["proposed": "rejected", "in_progress": "="],
            "admin set_percent": ["in_progress": "=", "done": "in_progress"], "admin set_rule": ["in_progress": "="],
            "admin move": ["in_progress": "="],
            "admin plan": ["draft": "=", "proposed": "=", "rejected": "=", "in_progress": "="],
            "admin cancel": [
                "draft": "cancelled", "proposed": "cancelled", "rejected": "cancelled", "in_progress": "cancelled",
            ], "recipient comment": shown, "sponsor comment": backed, "admin comment": shown, "recipient like": shown,
            "sponsor like": backed, "recipient unlike": shown, "sponsor unlike": backed,
        ]

        private static let shown = Dictionary(
            uniqueKeysWithValues: [
                "proposed", "rejected", "in_progress", "done", "withdrawn", "given_up", "cancelled",
            ].map { ($0, "=") })
        private static let backed = shown.filter { $0.key != "rejected" }

        @Test func `FI3: every state, act and role: the table allows what is written here and nothing else`() throws {
            var walked = 0
            for state in GoalState.allCases {
                for act in GoalAct.allCases {
                    for role in GoalRole.allCases {
                        walked += 1
                        let wanted = Self.allowed["\(role.rawValue) \(act.rawValue)"]?[state.rawValue]
                        let what = "\(role.rawValue) \(act.rawValue) in \(state.rawValue)"
                        switch Result(catching: { try GoalStep.find(act, by: role, in: state) }) {
                        case .success(let step):
                            // As if the only sponsor had answered just now, and forty percent were done.
                            let answer: SponsorAnswer =
                                act == .reject && state != .inProgress
                                ? .rejected
                                : state == .draft || state == .proposed && act != .accept ? .asked : .accepted
                            let next = step.next(of: state, percent: 40, answers: [answer])
                            #expect(wanted != nil, "\(what) is allowed")
                            #expect(next.rawValue == (wanted == "=" ? state.rawValue : wanted), "\(what)")
                        case .failure(let error):
                            #expect(wanted == nil, "\(what): \(error)")
                            let known = GoalStep.table.contains { $0.act == act && $0.by.contains(role) }
                            #expect(
                                error as? GoalRefusal == (known ? .wrongState(act, state) : .wrongRole(act, role)),
                                "\(what)")
                        }
                    }
                }
            }
            #expect(walked == 8 * 19 * 3)
        }

        @Test func `FI3: in the database a step that is refused changes nothing, and one that is taken is posted`()
            async throws
        {
            let site = try await FitnessSite()
            let (entry, tenant) = (
                try site.inTenant { try #require(try $0.first(GoalQueries.type("run", version: nil))).id("id") },
                site.tenant.id
            )
            for state in GoalState.allCases {
                for act in GoalAct.allCases {
                    for role in GoalRole.allCases {
                        let what = "\(role.rawValue) \(act.rawValue) in \(state.rawValue)"
                        let goal = ID.make()
                        let isAccepted = state == .inProgress || state == .done
                        // In progress with a second sponsor who has not answered, so that answering is possible.
                        let answer = act == .accept || act == .reject || !isAccepted ? "asked" : "accepted"
                        try site.inTenant { tx in
                            try tx.execute(
                                """
                                insert into fitness_goals (tenant_id, id, user_id, entry_id, entry_version, answers, state, percent, rule,
                                    rule_start, rule_target, created_at, changed_at, proposed_at, accepted_at)
                                values (\(tenant), \(goal), \(site.anna.id), \(entry), 1, '{}', \(state.rawValue), 20, 'weight', 90000,
                                    80000, now(), now(), now(), now())
                                """)
                            try tx.execute(GoalQueries.ask([site.igor.id, site.olga.id], goal: goal, tenant: tenant))
                            try tx.execute(
                                """
                                update fitness_backings set answer = case when user_id = \(site.olga.id) and \(isAccepted)
                                        then 'accepted' when user_id = \(site.olga.id) then 'rejected' else \(answer) end,
                                    answered_at = case when user_id = \(site.olga.id) or \(answer)::text <> 'asked' then now() end
                                where goal_id = \(goal)
                                """)
                        }
                        let wanted = Self.allowed["\(role.rawValue) \(act.rawValue)"]?[state.rawValue]
                        // Not proposed, or amended and not yet proposed anew.
                        let isHidden = role == .sponsor && (state == .draft || state == .rejected)
                        let result = Result {
                            try site.inTenant { tx in
                                var work =
                                    switch role {
                                    case .recipient: try GoalWork.open(goal, by: site.anna.id, in: tx)
                                    case .sponsor: try GoalWork.open(goal, by: site.igor.id, in: tx)
                                    case .admin: try GoalWork.open(goal, in: tx)
                                    }
                                let draft = GoalDraft.Checked(
                                    entry: entry, version: 1, answers: FormAnswers(.null), sponsors: [site.igor.id],
                                    reward: .init(text: "Other"))
                                return try work.take(
                                    act,
                                    .init(
                                        percent: 40, rule: .hand, draft: draft, weight: ("2026-11-20", 88_000)),
                                    in: tx, now: .now)
                            }
                        }
                        let after = try site.state(goal)
                        let posts = try site.inTenant { tx in
                            try #require(
                                try tx.first(
                                    "select count(*) as n from fitness_posts as posts where posts.goal_id = \(goal)"
                                )
                            ).int("n")
                        }
                        switch result {
                        case .success(let event):
                            #expect(after == (wanted == "=" ? state.rawValue : wanted), "\(what)")
                            #expect(
                                event.action == act.action
                                    && event.subject == (role == .sponsor ? site.igor.id : site.anna.id), "\(what)")
                            #expect(posts == (act == .like || act == .unlike ? 0 : 1), "\(what)")
                        case .failure(let error):
                            #expect(wanted == nil, "\(what): \(error)")
                            if role != .admin {
                                #expect(
                                    (error as? ServiceProblem)?.status.code == (isHidden ? 404 : 409),
                                    "\(what): \(error)")
                            } else {
                                #expect(error is GoalRefusal, "\(what): \(error)")
                            }
                            #expect(after == state.rawValue && posts == 0, "\(what)")
                        }
                        // As its owner: the application deletes goals of people who are being erased alone.
                        try site.installation.set("delete from fitness_goals where fitness_goals.id = \(goal)")
                    }
                }
            }
        }

        /// Written by hand, by role, act and state.
        private static let allowedOfRewards = [
            "sponsor give_reward due": "given", "sponsor give_reward disputed": "given",
            "admin give_reward due": "given", "admin give_reward disputed": "given",
            "recipient dispute_reward given": "disputed", "recipient withdraw_dispute disputed": "given",
            "admin reopen_reward disputed": "due", "admin reopen_reward given": "due",
        ]

        @Test func `FI8: in the database each step of a reward is taken or refused as written, and dated`() async throws
        {
            let site = try await FitnessSite()
            let goal = try await site.inProgress()
            try site.installation.set("update fitness_goals set state = 'done' where id = \(goal)")
            for state in RewardState.allCases where state != .none {
                for act in RewardAct.allCases {
                    for role in GoalRole.allCases {
                        let what = "\(role.rawValue) \(act.rawValue) \(state.rawValue)"
                        let isGiven = state == .given || state == .disputed
                        try site.installation.set(
                            """
                            update fitness_backings set reward_state = \(state.rawValue),
                                due_at = case when \(state != .promised) then now() - interval '2 hours' end,
                                given_at = case when \(isGiven) then now() - interval '1 hour' end,
                                reward_steps = '[]'
                            where goal_id = \(goal)
                            """)
                        let result = Result {
                            try site.inTenant { tx in
                                var work =
                                    switch role {
                                    case .recipient: try GoalWork.open(goal, by: site.anna.id, in: tx)
                                    case .sponsor: try GoalWork.open(goal, by: site.igor.id, in: tx)
                                    case .admin: try GoalWork.open(goal, in: tx)
                                    }
                                return try work.take(act, of: site.igor.id, note: "", in: tx, now: .now)
                            }
                        }
                        let (after, isThere, last) = try site.inTenant { tx in
                            let held: SQL = """
                                select backings.reward_state, backings.given_at is not null as is_given,
                                    coalesce(backings.reward_steps -> -1 ->> 'state', '') as last
                                from fitness_backings as backings where backings.goal_id = \(goal)
                                """
                            let row = try #require(try tx.first(held))
                            return (try row.text("reward_state"), try row.bool("is_given"), try row.text("last"))
                        }
                        let wanted = Self.allowedOfRewards[what]
                        switch result {
                        case .success(let event):
                            #expect(event.action == act.action && after == wanted && last == after, "\(what): \(after)")
                            #expect(isThere == (after != "due"), "\(what)")
                        case .failure(let error):
                            #expect(wanted == nil && after == state.rawValue, "\(what): \(error)")
                            let isTheirs = RewardStep.table.contains { $0.act == act && $0.by.contains(role) }
                            if let problem = error as? ServiceProblem, case .refused(let type, _, let detail) = problem
                            {
                                #expect(type == (isTheirs ? "reward-not-now" : "step-not-yours"), "\(what)")
                                #expect(!detail.contains("_") && !detail.contains("step "), "\(detail)")
                            } else {
                                #expect(role == .admin && error is GoalRefusal, "\(what): \(error)")
                            }
                        }
                    }
                }
            }
        }

        @Test func `FI8: every state, act and role of a reward; whoever is in a dispute can get out of it`() {
            let allowed = Self.allowedOfRewards
            for role in [GoalRole.recipient, .sponsor] {
                let ways = RewardAct.allCases.filter { (try? RewardStep.find($0, by: role, in: .disputed)) != nil }
                #expect(!ways.isEmpty, "\(role)")
            }
            for state in RewardState.allCases {
                for act in RewardAct.allCases {
                    for role in GoalRole.allCases {
                        let what = "\(role.rawValue) \(act.rawValue) \(state.rawValue)"
                        #expect(
                            (try? RewardStep.find(act, by: role, in: state))?.next.rawValue == allowed[what], "\(what)")
                    }
                }
            }
        }

        @Test(
            arguments: [
                (PercentRule.hand, 10, 10, 80_000, nil), (.ticks(isPlanWhole: false), 0, 0, nil, nil),
                (.ticks(isPlanWhole: false), 3, 2, nil, 66), (.ticks(isPlanWhole: false), 3, 3, nil, 99),
                (.ticks(isPlanWhole: true), 3, 2, nil, 66), (.ticks(isPlanWhole: true), 3, 3, nil, 100),
                (.sessions(24), 40, 12, nil, 50), (.sessions(24), 40, 30, nil, 100),
                (.weight(from: 90_000, to: 80_000), 0, 0, 85_000, 50),
                (.weight(from: 90_000, to: 80_000), 0, 0, 95_000, 0),
                (.weight(from: 90_000, to: 80_000), 0, 0, 70_000, 100),
                (.weight(from: 60_000, to: 70_000), 0, 0, 61_999, 19),
                (.weight(from: 90_000, to: 80_000), 0, 0, nil, nil),
            ] as [(PercentRule, Int, Int, Int?, Int?)])
        func `FI4: the percent is whole, within bounds, and never above what was done`(
            rule: PercentRule, planned: Int, ticked: Int, grams: Int?, percent: Int?
        ) {
            #expect(rule.percent(.init(planned: planned, ticked: ticked, grams: grams)) == percent)
        }
    }
}
