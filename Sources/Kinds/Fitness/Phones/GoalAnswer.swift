import Console
import JSON
import Postgres

/// A goal as apps get it.
enum GoalAnswer {
    private static let number = JSONSchema.integer(nil, otherwise: nil)
    private static let time = JSONSchema.nullable(.format("date-time"))

    static let members: [(String, JSONSchema)] = [
        ("id", .format("uuid")), ("recipient", .format("uuid")), ("type", .string), ("type_version", number),
        ("answers", .members(.either([.string, .number, .bool, .array(.string)]), most: nil)),
        ("state", .choice(GoalState.allCases.map(\.rawValue))), ("percent", .integer(0...100, otherwise: nil)),
        (
            "rule",
            .object([
                ("kind", .choice(PercentRule.Kind.allCases.map(\.rawValue))), ("start", .nullable(number)),
                ("target", .nullable(number)),
            ])
        ),
        (
            "reward",
            .object([("text", .string), ("minor", .nullable(number)), ("currency", .nullable(.string))])
        ),
        (
            "sponsors",
            .array(
                .object([
                    ("id", .format("uuid")), ("name", .string), ("group", .nullable(.string)),
                    ("answer", .choice(SponsorAnswer.allCases.map(\.rawValue))), ("comment", .string),
                    ("proposes", .nullable(.string)), ("reward", .choice(RewardState.allCases.map(\.rawValue))),
                ]))
        ), ("proposed_at", time), ("accepted_at", time), ("version", number),
    ]

    static func json(_ goal: Goal, _ sponsors: [Backing]) -> [(String, JSONText)] {
        func int(_ value: Int?) -> JSONText { value.map { .int($0) } ?? .null }
        func text(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
        return [
            ("id", .string(goal.id.description)), ("recipient", .string(goal.user.description)),
            ("type", .string(goal.key)), ("type_version", .int(goal.entryVersion)), ("answers", goal.answers.json),
            ("state", .string(goal.state.rawValue)), ("percent", .int(goal.percent)),
            (
                "rule",
                .object([
                    ("kind", .string(goal.rule.kind.rawValue)), ("start", int(goal.rule.start)),
                    ("target", int(goal.rule.target)),
                ])
            ),
            (
                "reward",
                .object([
                    ("text", .string(goal.reward.text)), ("minor", int(goal.reward.sum?.minor)),
                    ("currency", text(goal.reward.sum?.currency.code)),
                ])
            ),
            (
                "sponsors",
                .array(
                    sponsors.map { one in
                        .object([
                            ("id", .string(one.user.description)), ("name", .string(one.name)),
                            ("group", text(one.group.isEmpty ? nil : one.group)),
                            ("answer", .string(one.answer.rawValue)), ("comment", .string(one.comment)),
                            ("proposes", text(one.wanted)), ("reward", .string(one.reward.rawValue)),
                        ])
                    })
            ),
            ("proposed_at", text(goal.proposedAt?.iso)), ("accepted_at", text(goal.acceptedAt?.iso)),
            ("version", .int(goal.version)),
        ]
    }

    /// By goal.
    static func sponsors(of goals: [ID], in tx: borrowing TenantTransaction) throws -> [ID: [Backing]] {
        var all: [ID: [Backing]] = [:]
        for row in try tx.rows(GoalQueries.backings(of: goals, naming: .known)) {
            all[try row.id("goal_id"), default: []].append(try Backing(row))
        }
        return all
    }
}
