import Console
import Core
import JSON
import Postgres

/// Recipients and sponsors over some months: roles, goals that are proposed, rejected, amended and accepted, plans that are ticked, food,
/// recommendations, weights, talk in the feed, rewards. All of it as the apps do, but for what admins write.
enum FitnessSimulator: KindSimulator {
    static func run(_ simulation: Simulation) async throws {
        var chance = SimulatedChance(simulation.seed)
        let words = SimulatedFitnessWords.self
        let sponsorCount = max(2, simulation.people / 3)
        let names = (0..<simulation.people + sponsorCount).map { words.name($0) }
        let people = try SimulatedPeople(names, language: "ru", in: simulation)
        simulation.say("\(people.people.count) accounts are made; they sign in")
        var phones: [SimulatedPhone] = []
        for person in people.people { phones.append(try await SimulatedPhone(person, of: people, in: simulation)) }
        var sponsors = Array(phones.prefix(sponsorCount))
        var recipients: [SimulatedRecipient] = []
        for index in sponsors.indices {
            try await sponsors[index].write("PUT", "role", .object([("role", "sponsor")]))
            try await sponsors[index].write(
                "PUT", "measures",
                .object([
                    ("units", "metric"),
                    ("sponsor_type", .string(chance.one(of: ["family", "friend", "employer", "insurer"]) ?? "friend")),
                ]))
        }
        let week = PlanShift.firstWeekday(simulation.tenant.languages.first)
        for phone in phones.dropFirst(sponsorCount) {
            recipients.append(try await SimulatedRecipient(phone, firstWeekday: week, &chance))
        }
        let types = try SimulatedGoalType.all(in: simulation)
        guard !types.isEmpty else { throw Problem.noGoalTypes }

        for index in recipients.indices {
            let backers = (0...(chance.happens(30) ? 1 : 0)).map {
                sponsors[(index + $0) % sponsors.count].person.id
            }
            try await recipients[index].propose(types, to: backers, &chance)
        }
        simulation.say("\(recipients.count) goals are proposed")
        for _ in 0..<3 {
            for index in sponsors.indices { try await answer(&sponsors[index], types, &chance) }
            for index in recipients.indices { try await recipients[index].amend(types, &chance) }
        }
        for index in recipients.indices { try await recipients[index].look() }
        simulation.say("\(recipients.filter { $0.goal != nil }.count) goals are in progress")
        let desk = SimulatedAdmin(simulation)
        for index in recipients.indices { try desk.plan(recipients[index], index, &chance) }
        for index in recipients.indices { try await recipients[index].read(days: simulation.days) }

        for day in 0..<simulation.days {
            for index in recipients.indices {
                try await recipients[index].live(day, of: simulation.days, &chance)
            }
            if day % 7 == 6 { for index in sponsors.indices { try await follow(&sponsors[index], &chance) } }
            if day % 30 == 29 { simulation.say("\(day + 1) days are lived") }
        }
        for index in recipients.indices { try desk.finish(recipients[index], index) }
        for index in sponsors.indices { try await reward(&sponsors[index], &chance) }
        for index in recipients.indices { try await recipients[index].dispute(&chance) }
        var counts: [Int: Int] = [:]
        for phone in sponsors + recipients.map(\.phone) { counts.merge(phone.counts) { $0 + $1 } }
        let refused = (sponsors + recipients.map(\.phone)).flatMap(\.refused)
        for one in refused.prefix(20) { simulation.say("refused: \(one)") }
        simulation.say(
            "calls by status: "
                + counts.sorted { $0.key < $1.key }.map { "\($0.key) × \($0.value)" }.joined(separator: ", "))
    }

    enum Problem: Error, CustomStringConvertible {
        case noGoalTypes

        var description: String { "the tenant has no published goal type; `roost demo` makes some" }
    }

    // MARK: Sponsors

    private static func backed(_ phone: inout SimulatedPhone) async throws -> [JSONText] {
        try await phone.get("backed-goals?limit=200")["goals"]?.elements ?? []
    }

    private static func answer(
        _ phone: inout SimulatedPhone, _ types: [SimulatedGoalType], _ chance: inout SimulatedChance
    ) async throws {
        let own = phone.person.id.description
        for goal in try await backed(&phone) where goal["state"]?.text == "proposed" {
            let mine = goal["sponsors"]?.elements.first { $0["id"]?.text == own }
            guard mine?["answer"]?.text == "asked", let id = goal["id"]?.text, let version = goal["version"]?.int else {
                continue
            }
            if chance.happens(75) {
                try await phone.write("POST", "goals/\(id)/acceptance", .object([("version", .int(version))]))
            } else if chance.happens(80) {
                var body: [(String, JSONText)] = [
                    ("comment", .string(chance.one(of: SimulatedFitnessWords.refusals) ?? ""))
                ]
                if chance.happens(50), let other = chance.one(of: types) { body.append(("type", .string(other.key))) }
                try await phone.write("POST", "goals/\(id)/rejection", .object(body))
            }
        }
    }

    /// Once a week a sponsor reads the feed, likes some of it and says something.
    private static func follow(_ phone: inout SimulatedPhone, _ chance: inout SimulatedChance) async throws {
        let own = phone.person.id.description
        let posts = try await phone.get("feed?limit=20")["posts"]?.elements ?? []
        for post in posts where post["role"]?.text == "recipient" && post["user"]?.text != own {
            guard let goal = post["goal"]?.text, let id = post["id"]?.text, chance.happens(30) else { continue }
            try await phone.write("PUT", "goals/\(goal)/feed/\(id)/like")
            if chance.happens(20), let cheer = chance.one(of: SimulatedFitnessWords.cheers) {
                try await phone.write("POST", "goals/\(goal)/comments", .object([("text", .string(cheer))]))
            }
        }
    }

    private static func reward(_ phone: inout SimulatedPhone, _ chance: inout SimulatedChance) async throws {
        let own = phone.person.id.description
        for goal in try await backed(&phone) where goal["state"]?.text == "done" {
            let mine = goal["sponsors"]?.elements.first { $0["id"]?.text == own }
            guard mine?["reward"]?.text == "due", let id = goal["id"]?.text, chance.happens(70) else { continue }
            try await phone.write("POST", "goals/\(id)/reward", .object([("note", "Переводом")]))
        }
    }
}
