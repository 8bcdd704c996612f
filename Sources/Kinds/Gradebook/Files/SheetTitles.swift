import HTML
import Templates

/// The titles that registers of many schools have above students' names and numbers.
enum SheetTitles {
    static func isNumber(_ title: String) -> Bool {
        says(
            title, Strings.gradebook_number,
            ["number", "id", "student id", "no", "no.", "nr", "nr.", "№", "número", "núm.", "номер", "شماره"])
    }

    static func isName(_ title: String) -> Bool {
        says(
            title, Strings.gradebook_student,
            [
                "name", "names", "full name", "pupil", "nombre", "nombres", "alumno", "имя", "имена", "фио", "نام",
                "نام‌ها",
            ])
    }

    static func isFamily(_ title: String) -> Bool {
        [
            "surname", "last name", "family name", "apellido", "apellidos", "фамилия", "نام خانوادگی",
        ].contains(folded(title))
    }

    static func isGiven(_ title: String) -> Bool {
        says(title, Strings.gradebook_given, ["given name", "forename", "name", "nombre", "имя", "نام"])
    }

    /// True above a column that says who a row is about.
    static func isOfStudents(_ title: String) -> Bool { isName(title) || isFamily(title) || isNumber(title) }

    /// True beside the numbers of each column below a workbook's students.
    static func isStatistic(_ title: String) -> Bool {
        let titles: [StringKey] = [
            Strings.gradebook_sheet_count, Strings.gradebook_mean, Strings.gradebook_median, Strings.gradebook_spread,
            Strings.gradebook_least, Strings.gradebook_greatest,
        ]
        return titles.contains { says(title, $0, []) }
    }

    /// True above and beside the counts and rates of attendance.
    static func isCount(_ title: String) -> Bool {
        (AttendanceState.allCases.map(\.label) + [Strings.gradebook_rate]).contains { says(title, $0, []) }
    }

    /// True above what a workbook computes from the grades.
    static func isResult(_ title: String) -> Bool {
        // With the words of earlier workbooks.
        says(title, Strings.gradebook_total, []) || says(title, Strings.gradebook_letter, ["буква", "حرف"])
    }

    private static func says(_ title: String, _ key: StringKey, _ more: [String]) -> Bool {
        more.contains(folded(title)) || Language.allCases.contains { folded(key.resolve(in: $0)) == folded(title) }
    }

    private static func folded(_ text: String) -> String { text.trimmingSpaces.lowercased() }
}
