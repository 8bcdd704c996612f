import HTML
import Web

/// Letters with the least percentage for each, the best first.
struct Scale: Sendable, Equatable {
    struct Step: Sendable, Equatable {
        let letter: String
        let least: Percent

        fileprivate var number: String { least.tenths % 10 == 0 ? String(least.tenths / 10) : least.plain }
    }

    let steps: [Step]

    static let usual = Scale(steps: [
        Step(letter: "A", least: Percent(tenths: 900)), Step(letter: "B", least: Percent(tenths: 800)),
        Step(letter: "C", least: Percent(tenths: 700)), Step(letter: "D", least: Percent(tenths: 600)),
        Step(letter: "F", least: Percent(tenths: 0)),
    ])

    static let most = 20
    static let longestLetter = 8

    init(steps: [Step]) { self.steps = steps }

    /// Parses `A 90, B 80, F 0`, or one step per line. An empty text is a class without letters. nil is no valid
    /// scale: a letter occurs twice, or a least percentage is not below the previous one.
    init?(_ typed: String, _ marks: NumberMarks) {
        // A comma between digits may be in a number: "A 89,5, B 80". Then the other reading has a letter without a number.
        guard
            let found = Self.steps(typed.split(whereSeparator: { ";،\n\r".contains($0) }).flatMap(Self.split), marks)
                ?? Self.steps(typed.split(whereSeparator: { ",;،\n\r".contains($0) }), marks)
        else { return nil }
        steps = found
    }

    /// Parses `text`.
    init?(stored: String) { self.init(stored, .plain) }

    /// At the commas after which there is no digit.
    private static func split(_ line: Substring) -> [Substring] {
        var (parts, start): ([Substring], Substring.Index) = ([], line.startIndex)
        for index in line.indices where line[index] == "," {
            let next = line.index(after: index)
            guard next == line.endIndex || !line[next].isNumber else { continue }
            parts.append(line[start..<index])
            start = next
        }
        return parts + [line[start...]]
    }

    private static func steps(_ parts: [Substring], _ marks: NumberMarks) -> [Step]? {
        var steps: [Step] = []
        for part in parts {
            let words = String(part).trimmingSpaces.split(separator: " ")
            guard !words.isEmpty else { continue }
            guard words.count == 2, words[0].unicodeScalars.count <= Self.longestLetter,
                let least = Percent(String(words[1]), marks), !steps.contains(where: { $0.letter == words[0] }),
                steps.last.map({ least < $0.least }) ?? true
            else { return nil }
            steps.append(Step(letter: String(words[0]), least: least))
        }
        return steps.count <= Self.most ? steps : nil
    }

    var text: String { steps.map { "\($0.letter) \($0.number)" }.joined(separator: ", ") }

    /// A stored scale as the language writes its numbers, so that it can be typed again; any other text as it is.
    static func words(_ stored: String, _ language: Language) -> String {
        guard let scale = Scale(stored: stored) else { return stored }
        let (numbers, comma) = (NumberStyle(language), language == .fa ? "، " : ", ")
        return scale.steps.map { "\($0.letter) \(numbers.typed($0.number))" }.joined(separator: comma)
    }

    /// Compares the percentage as it is shown. Below the last step there is no letter.
    func letter(_ percent: Percent) -> String? { steps.first { percent >= $0.least }?.letter }
}
