import Console
import HTML
import Templates

/// What a user says about their body, and what kind of sponsor they are. The user's facts store it: metric, as texts.
struct Measures: Sendable, Equatable {
    enum Units: String, CaseIterable, Sendable { case metric, imperial }

    var units = Units.metric
    /// In millimetres.
    var height: Int?
    /// In grams, to ten of them.
    var weight: Int?
    var age: Int?
    /// By the fact's key, one of its choices.
    var chosen: [String: String] = [:]

    static let heights = 500...2720
    static let weights = 20_000...400_000
    static let ages = 1...150

    /// The facts whose value is one of a few.
    static let choices: [(key: String, label: StringKey, values: [(String, StringKey)])] = [
        (
            "sex", Strings.fitness_fact_sex,
            [("female", Strings.fitness_sex_female), ("male", Strings.fitness_sex_male)]
        ),
        (
            "figure", Strings.fitness_fact_figure,
            [
                ("hourglass", Strings.fitness_figure_hourglass), ("pear", Strings.fitness_figure_pear),
                ("apple", Strings.fitness_figure_apple), ("rectangle", Strings.fitness_figure_rectangle),
                ("inverted_triangle", Strings.fitness_figure_triangle),
            ]
        ),
        (
            "body_type", Strings.fitness_fact_body_type,
            [
                ("asthenic", Strings.fitness_body_asthenic), ("normosthenic", Strings.fitness_body_normosthenic),
                ("hypersthenic", Strings.fitness_body_hypersthenic),
            ]
        ),
        (
            "sponsor_type", Strings.fitness_fact_sponsor_type,
            [
                ("family", Strings.fitness_sponsor_family), ("friend", Strings.fitness_sponsor_friend),
                ("employer", Strings.fitness_sponsor_employer), ("insurer", Strings.fitness_sponsor_insurer),
            ]
        ),
    ]

    static let keys = ["units", "height", "weight", "age"] + choices.map(\.key)

    /// kg/m², in tenths. nil without height and weight.
    var bodyMassIndex: Int? {
        guard let height, let weight, height > 0 else { return nil }
        return (weight * 10_000 + height * height / 2) / (height * height)
    }
}

// MARK: Units

extension Measures {
    /// An inch is 25.4 mm and a pound 453.59237 g, exactly.
    private static let (inch, pound) = (254, 45_359_237)

    /// From millimetres, or tenths of an inch.
    static func height(_ value: Int, in units: Units) -> Int {
        units == .metric ? value : (value * inch + 50) / 100
    }

    static func weight(_ value: Int, in units: Units) -> Int {
        let grams = units == .metric ? value : (value * pound + 500_000) / 1_000_000
        return (grams + 5) / 10 * 10
    }

    /// In millimetres, or tenths of an inch.
    func height(in units: Units) -> Int? {
        height.map { units == .metric ? $0 : ($0 * 100 + Self.inch / 2) / Self.inch }
    }

    /// In grams, or tenths of a pound.
    func weight(in units: Units) -> Int? {
        weight.map { units == .metric ? $0 : ($0 * 1_000_000 + Self.pound / 2) / Self.pound }
    }
}

// MARK: Facts

extension Measures {
    /// What is no measure is none: an import may have written anything.
    init(facts: [String: String]) {
        units = facts["units"].flatMap { Units(rawValue: $0) } ?? .metric
        height = facts["height"].flatMap { Self.whole($0, places: 1) }.flatMap { Self.heights.contains($0) ? $0 : nil }
        weight = facts["weight"].flatMap { Self.whole($0, places: 3) }.flatMap { Self.weights.contains($0) ? $0 : nil }
        age = facts["age"].flatMap { Self.whole($0, places: 0) }.flatMap { Self.ages.contains($0) ? $0 : nil }
        for choice in Self.choices {
            if let value = facts[choice.key], choice.values.contains(where: { $0.0 == value }) {
                chosen[choice.key] = value
            }
        }
    }

    /// Centimetres, kilograms and years, as the console shows them.
    var facts: [String: String] {
        var facts = chosen
        facts["units"] = units.rawValue
        facts["height"] = height.map { Self.text($0, places: 1) }
        facts["weight"] = weight.map { Self.text($0, places: 3) }
        facts["age"] = age.map { String($0) }
        return facts
    }

    /// `171.5` with one place is 1715.
    static func whole(_ text: String, places: Int) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), let first = parts.first,
            (1...6).contains(first.utf8.count)
        else { return nil }
        let rest = parts.count > 1 ? String(parts[1]) : ""
        guard rest.utf8.count <= places else { return nil }
        return Int(first + rest + String(repeating: "0", count: places - rest.utf8.count))
    }

    static func text(_ value: Int, places: Int) -> String {
        var digits = String(value)
        guard places > 0 else { return digits }
        digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let (first, rest) = (digits.dropLast(places), digits.suffix(places))
        let kept = String(rest.reversed().drop { $0 == "0" }.reversed())
        return kept.isEmpty ? String(first) : "\(first).\(kept)"
    }
}
