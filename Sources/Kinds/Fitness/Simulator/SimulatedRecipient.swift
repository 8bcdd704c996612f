import Console
import Core
import JSON
import Postgres

/// A recipient of a simulation, with what their app holds.
struct SimulatedRecipient {
    private(set) var phone: SimulatedPhone
    /// The one that is in progress.
    private(set) var goal: ID?
    private var proposed: ID?
    private var backers: [ID] = []
    /// The key of the goal's type.
    private(set) var type = ""
    /// The percent has come to 100, or the goal ended otherwise.
    private var isOver = false
    private var sessions: [(id: String, day: String)] = []
    private var foods: [(id: String, day: String)] = []
    /// What the scales show.
    private(set) var grams: Int
    /// Of a hundred sessions.
    private let diligence: Int
    /// Of the tenant's weeks.
    private let firstWeekday: Int

    init(_ phone: SimulatedPhone, firstWeekday: Int, _ chance: inout SimulatedChance) async throws {
        (self.phone, self.firstWeekday) = (phone, firstWeekday)
        grams = Int.random(in: 60_000...110_000, using: &chance)
        diligence = Int.random(in: 45...100, using: &chance)
        try await self.phone.write("PUT", "role", .object([("role", "recipient")]))
        try await self.phone.write(
            "PUT", "measures",
            .object([
                ("units", "metric"), ("height", .int(Int.random(in: 1550...1950, using: &chance))),
                ("weight", .int(grams)), ("age", .int(Int.random(in: 18...65, using: &chance))),
                ("sex", .string(chance.one(of: ["female", "male"]) ?? "female")),
                (
                    "body_type",
                    .string(chance.one(of: ["asthenic", "normosthenic", "hypersthenic"]) ?? "normosthenic")
                ),
            ]))
    }

    private func draft(_ type: SimulatedGoalType, _ chance: inout SimulatedChance) -> JSONText {
        .object([
            ("type", .string(type.key)), ("answers", type.answers(&chance)),
            ("sponsors", .array(backers.map { .string($0.description) })),
            (
                "reward",
                .object([
                    ("text", .string(chance.one(of: SimulatedFitnessWords.rewards) ?? "")),
                    ("minor", .int(Int.random(in: 2...40, using: &chance) * 50_000)), ("currency", "RUB"),
                ])
            ),
        ])
    }

    mutating func propose(_ types: [SimulatedGoalType], to backers: [ID], _ chance: inout SimulatedChance) async throws
    {
        guard let type = chance.one(of: types) else { return }
        (self.backers, self.type) = (backers, type.key)
        let added = try await phone.write("POST", "goals", draft(type, &chance))
        guard let id = added.json["id"]?.text.flatMap({ ID($0) }) else { return }
        proposed = id
        try await phone.write("POST", "goals/\(id)/proposal")
    }

    /// What every sponsor rejected is amended, into what one of them proposed if any did, and proposed anew.
    mutating func amend(_ types: [SimulatedGoalType], _ chance: inout SimulatedChance) async throws {
        guard let id = proposed else { return }
        let now = try await phone.get("goals/\(id)")
        guard now["state"]?.text == "rejected" else { return }
        let wanted = now["sponsors"]?.elements.compactMap { $0["proposes"]?.text }.first
        guard let type = types.first(where: { $0.key == wanted }) ?? chance.one(of: types) else { return }
        self.type = type.key
        try await phone.write("PUT", "goals/\(id)", draft(type, &chance))
        try await phone.write("POST", "goals/\(id)/proposal")
    }

    mutating func look() async throws {
        let goals = try await phone.get("goals")["goals"]?.elements ?? []
        goal = goals.first { $0["state"]?.text == "in_progress" }?["id"]?.text.flatMap { ID($0) }
    }

    /// The whole plan, two months at a time, and the food.
    mutating func read(days: Int) async throws {
        guard let goal else { return }
        let today = Int(Timestamp.now.seconds / 86_400)
        for first in stride(from: today - days, through: today, by: 60) {
            let (from, until) = (Session.iso(first), Session.iso(first + 59))
            let plan = try await phone.get("goals/\(goal)/plan?from=\(from)&until=\(until)")
            sessions += Self.dated(plan["sessions"]?.elements ?? [])
            let food = try await phone.get("goals/\(goal)/food?from=\(from)&until=\(until)")
            foods += Self.dated(food["food"]?.elements ?? [])
        }
        _ = try await phone.get("week")
        let advice = try await phone.get("goals/\(goal)/recommendations")
        for one in advice["recommendations"]?.elements ?? [] where one["confirm"] == true {
            guard let id = one["id"]?.text else { continue }
            try await phone.write("PUT", "goals/\(goal)/recommendations/\(id)/tick")
        }
    }

    private static func dated(_ found: [JSONText]) -> [(id: String, day: String)] {
        found.compactMap { one in one["id"]?.text.flatMap { id in one["day"]?.text.map { (id, $0) } } }
    }

    /// Takes a step of a goal in progress. The answer says whether it is in progress still: with the last tick it is done.
    private mutating func step(_ method: String, _ path: String, _ body: JSONText? = nil) async throws {
        guard let goal, !isOver else { return }
        let answer = try await phone.write(method, "goals/\(goal)/\(path)", body)
        if let state = answer.json["state"]?.text { isOver = state != GoalState.inProgress.rawValue }
    }

    /// One day of the past: its sessions and food are ticked, as an app tells that was offline since; a session that was not done is moved to
    /// the next day now and then, and once a week there are the scales.
    mutating func live(_ day: Int, of days: Int, _ chance: inout SimulatedChance) async throws {
        guard let goal, !isOver else { return }
        let number = Int(Timestamp.now.seconds / 86_400) - days + 1 + day
        let date = Session.iso(number)
        let evening = "\(date)T18:30:00Z"
        let at = Timestamp(iso: evening).map { $0 < .now } == true ? "?at=\(evening)" : ""
        for session in sessions where session.day == date {
            if chance.happens(diligence) {
                try await step("PUT", "plan/\(session.id)/tick\(at)")
            } else if chance.happens(20) {
                try await move(session.id, from: number)
            }
        }
        for food in foods where food.day == date && chance.happens(60) {
            try await step("PUT", "food/\(food.id)/tick\(at)")
        }
        if day % 7 == 0, type == SimulatedGoalType.weightLoss {
            grams -= Int.random(in: -200...900, using: &chance)
            try await step("PUT", "weights", .object([("day", .string(date)), ("grams", .int(grams))]))
        }
        if chance.happens(6), let comment = chance.one(of: SimulatedFitnessWords.comments) {
            try await phone.write("POST", "goals/\(goal)/comments", .object([("text", .string(comment))]))
        }
    }

    /// To the next day, if that is in the session's week, as the plan's own week goes; what came after it there goes with it.
    private mutating func move(_ session: String, from day: Int) async throws {
        guard let goal, !isOver, PlanShift.week(of: day, first: firstWeekday).contains(day + 1) else { return }
        try await step("PUT", "plan/\(session)/day", .object([("day", .string(Session.iso(day + 1)))]))
        let week = PlanShift.week(of: day, first: firstWeekday)
        let (from, until) = (Session.iso(week.lowerBound), Session.iso(week.upperBound))
        let plan = try await phone.get("goals/\(goal)/plan?from=\(from)&until=\(until)")
        let now = Self.dated(plan["sessions"]?.elements ?? [])
        sessions.removeAll { old in now.contains { $0.id == old.id } }
        sessions += now
    }

    mutating func dispute(_ chance: inout SimulatedChance) async throws {
        guard let goal else { return }
        let now = try await phone.get("goals/\(goal)")
        for sponsor in now["sponsors"]?.elements ?? [] where sponsor["reward"]?.text == "given" && chance.happens(25) {
            guard let id = sponsor["id"]?.text else { continue }
            try await phone.write(
                "POST", "goals/\(goal)/sponsors/\(id)/dispute", .object([("note", "Пока ничего не пришло.")]))
        }
    }
}
