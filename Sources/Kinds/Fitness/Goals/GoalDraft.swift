import Console
import Core
import HTML
import JSON
import Postgres
import Templates

/// What a recipient fills in: the type of goal with the answers to its form, the sponsors, the reward that is proposed.
struct GoalDraft: Sendable {
    static let mostSponsors = 20

    static let body = JSONSchema.record(
        [
            ("type", .described(.string, "The key of a goal type.")),
            (
                "version",
                .described(
                    .integer(1...1_000_000, otherwise: nil),
                    "Of the goal type, as the app showed its form; without it the newest.")
            ),
            (
                "answers",
                .described(
                    .members(
                        .either([.string, .number, .bool, .array(.string), .null]), most: FormSchema.most),
                    "By the key of the field, as answers to questionnaires are.")
            ),
            (
                "sponsors",
                .described(.list(.format("uuid"), 0...mostSponsors), "Users whose role is sponsor.")
            ),
            (
                "reward",
                .record(
                    [
                        ("text", .text(most: Goal.Reward.longest)),
                        (
                            "minor",
                            .described(.integer(1...Money.most, otherwise: nil), "In the currency's minor unit.")
                        ),
                        ("currency", .shape("^[A-Z]{3}$", 3...3)),
                    ])
            ),
        ], required: ["type"])

    static let example = JSONText.object([
        ("type", "marathon"), ("answers", .object([("day", "2026-12-20"), ("before", true)])),
        ("sponsors", .array([.string("019aaf00-1b2c-7d3e-8f40-51a6b7c8d9e0")])),
        ("reward", .object([("text", "New shoes"), ("minor", 500_000), ("currency", "RUB")])),
    ])

    private let key: String
    private let version: Int?
    private let answers: FormAnswers
    private let sponsors: [ID]
    private let reward: Goal.Reward

    /// Checks the body, before any database query.
    init(_ body: JSONText) throws(ServiceProblem) {
        var faults: [BodyFault] = []
        key = body["type"]?.text ?? ""
        version = body["version"]?.int
        if body["version"] != nil, version.map({ (1...1_000_000).contains($0) }) != true {
            faults.append(BodyFault("/version", "The number of a version, from 1 to 1000000."))
        }
        answers = FormAnswers(body["answers"] ?? .null)
        sponsors = (body["sponsors"]?.elements ?? []).compactMap { $0.text.flatMap { ID($0) } }
        if Set(sponsors).count != sponsors.count { faults.append(BodyFault("/sponsors", "Each sponsor once.")) }
        let (given, sum) = Self.reward(body["reward"])
        reward = Goal.Reward(text: given.trimmingSpaces, sum: sum)
        if let fault = LineText.fault(given, most: Goal.Reward.longest, isRequired: false) {
            faults.append(BodyFault("/reward/text", fault.resolve(in: .en)))
        }
        if sum == nil, body["reward"]?["minor"] != nil || body["reward"]?["currency"] != nil {
            faults.append(
                BodyFault("/reward", "A sum has a whole number from 1 to \(Money.most) as minor, and a known currency.")
            )
        }
        guard faults.isEmpty else { throw .invalidBody(faults) }
    }

    private static func reward(_ body: JSONText?) -> (text: String, sum: Money?) {
        let sum = body?["minor"]?.int.flatMap { minor in
            (1...Money.most).contains(minor)
                ? body?["currency"]?.text.flatMap { Currency($0) }.map { Money(minor, $0) } : nil
        }
        return (body?["text"]?.text ?? "", sum)
    }

    /// What is right in this tenant.
    struct Checked: Sendable {
        var entry: ID
        var version: Int
        var answers: FormAnswers
        var sponsors: [ID]
        var reward: Goal.Reward
        /// The files that the answers name.
        var files: [ID] = []

        var answersText: String { String(decoding: answers.json.bytes, as: UTF8.self) }
    }

    func checked(for recipient: ID, in tx: borrowing TenantTransaction, _ languages: [String]) throws -> Checked {
        let row = CatalogueEntry.isKey(key) ? try tx.first(GoalQueries.type(key, version: version)) : nil
        guard let row, let live = try row.intOrNil("live_number"), try !row.bool("is_retired") else {
            throw ServiceProblem.invalidBody([BodyFault("/type", "There is no such goal type to choose.")])
        }
        guard let number = try row.intOrNil("number"), let content = try row.textOrNil("content") else {
            throw ServiceProblem.versionNotPublished(of: "this goal type", wanted: version ?? 0, newest: live)
        }
        let fields = FormField.all(of: Content(json: content), "en", languages)
        var faults = answers.faults(fields, at: "/answers")
        let known = Set(try tx.rows(GoalQueries.sponsors(sponsors)).map { try $0.id("id") })
        for (index, sponsor) in sponsors.enumerated() where !known.contains(sponsor) || sponsor == recipient {
            faults.append(BodyFault("/sponsors/\(index)", "No sponsor whom the recipient can choose."))
        }
        if faults.isEmpty { faults += try UserFiles.use(answers, fields, of: recipient, at: "/answers", in: tx) }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(Array(faults.prefix(FormSchema.most))) }
        return Checked(
            entry: try row.id("id"), version: number, answers: answers, sponsors: sponsors, reward: reward,
            files: UserFiles.ids(answers, fields))
    }
}
