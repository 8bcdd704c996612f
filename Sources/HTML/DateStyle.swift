/// How a language writes dates: day, short month, year, a 24-hour clock. Persian uses the Jalali calendar.
package struct DateStyle: Sendable {
    private let language: Language
    private let numbers: NumberStyle

    package init(_ language: Language) {
        self.language = language
        numbers = NumberStyle(language)
    }

    /// `20 Nov 2026`
    package func date(_ time: LocalTime) -> String {
        let day = calendarDay(time)
        return "\(numbers.plain(day.day)) \(name(day.month)) \(numbers.plain(day.year))"
    }

    /// `20 Nov`
    package func dayMonth(_ time: LocalTime) -> String {
        let day = calendarDay(time)
        return "\(numbers.plain(day.day)) \(name(day.month))"
    }

    /// Returns `Nov 2026` or «آبان ۱۴۰۵» for the label of a `CalendarMonth`; any other text unchanged.
    package func month(_ label: String) -> String {
        let parts = label.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2, (1...12).contains(parts[1]) else { return label }
        return "\(CalendarNames.monthAlone(parts[1], in: language)) \(numbers.plain(parts[0]))"
    }

    /// `09:14`
    package func clock(_ time: LocalTime) -> String {
        "\(numbers.plain(time.hour, width: 2)):\(numbers.plain(time.minute, width: 2))"
    }

    /// `20 Nov 2026, 09:14`
    package func dateTime(_ time: LocalTime) -> String {
        date(time) + (language == .fa ? "، " : ", ") + clock(time)
    }

    /// `Friday`
    package func weekday(_ time: LocalTime) -> String {
        CalendarNames.weekday(GregorianDate.weekday(dayNumber: time.dayNumber), in: language).description
    }

    private func name(_ month: Int) -> String {
        // A Persian page shows a day outside the Jalali table by its Gregorian date, with the month as a number.
        month > 0 ? CalendarNames.shortMonth(month, in: language).description : numbers.plain(-month)
    }

    private func calendarDay(_ time: LocalTime) -> (year: Int, month: Int, day: Int) {
        let date = time.date
        guard language == .fa else { return (date.year, date.month, date.day) }
        guard let jalali = JalaliDate(dayNumber: time.dayNumber) else { return (date.year, -date.month, date.day) }
        return (jalali.year, jalali.month, jalali.day)
    }
}
