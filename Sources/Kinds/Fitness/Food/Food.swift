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
    /// Grows with every change.
    let version: Int

    /// As the fields of its form have it.
    var values: [String: String] { ["day": day.map { Session.iso($0) } ?? "", "meal": meal.rawValue, "text": text] }

    init(_ row: Row) throws {
        id = try row.id("id")
        day = try row.intOrNil("day")
        meal = Meal(rawValue: try row.text("meal")) ?? .any
        text = try row.text("text")
        tickedAt = try row.timeOrNil("ticked_at")
        version = try row.int("version")
    }
}

/// A piece of advice as typed.
struct FoodForm {
    /// The fields in which two admins may differ.
    static let fields = [
        (name: "text", label: Strings.fitness_food_text), (name: "meal", label: Strings.fitness_meal),
        (name: "day", label: Strings.fitness_food_day),
    ]

    /// Field by field, what was typed and what is stored.
    static func merge(
        _ opened: OpenedForm, _ form: FoodForm, with stored: Food, _ language: Language
    ) -> OpenedForm.Merged {
        var typed = form.typed
        // The field has the day as the reader's calendar writes it.
        if let day = form.day { typed["day"] = Session.iso(day) }
        return opened.merge(typed, with: stored.values, fields) { value, label in
            switch label {
            case Strings.fitness_meal:
                Food.Meal(rawValue: value).map { LocalText($0.label).resolve(in: language) } ?? value
            case Strings.fitness_food_day: LocalTime(day: value).map { DateStyle(language).date($0) } ?? value
            default: value
            }
        }
    }

    let typed: [String: String]

    init(_ form: Query) {
        typed = Dictionary(
            uniqueKeysWithValues: ["day", "meal", "text"].map {
                ($0, (form.trimmed($0) ?? "").replacing("\r\n", with: "\n"))
            })
    }

    /// nil if no day was typed.
    var day: Int? { Session.day(typed["day"] ?? "") }
    var meal: Food.Meal? { Food.Meal(rawValue: typed["meal"] ?? "") }
    var text: String { typed["text"] ?? "" }

    var errors: [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if typed["day"]?.isEmpty == false, day == nil { errors["day"] = LocalText(Strings.error_day) }
        if meal == nil { errors["meal"] = LocalText(Strings.error_choice) }
        errors["text"] = GoalText.fault(text, most: Food.longest)
        return errors
    }
}
