import HTML
import Templates

/// Weekdays as files write them: whole or short, in any of the languages, with or without a full stop.
enum WeekdayWords {
    /// 1 is Monday; nil for a text that is no weekday.
    static func number(_ text: String) -> Int? { known[normal(text)] }

    private static func normal(_ text: String) -> String {
        // By scalars: a half space (U+200C) is one character with the letter before it.
        String(
            String.UnicodeScalarView(
                text.lowercased().unicodeScalars.filter {
                    $0 != "." && $0 != "\u{200C}" && !$0.properties.isWhitespace
                }))
    }

    /// From Monday, several ways to write them; with the accents that are often left out.
    private static let short = [
        "mon tue wed thu fri sat sun", "mo tu we th fr sa su", "пн вт ср чт пт сб вс", "пон втр срд чтв птн суб вск",
        "lun mar mié jue vie sáb dom", "lu ma mi ju vi sá do", "lunes martes miercoles jueves viernes sabado domingo",
        "lun mar mie jue vie sab dom", "د س چ پ ج ش ی",
    ]

    private static let known: [String: Int] = {
        var known: [String: Int] = [:]
        for (place, day) in LessonFields.weekdays.enumerated() {
            for language in Language.allCases { known[normal(LocalText(day.words).resolve(in: language))] = place + 1 }
        }
        for words in short {
            for (place, word) in words.split(separator: " ").enumerated() { known[String(word)] = place + 1 }
        }
        return known
    }()
}
