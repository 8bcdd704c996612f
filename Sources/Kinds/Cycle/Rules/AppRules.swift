import Console
import CyclePrediction
import HTML
import JSON
import Templates

/// The content of a published set of rules: how to predict, what users can log, and when the app reminds them.
struct AppRules: Sendable, Equatable {
    var prediction = PredictionRules.standard
    var unit = TemperatureUnit.celsius
    /// The levels that the app offers, by name.
    var mucus = mucusLevels[0].value
    var flow = flowLevels[0].value
    var reminders = standardReminders

    private static let mucusLevels: [(value: String, label: StringKey)] = [
        ("dry sticky creamy wet stretchy", Strings.cycle_mucus_all),
        ("dry creamy wet stretchy", Strings.cycle_mucus_four),
        ("dry wet stretchy", Strings.cycle_mucus_three), ("none", Strings.cycle_levels_none),
    ]
    private static let flowLevels: [(value: String, label: StringKey)] = [
        ("spotting light medium heavy", Strings.cycle_flow_all), ("light medium heavy", Strings.cycle_flow_three),
    ]

    /// Days before or after, 0 for no reminder; times as 08:30, empty for none.
    private static let reminderDays: [(name: String, label: StringKey, usual: Int, most: Int)] = [
        ("periodReminder", Strings.cycle_reminder_period, 2, 7),
        ("fertileReminder", Strings.cycle_reminder_fertile, 1, 7), ("lateReminder", Strings.cycle_reminder_late, 3, 14),
    ]
    private static let reminderTimes: [(name: String, label: StringKey, usual: String)] = [
        ("temperatureReminder", Strings.cycle_reminder_temperature, "06:30"),
        ("entryReminder", Strings.cycle_reminder_entry, "20:00"),
    ]
    private static let standardReminders = Dictionary(
        uniqueKeysWithValues: reminderDays.map { ($0.name, String($0.usual)) }
            + reminderTimes.map { ($0.name, $0.usual) })

    /// The fields besides those of the prediction.
    static let fields: [ContentField] =
        [
            ContentField("mucusLevels", Strings.cycle_mucus_levels, .choice(mucusLevels), isRequired: true),
            ContentField("flowLevels", Strings.cycle_flow_levels, .choice(flowLevels), isRequired: true),
        ]
        + reminderDays.map {
            ContentField(
                $0.name, $0.label, .number(0...$0.most), hint: Strings.cycle_reminder_days_hint, isRequired: true)
        }
        + reminderTimes.map {
            ContentField($0.name, $0.label, .line(most: 5), hint: Strings.cycle_reminder_time_hint, isLatin: true)
        } + [ContentField("note", Strings.cycle_rules_note, .area(most: 1000), hint: Strings.cycle_rules_note_hint)]

    init() {}

    /// nil if a setting is missing or invalid.
    init?(_ content: Content) {
        let typed = Self.typed(content)
        guard Self.errors(content).isEmpty, typed.missing.isEmpty, let unit = TemperatureUnit(rawValue: content["unit"])
        else { return nil }
        prediction = typed.rules
        self.unit = unit
        mucus = content["mucusLevels"]
        flow = content["flowLevels"]
        reminders = Dictionary(uniqueKeysWithValues: Self.standardReminders.keys.map { ($0, content[$0]) })
    }

    /// The values of the form.
    var content: Content {
        var content = Content()
        content["unit"] = unit.rawValue
        for setting in PredictionRules.Setting.allCases {
            let value = prediction[keyPath: setting.path]
            content[setting.rawValue] =
                !setting.isTemperature
                ? String(value) : Hundredths.text(setting == .shift ? unit.shownStep(value) : unit.shown(value))
        }
        (content["mucusLevels"], content["flowLevels"]) = (mucus, flow)
        for (name, value) in reminders { content[name] = value }
        return content
    }

    /// Returns the typed settings, with the standard for fields left empty; `missing` are settings whose field has no
    /// valid number.
    private static func typed(_ content: Content) -> (rules: PredictionRules, missing: [PredictionRules.Setting]) {
        var rules = PredictionRules.standard
        var missing: [PredictionRules.Setting] = []
        let unit = TemperatureUnit(rawValue: content["unit"]) ?? .celsius
        for setting in PredictionRules.Setting.allCases {
            let text = content[setting.rawValue]
            let value =
                switch setting {
                case .leastTemperature, .greatestTemperature: Hundredths.read(text).map { unit.celsius($0) }
                case .shift: Hundredths.read(text).map { unit.celsiusStep($0) }
                default: Int(text)
                }
            if let value { rules[keyPath: setting.path] = value } else { missing.append(setting) }
        }
        return (rules, missing)
    }

    static func errors(_ content: Content) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        let typed = typed(content)
        let unit = TemperatureUnit(rawValue: content["unit"]) ?? .celsius
        for problem in typed.rules.problems where !typed.missing.contains(problem.setting) {
            let name = problem.setting.rawValue
            guard errors[name] == nil else { continue }
            switch problem.reason {
            case .outOfBounds(let bounds):
                let isStep = problem.setting == .shift
                errors[name] =
                    problem.setting.isTemperature
                    ? Strings.cycle_error_temperature(
                        least: unit.words(bounds.lowerBound, isStep: isStep),
                        most: unit.words(bounds.upperBound, isStep: isStep), unit: unit.sign)
                    : Strings.error_number(least: bounds.lowerBound, most: bounds.upperBound)
            case .lessThan(let other): errors[name] = Strings.cycle_error_less(other: other.label)
            case .lutealFillsCycle: errors[name] = LocalText(Strings.cycle_error_luteal)
            }
        }
        for setting in typed.missing where setting.isTemperature && !content[setting.rawValue].isEmpty {
            errors[setting.rawValue] = LocalText(Strings.cycle_error_hundredths)
        }
        for (name, _, _) in reminderTimes where !content[name].isEmpty && !isClock(content[name]) {
            errors[name] = LocalText(Strings.cycle_error_clock)
        }
        return errors
    }

    private static func isClock(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return false }
        return hour < 24 && minute < 60
    }

    /// The form in the bundle: settings by their names in `PredictionRules`, always in the same unit.
    var json: JSONText {
        func levels(_ text: String) -> JSONText {
            .array(text == "none" ? [] : text.split(separator: " ").map { .string(String($0)) })
        }
        return .object([
            (
                "settings",
                .object(
                    PredictionRules.Setting.allCases.map { ($0.rawValue, .int(prediction[keyPath: $0.path])) })
            ),
            ("temperature_unit", .string(unit.rawValue)), ("mucus_levels", levels(mucus)),
            ("flow_levels", levels(flow)),
            (
                "reminders",
                .object(
                    Self.reminderDays.map { ($0.name, .int(Int(reminders[$0.name] ?? "") ?? 0)) }
                        + Self.reminderTimes.map { one in
                            let time = reminders[one.name] ?? ""
                            return (one.name, time.isEmpty ? .null : .string(time))
                        })
            ),
        ])
    }
}
