import Console
import CyclePrediction
import HTML
import Templates
import Web

/// The invented data that an admin typed. It exists only during the request: it is never stored, logged or put into
/// an address.
struct SimulatorInput: Sendable {
    static let mostLines = 400

    var rules = ""
    var other = ""
    var today = ""
    var unit = TemperatureUnit.celsius
    var periods = ""
    var temperatures = ""
    var mucus = ""
    /// The number of a day in the month to show; nil for today's month.
    var month: Int?

    private(set) var log = CycleLog()
    private(set) var day = Day(number: 0)
    /// By the name of the field.
    private var errors: [String: LocalText] = [:]
    /// The numbers of the lines of a field that are invalid, those with one mistake together.
    private var wrong: [String: [(mistake: Mistake, lines: [Int])]] = [:]

    var isValid: Bool { errors.isEmpty && wrong.isEmpty }

    /// Returns all that is wrong with a field: each invalid line with its number.
    func error(in name: String, _ language: Language) -> LocalText? {
        let sentences = (wrong[name] ?? []).map { mistake, lines in
            Strings.cycle_error_line(
                count: lines.count, lines: lines.map { NumberStyle(language).integer($0) }.listed(in: language),
                error: mistake.words)
        }
        guard let first = sentences.first else { return errors[name] }
        return sentences.dropFirst().reduce(first) { Strings.cycle_errors(first: $0, next: $1) }
    }

    /// From the form, unchanged.
    init(_ form: Query) {
        func text(_ name: String) -> String { (form[name] ?? "").replacing("\r\n", with: "\n") }
        rules = text("rules")
        other = text("other")
        today = text("today")
        unit = TemperatureUnit(rawValue: text("unit")) ?? .celsius
        periods = text("periods")
        temperatures = text("temperatures")
        mucus = text("mucus")
        month = form["month"].flatMap { Int($0) }.flatMap { Self.days.contains($0) ? $0 : nil }
        read()
    }

    /// An example of six invented cycles: the current one, on its twentieth day, has temperatures and mucus. It shows
    /// the month of ovulation.
    init(example today: Int, _ language: Language) {
        self.today = Self.iso(today)
        month = today - 6
        func written(_ day: Int) -> String { TypedDay.field(Self.iso(day), in: language) }
        let digits = NumberStyle(language)
        var start = today - 19
        var lines = ["\(written(start)) \(digits.integer(5))"]
        for length in [28, 29, 27, 30, 28] {
            start -= length
            lines.append("\(written(start)) \(digits.integer(5))")
        }
        periods = lines.reversed().joined(separator: "\n")
        let values = [3640, 3635, 3645, 3640, 3630, 3645, 3640, 3635, 3665, 3670, 3675, 3670, 3680]
        temperatures = values.enumerated().map { place, value in
            "\(written(today - 12 + place)) \(digits.fixed(value, places: 2))"
        }.joined(separator: "\n")
        let levels: [Mucus] = [.creamy, .wet, .stretchy, .stretchy, .creamy, .sticky, .dry]
        mucus = levels.enumerated().map { place, level in
            "\(written(today - 8 + place)) \(LocalText(level.label).resolve(in: language))"
        }.joined(separator: "\n")
        read()
    }

    /// From 1900 to 2199.
    private static let days = -25_567...84_004

    static func iso(_ day: Int) -> String { Day(number: day).description }

    private mutating func read() {
        if let day = Self.day(today) { self.day = day } else { errors["today"] = LocalText(Strings.error_day) }
        lines("periods", periods) { words, log in
            guard let first = Self.day(words[0]) else { return .day }
            let last: Day
            switch words.count {
            case 1: last = first.advanced(by: 4)
            case 2:
                if let length = Int(words[1].latinDigits), (1...14).contains(length) {
                    last = first.advanced(by: length - 1)
                } else if let day = Self.day(words[1]), (0...13).contains(first.distance(to: day)) {
                    last = day
                } else {
                    return .period
                }
            default: return .period
            }
            for day in first...last { log[day].flow = .medium }
            return nil
        }
        let unit = unit
        lines("temperatures", temperatures) { words, log in
            guard let day = Self.day(words[0]) else { return .day }
            guard (2...3).contains(words.count), let value = Hundredths.read(words[1]),
                words.count == 2 || words[2] == "!"
            else { return .temperature }
            log[day].temperature =
                unit == .celsius ? Temperature(hundredths: value) : Temperature(fahrenheitHundredths: value)
            log[day].isDisturbed = words.count == 3
            return nil
        }
        lines("mucus", mucus) { words, log in
            guard let day = Self.day(words[0]) else { return .day }
            let typed = words.dropFirst().joined(separator: " ").lowercased()
            let found = Mucus.allCases.first { level in
                level.key == typed
                    || Language.allCases.contains { LocalText(level.label).resolve(in: $0).lowercased() == typed }
            }
            guard let found else { return .mucus }
            log[day].mucus = found
            return nil
        }
    }

    private enum Mistake {
        case day, period, temperature, mucus

        var words: StringKey {
            switch self {
            case .day: Strings.error_day
            case .period: Strings.cycle_error_period
            case .temperature: Strings.cycle_error_reading
            case .mucus: Strings.cycle_error_mucus
            }
        }
    }

    private mutating func lines(
        _ name: String, _ text: String, _ take: ([String], inout CycleLog) -> Mistake?
    ) {
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard all.count <= Self.mostLines else {
            errors[name] = Strings.cycle_error_lines(most: Self.mostLines)
            return
        }
        for (place, line) in all.enumerated() {
            let words = line.split(whereSeparator: { $0.isWhitespace || $0 == ";" || $0 == "–" }).map { String($0) }
            guard !words.isEmpty else { continue }
            guard let mistake = take(words, &log) else { continue }
            if let index = wrong[name]?.firstIndex(where: { $0.mistake == mistake }) {
                wrong[name]?[index].lines.append(place + 1)
            } else {
                wrong[name, default: []].append((mistake, [place + 1]))
            }
        }
    }

    private static func day(_ text: String) -> Day? {
        TypedDay.iso(text).flatMap { Day($0) }.flatMap { days.contains($0.number) ? $0 : nil }
    }
}
