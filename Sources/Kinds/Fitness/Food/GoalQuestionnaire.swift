import Console
import Core
import Postgres

/// A questionnaire of the catalogue, with what a recipient answered to it last.
///
/// The one of the key `food`, and all whose keys begin with `food.`, are about food: their questions are asked of workdays and of days off
/// apart, by the beginning of the questions' keys.
struct GoalQuestionnaire: Sendable {
    /// What the questions of one about food are asked of.
    enum Part: String, CaseIterable, Sendable {
        case workday, weekend, other

        init(_ key: String) {
            self = [.workday, .weekend].first { key == $0.rawValue || key.hasPrefix("\($0.rawValue)_") } ?? .other
        }
    }

    /// Under which version, what, and when.
    struct Given: Sendable {
        let id: ID
        let version: Int
        let answers: FormAnswers
        let at: Timestamp
        let localTime: Int64
        let content: Content
    }

    let key: String
    let version: Int
    let content: Content
    let given: Given?

    var isFood: Bool { key == "food" || key.hasPrefix("food.") }

    init(_ row: Row) throws {
        key = try row.text("key")
        version = try row.int("number")
        content = Content(json: try row.text("content"))
        if let id = try row.idOrNil("given_id"), let number = try row.intOrNil("given_version"),
            let answers = try row.textOrNil("answers"), let at = try row.timeOrNil("given_at"),
            let local = try row.localTimeOrNil("given")
        {
            given = Given(
                id: id, version: number, answers: FormAnswers(stored: answers), at: at, localTime: local,
                content: Content(json: try row.textOrNil("asked") ?? "{}"))
        } else {
            given = nil
        }
    }

    static func all(of user: ID, zone: String, in tx: borrowing TenantTransaction) throws -> [GoalQuestionnaire] {
        try tx.rows(FoodQueries.questionnaires(of: user, zone: zone)).map { try GoalQuestionnaire($0) }
    }

    /// The places of the questions, by what they are asked of.
    var places: [Part: [Int]] {
        Dictionary(grouping: 1..<(content.count(of: FormSchema.group.name) + 1)) { place in
            Part(content["\(FormSchema.group.name).\(place).key"])
        }
    }
}
