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

    private static func says(_ title: String, _ key: StringKey, _ more: [String]) -> Bool {
        more.contains(folded(title)) || Language.allCases.contains { folded(key.resolve(in: $0)) == folded(title) }
    }

    private static func folded(_ text: String) -> String { text.trimmingSpaces.lowercased() }
}
