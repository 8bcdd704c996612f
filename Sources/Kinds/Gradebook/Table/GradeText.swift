import HTML
import Templates

/// Grades and percentages in the form that pages show.
struct GradeText {
    let language: Language
    /// As people of the language write numbers.
    let marks: NumberMarks
    private let numbers: NumberStyle

    init(_ language: Language) {
        self.language = language
        marks = .of(language)
        numbers = NumberStyle(language)
    }

    /// Returns the grade as a cell shows it and a person can type it: without separators between groups of digits,
    /// since these are commas in one language, and commas precede decimals in another.
    func cell(_ grade: Grade) -> String { typed(grade.plain) }

    /// Another person changed the cell meanwhile: the text shows both values and that person's name.
    func conflict(_ stored: StoredCell<GradeCell>, typed: String) -> LocalText {
        Strings.gradebook_conflict(
            name: stored.by, theirs: orEmpty(cell(stored.value)), time: Formatted.dateTime(stored.localTime),
            yours: orEmpty(typed))
    }

    /// Why `typed` is no grade: it can be two numbers, is a share that no points are, or has a character that is in none.
    func refusal(_ typed: String, _ marks: NumberMarks? = nil) -> LocalText {
        let (number, isShare, rest) = Grade.parts(of: (marks ?? self.marks).folded(typed))
        let readings = Points.readings(number, marks ?? self.marks)
        if readings.count == 2, rest.isEmpty || Grade.spelling[rest] == .late {
            return doubt(typed, readings)
        }
        if isShare, rest.isEmpty, readings.count == 1 { return Strings.gradebook_error_share(text: typed) }
        return Grade.strange(in: typed).map {
            Strings.gradebook_error_grade_character(text: typed, character: String($0))
        }
            ?? Strings.gradebook_error_grade(text: typed)
    }

    /// What a text can be that two countries read as two numbers; nil if it has one reading, or none.
    func doubt(_ typed: String) -> LocalText? {
        let readings = Points.readings(Percent.withoutSign(typed) ?? typed, marks)
        return readings.count == 2 ? doubt(typed, readings) : nil
    }

    private func doubt(_ typed: String, _ readings: [Points]) -> LocalText {
        Strings.gradebook_error_readings(text: typed, one: points(readings[0]), two: points(readings[1]))
    }

    /// nil for a grade that is not marked.
    func above(_ grade: Grade, _ assignment: Book.Assignment) -> LocalText? {
        guard assignment.warns(of: grade), let earned = grade.points else { return nil }
        return Strings.gradebook_above(points: points(earned), possible: points(assignment.possible))
    }

    /// Why an assignment that takes no more than its maximum refuses the grade.
    func aboveRefused(_ grade: Grade, _ assignment: Book.Assignment) -> LocalText {
        Strings.gradebook_error_above(
            points: grade.points.map { points($0) } ?? "", possible: points(assignment.possible))
    }

    /// A word in place of nothing.
    func orEmpty(_ text: String) -> String {
        text.isEmpty ? Strings.gradebook_empty_cell.resolve(in: language) : text
    }

    func points(_ points: Points) -> String { typed(points.plain) }

    /// A number without separators, in the digits and with the decimal sign of the language.
    func plain(_ number: String) -> String { typed(number) }

    private func typed(_ plain: String) -> String {
        switch language {
        case .en: plain
        case .es, .ru: plain.replacing(".", with: ",")
        case .fa:
            String(
                String.UnicodeScalarView(
                    plain.unicodeScalars.map { scalar in
                        switch scalar.value {
                        case 48...57: Unicode.Scalar(scalar.value - 48 + 0x06F0) ?? scalar
                        case 46: "٫"
                        default: scalar
                        }
                    }))
        }
    }

    func percent(_ percent: Percent?) -> String {
        percent.map { numbers.percent(Double($0.tenths) / 1000, places: 1) } ?? "—"
    }

    func tenths(_ value: Int) -> String { numbers.fixed(value, places: 1) }

    func day(_ day: LocalTime) -> String { DateStyle(language).dayMonth(day) }
}
