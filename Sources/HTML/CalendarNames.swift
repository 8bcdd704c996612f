/// Names of months and weekdays. Source: CLDR 46; Spanish and Russian months in the form that follows a day.
enum CalendarNames {
    /// `month` counts from 1 in the calendar that the language uses: Jalali for Persian, Gregorian for the others.
    static func shortMonth(_ month: Int, in language: Language) -> StaticString {
        let names: [StaticString] =
            switch language {
            case .en: english
            case .es: spanish
            case .ru: russian
            case .fa: jalali
            }
        return names.indices.contains(month - 1) ? names[month - 1] : ""
    }

    /// Returns the name of a month without a day; `month` as in `shortMonth`.
    static func monthAlone(_ month: Int, in language: Language) -> StaticString {
        guard language == .ru else { return shortMonth(month, in: language) }
        return russianAlone.indices.contains(month - 1) ? russianAlone[month - 1] : ""
    }

    /// `weekday` counts from 0 for Monday.
    static func weekday(_ weekday: Int, in language: Language) -> StaticString {
        let names: [StaticString] =
            switch language {
            case .en: englishDays
            case .es: spanishDays
            case .ru: russianDays
            case .fa: persianDays
            }
        return names.indices.contains(weekday) ? names[weekday] : ""
    }

    private static let english: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let spanish: [StaticString] = [
        "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic",
    ]
    private static let russian: [StaticString] = [
        "янв.", "февр.", "мар.", "апр.", "мая", "июн.", "июл.", "авг.", "сент.", "окт.", "нояб.", "дек.",
    ]
    private static let russianAlone: [StaticString] = [
        "янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек",
    ]
    private static let jalali: [StaticString] = [
        "فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
    ]
    private static let englishDays: [StaticString] = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let spanishDays: [StaticString] = [
        "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo",
    ]
    private static let russianDays: [StaticString] = [
        "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
    ]
    private static let persianDays: [StaticString] = [
        "دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه", "شنبه", "یکشنبه",
    ]
}
