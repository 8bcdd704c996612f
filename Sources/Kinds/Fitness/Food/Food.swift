import Console
import HTML
import Postgres
import Templates
import Web

/// What a recipient is advised to eat: on a day, or for as long as the goal goes on.
struct Food: Sendable {
    enum Meal: String, CaseIterable, Sendable {
        case breakfast, lunch, dinner, snack, any

        var label: StringKey {
            switch self {
            case .breakfast: Strings.fitness_meal_breakfast
            case .lunch: Strings.fitness_meal_lunch
            case .dinner: Strings.fitness_meal_dinner
            case .snack: Strings.fitness_meal_snack
            case .any: Strings.fitness_meal_any
            }
        }
    }

    static let longest = 500
    /// One goal has at most so many.
    static let most = 500

    let id: ID
    /// nil: on any.
    let day: Int?
    let meal: Meal
    let text: String
    let tickedAt: Timestamp?

    init(_ row: Row) throws {
        id = try row.id("id")
        day = try row.intOrNil("day")
        meal = Meal(rawValue: try row.text("meal")) ?? .any
        text = try row.text("text")
        tickedAt = try row.timeOrNil("ticked_at")
    }
}

/// A piece of advice as typed.
struct FoodForm {
    let typed: [String: String]

    init(_ form: Query) {
        typed = Dictionary(uniqueKeysWithValues: ["day", "meal", "text"].map { ($0, form.trimmed($0) ?? "") })
    }

    /// nil if no day was typed.
    var day: Int? { Session.day(typed["day"] ?? "") }
    var meal: Food.Meal? { Food.Meal(rawValue: typed["meal"] ?? "") }
    var text: String { (typed["text"] ?? "").replacing("\r\n", with: "\n") }

    var errors: [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if typed["day"]?.isEmpty == false, day == nil { errors["day"] = LocalText(Strings.error_day) }
        if meal == nil { errors["meal"] = LocalText(Strings.error_choice) }
        if text.isEmpty { errors["text"] = LocalText(Strings.error_required) }
        if text.columnLength > Food.longest { errors["text"] = Strings.error_too_long(max: Food.longest) }
        return errors
    }
}
