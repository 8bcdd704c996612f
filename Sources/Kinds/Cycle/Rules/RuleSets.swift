import Console
import CyclePrediction
import HTML
import Postgres
import Templates

/// The rules that the app uses for predictions. Versions, drafts and reviews work as in every catalogue; one set of
/// rules is published.
package enum RuleSets: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "cycle-rules", title: Strings.cycle_rules, icon: "gear", add: Strings.cycle_rules_add,
        empty: (Strings.cycle_rules_empty, Strings.cycle_rules_empty_advice),
        fields: [
            ContentField("name", Strings.cycle_rules_name, .line(most: 80), isRequired: true),
            ContentField("unit", Strings.cycle_unit, .choice(TemperatureUnit.choices), isRequired: true),
        ] + PredictionRules.Setting.allCases.map(\.field) + AppRules.fields,
        name: "name", isOrdered: true,
        related: [
            .init(label: Strings.cycle_try, icon: "play", needs: .seeCatalogue, place: .kind("cycle")) { actor, entry in
                RuleVersion.simulatorLink(entry, actor)
            }
        ],
        start: AppRules().content,
        check: { content, _ in AppRules.errors(content) },
        preview: { content, _ in (content["name"], content["note"]) })
}

enum TemperatureUnit: String, CaseIterable, Sendable {
    case celsius, fahrenheit

    static let choices: [(value: String, label: StringKey)] = [
        (celsius.rawValue, Strings.cycle_celsius), (fahrenheit.rawValue, Strings.cycle_fahrenheit),
    ]

    var sign: String { self == .celsius ? "°C" : "°F" }

    /// Converts a temperature in hundredths of this unit to hundredths of a degree Celsius.
    func celsius(_ hundredths: Int) -> Int {
        self == .celsius ? hundredths : Temperature(fahrenheitHundredths: hundredths).hundredths
    }

    /// Converts to hundredths of this unit, halves rounded away from zero.
    func shown(_ celsius: Int) -> Int {
        self == .celsius ? celsius : (celsius * 18 + (celsius < 0 ? -5 : 5)) / 10 + 3200
    }

    /// The same for a difference of temperatures, to which the zero point does not apply.
    func celsiusStep(_ hundredths: Int) -> Int {
        self == .celsius ? hundredths : (hundredths * 10 + (hundredths < 0 ? -9 : 9)) / 18
    }

    func shownStep(_ celsius: Int) -> Int { self == .celsius ? celsius : (celsius * 18 + (celsius < 0 ? -5 : 5)) / 10 }

    func words(_ celsius: Int, isStep: Bool = false) -> Formatted {
        .fixed(isStep ? shownStep(celsius) : shown(celsius), places: 2)
    }
}

/// Parses `36.6`, `97.88`, `۳۶٫۵` as whole hundredths; nil for anything with more than two digits after the point.
enum Hundredths {
    static func read(_ typed: String) -> Int? {
        let text = typed.latinDecimals
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...3).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }), let whole = Int(parts[0])
        else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        guard (1...2).contains(parts[1].utf8.count), let rest = Int(parts[1]) else { return nil }
        return whole * 100 + (parts[1].utf8.count == 1 ? rest * 10 : rest)
    }

    static func text(_ value: Int) -> String {
        let rest = String(value % 100)
        return "\(value / 100).\(rest.utf8.count == 1 ? "0" : "")\(rest)"
    }
}

extension PredictionRules.Setting {
    var label: StringKey {
        switch self {
        case .cycleLength: Strings.cycle_setting_cycle
        case .shortestCycle: Strings.cycle_setting_shortest
        case .longestCycle: Strings.cycle_setting_longest
        case .lutealLength: Strings.cycle_setting_luteal
        case .shortestLuteal: Strings.cycle_setting_luteal_shortest
        case .longestLuteal: Strings.cycle_setting_luteal_longest
        case .fertileDaysBefore: Strings.cycle_setting_before
        case .fertileDaysAfter: Strings.cycle_setting_after
        case .periodLength: Strings.cycle_setting_period
        case .cyclesUsed: Strings.cycle_setting_used
        case .cyclesNeeded: Strings.cycle_setting_needed
        case .irregularFrom: Strings.cycle_setting_irregular
        case .irregularMargin: Strings.cycle_setting_margin
        case .leastCycle: Strings.cycle_setting_least
        case .greatestCycle: Strings.cycle_setting_greatest
        case .leastTemperature: Strings.cycle_setting_cold
        case .greatestTemperature: Strings.cycle_setting_warm
        case .shift: Strings.cycle_setting_shift
        case .peakMucus: Strings.cycle_setting_peak
        }
    }

    /// True if the setting is a temperature, in the unit beside it.
    var isTemperature: Bool { [.leastTemperature, .greatestTemperature, .shift].contains(self) }

    fileprivate var field: ContentField {
        switch self {
        case .leastTemperature, .greatestTemperature:
            ContentField(rawValue, label, .amount, hint: Strings.cycle_temperature_hint, isRequired: true)
        case .shift: ContentField(rawValue, label, .amount, hint: Strings.cycle_shift_hint, isRequired: true)
        case .peakMucus:
            ContentField(
                rawValue, label,
                .choice([Mucus.creamy, .wet, .stretchy].map { (String($0.rawValue), $0.label) }), isRequired: true)
        default: ContentField(rawValue, label, .number(bounds), isRequired: true)
        }
    }
}

extension Mucus {
    var key: String {
        switch self {
        case .dry: "dry"
        case .sticky: "sticky"
        case .creamy: "creamy"
        case .wet: "wet"
        case .stretchy: "stretchy"
        }
    }

    var label: StringKey {
        switch self {
        case .dry: Strings.cycle_mucus_dry
        case .sticky: Strings.cycle_mucus_sticky
        case .creamy: Strings.cycle_mucus_creamy
        case .wet: Strings.cycle_mucus_wet
        case .stretchy: Strings.cycle_mucus_stretchy
        }
    }
}
