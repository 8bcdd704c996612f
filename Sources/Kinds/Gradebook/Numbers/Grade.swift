import HTML
import Templates
import Web

/// The content of a cell of the grade table. An empty cell does not count.
struct Grade: Sendable, Equatable {
    enum Mark: String, Sendable, CaseIterable {
        /// Does not count.
        case excused
        /// Counts as no points earned.
        case missing
        /// Counts like any other grade; the mark is only shown.
        case late

        /// As pages and files write it.
        var letter: String {
            switch self {
            case .excused: "EX"
            case .missing: "M"
            case .late: "L"
            }
        }
    }

    /// nil for an empty, excused or missing grade.
    let points: Points?
    let mark: Mark?

    static let empty = Grade(points: nil, mark: nil)

    init(points: Points?, mark: Mark?) {
        (self.points, self.mark) = (points, mark)
    }

    init(points: String?, mark: String) throws {
        self.init(points: try points.map { try Points(stored: $0) }, mark: Mark(rawValue: mark))
    }

    /// The letters are the same in every language, as they are on paper, and Roost shows and files nothing else; each
    /// language's own words are understood as well.
    static let spelling = Spelling<Mark>([
        (.excused, ["EX", "E"], [Strings.gradebook_words_excused]),
        (.missing, ["M", "-", "–", "—", "−"], [Strings.gradebook_words_missing]),
        (.late, ["L"], [Strings.gradebook_words_late]),
    ])

    /// Parses a typed or pasted grade: points, a word for excused or missing, points followed by a word for late, or an
    /// empty text. nil for anything else; `GradeText.refusal` says why.
    /// - Parameter possible: of the assignment: "70%" is a share of it, if that is a number of points.
    init?(typed: String, _ marks: NumberMarks, of possible: Points? = nil) {
        let text = marks.folded(typed)
        if text.isEmpty {
            self = .empty
        } else if let mark = Self.spelling[text], mark != .late {
            self.init(points: nil, mark: mark)
        } else {
            let (number, isShare, rest) = Self.parts(of: text)
            guard let points = Points(number, marks), rest.isEmpty || Self.spelling[rest] == .late else { return nil }
            let late = rest.isEmpty ? nil : Mark.late
            guard isShare else {
                self.init(points: points, mark: late)
                return
            }
            guard let share = possible.flatMap({ points.share(of: $0) }) else { return nil }
            self.init(points: share, mark: late)
        }
    }

    /// Parses `plain`.
    init?(plain: String) { self.init(typed: plain, .plain) }

    /// The number at the beginning of a folded text, whether a sign for percent follows, and what comes after both.
    static func parts(of text: String) -> (number: String, isShare: Bool, rest: String) {
        var number = text.prefix { TypedNumber.isDigit($0) || TypedNumber.isSign($0) }
        var rest = text.dropFirst(number.count)
        let isShare = rest.first.map { "%٪﹪".contains($0) } ?? false
        if isShare { rest = rest.dropFirst() }
        while number.last?.isWhitespace == true { number = number.dropLast() }
        return (String(number), isShare, String(rest).trimmingSpaces)
    }

    /// Returns the first character of `typed` with which no grade goes on; nil if each one could stand in a grade.
    static func strange(in typed: String) -> Character? {
        var (number, word) = ("", "")
        var first: Character?
        for character in typed {
            let folded = TypedLetters.joined(String(character))
            if word.isEmpty, folded.allSatisfy(isOfNumber) {
                // One sign precedes the decimals, and before it there can be groups.
                if folded.contains(where: TypedNumber.isSign), number.contains(where: TypedNumber.isSign),
                    !TypedNumber.isGrouped(number)
                {
                    return character
                }
                number += folded
            } else {
                first = first ?? character
                // Digits after a word: the word is what does not belong there.
                if !folded.isEmpty, folded.allSatisfy(isOfNumber) { return first }
                word += folded
                let isNumbered = !number.isEmpty
                guard spelling.begins(word, { isNumbered == ($0 == .late) }) else { return character }
            }
        }
        // A number with the beginning of a word: a letter that looks like a digit, more likely than half a word.
        return number.isEmpty || spelling[word] == .late ? nil : first
    }

    private static func isOfNumber(_ character: Character) -> Bool {
        TypedNumber.isSign(character) || TypedNumber.isDigit(character)
    }

    /// The text that is typed and shown in the table.
    var plain: String {
        switch mark {
        case .excused?, .missing?: mark?.letter ?? ""
        case .late?: (points?.plain ?? "") + " \(Mark.late.letter)"
        case nil: points?.plain ?? ""
        }
    }

    /// The points from which numbers are computed; nil if the grade does not count.
    var counted: Points? { mark == .missing ? .zero : points }

    var isEmpty: Bool { self == .empty }
}
