import Console
import Core
import Postgres

/// What admins do in the console while a simulation runs: plans, food, rules, percents by hand. The audit trail records it like the work of admins.
struct SimulatedAdmin {
    private let simulation: Simulation
    private let actor: Actor

    init(_ simulation: Simulation) {
        self.simulation = simulation
        actor = .script("simulate", in: simulation.tenant)
    }

    /// A session every other day and food for some, from the first day of the simulation to two weeks from now.
    func plan(_ recipient: SimulatedRecipient, _ index: Int, _ chance: inout SimulatedChance) throws {
        guard let goal = recipient.goal else { return }
        let today = Int(Timestamp.now.seconds / 86_400)
        let days = Array(stride(from: today - simulation.days + 1 + index % 2, through: today + 14, by: 2))
        var sessions: [NewSession] = []
        var foods: [(day: Int?, meal: Food.Meal, text: String)] = []
        for day in days {
            sessions.append(
                NewSession(
                    id: .make(), day: day, title: chance.one(of: SimulatedFitnessWords.sessions) ?? "Бег", detail: "",
                    minutes: 30 + Int.random(in: 0...4, using: &chance) * 15))
            if chance.happens(25) {
                foods.append(
                    (
                        day, chance.one(of: [.breakfast, .lunch, .dinner]) ?? .lunch,
                        chance.one(of: SimulatedFitnessWords.foods) ?? "Суп"
                    ))
            }
        }
        foods.append((nil, .any, "Пейте воду между приёмами пищи."))
        // Weight for those who lose it, else the whole plan's ticks, a number of sessions, or an admin's own estimate.
        let rule: PercentRule =
            if recipient.type == SimulatedGoalType.weightLoss {
                .weight(from: recipient.grams, to: recipient.grams - 1000 * Int.random(in: 3...12, using: &chance))
            } else {
                [.ticks(isPlanWhole: true), .sessions(max(1, days.count * 2 / 3)), .hand][index % 3]
            }
        try simulation.inTenant { tx in
            var work = try GoalWork.open(goal, in: tx)
            try tx.execute(PlanQueries.add(sessions, goal: goal, user: work.goal.user, tenant: tx.tenant))
            for food in foods.prefix(Food.most) {
                try tx.execute(
                    FoodQueries.add(
                        .make(), tenant: tx.tenant, goal: goal, user: work.goal.user, day: food.day, food.meal,
                        food.text, now: .now))
            }
            var events = [try work.take(.plan, .init(text: "roost simulate"), in: tx, now: .now)]
            if rule != .hand { events.append(try work.take(.setRule, .init(rule: rule), in: tx, now: .now)) }
            try simulation.trail.append(events, by: actor, in: tx)
        }
    }

    /// Every other goal that is set by hand is done at the end.
    func finish(_ recipient: SimulatedRecipient, _ index: Int) throws {
        guard let goal = recipient.goal else { return }
        try simulation.inTenant { tx in
            var work = try GoalWork.open(goal, in: tx)
            guard work.goal.state == .inProgress, work.goal.rule == .hand else { return }
            let percent = index % 2 == 0 ? 100 : 40 + index * 7 % 50
            let event = try work.take(
                .setPercent, .init(text: "По дневнику тренировок.", percent: percent), in: tx, now: .now)
            try simulation.trail.append(event, by: actor, in: tx)
        }
    }
}
