/// How a language writes a duration in a short form: `2 min`, `3 d`; and how long ago or ahead a time is.
package struct DurationStyle: Sendable {
    private enum Unit: Int, CaseIterable {
        case year = 31_557_600
        case month = 2_629_800
        case week = 604_800
        case day = 86_400
        case hour = 3600
        case minute = 60
        case second = 1
    }

    private let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// Rounds down to the largest unit, with a no-break space: `90` is `1 min`.
    package func short(seconds: Int) -> String {
        let magnitude = Int(clamping: seconds.magnitude)
        let unit = Unit.allCases.first { magnitude >= $0.rawValue } ?? .second
        let count = magnitude / unit.rawValue
        return NumberStyle(language).integer(count) + "\u{A0}" + word(unit, count).description
    }

    /// Positive `seconds` are in the past: `2 min ago`; negative ones in the future: `in 2 min`. Less than five
    /// seconds either way is now.
    package func ago(seconds: Int) -> String {
        if seconds.magnitude < 5 { return now.description }
        let short = short(seconds: seconds)
        let isPast = seconds > 0
        return switch language {
        case .en: isPast ? "\(short) ago" : "in \(short)"
        case .es: isPast ? "hace \(short)" : "dentro de \(short)"
        case .ru: isPast ? "\(short) назад" : "через \(short)"
        case .fa: isPast ? "\(short) پیش" : "\(short) دیگر"
        }
    }

    private var now: StaticString {
        switch language {
        case .en: "now"
        case .es: "ahora"
        case .ru: "сейчас"
        case .fa: "اکنون"
        }
    }

    private func word(_ unit: Unit, _ count: Int) -> StaticString {
        let category = PluralCategory(of: count, in: language)
        return switch language {
        case .en: english(unit)
        case .es: spanish(unit, category)
        case .ru: russian(unit, category)
        case .fa: persian(unit)
        }
    }

    private func english(_ unit: Unit) -> StaticString {
        switch unit {
        case .year: "y"
        case .month: "mo"
        case .week: "wk"
        case .day: "d"
        case .hour: "h"
        case .minute: "min"
        case .second: "s"
        }
    }

    private func spanish(_ unit: Unit, _ category: PluralCategory) -> StaticString {
        switch unit {
        case .year: category == .one ? "año" : "años"
        case .month: category == .one ? "mes" : "meses"
        case .week: "sem."
        case .day: "d"
        case .hour: "h"
        case .minute: "min"
        case .second: "s"
        }
    }

    private func russian(_ unit: Unit, _ category: PluralCategory) -> StaticString {
        switch unit {
        case .year: category == .many ? "л." : "г."
        case .month: "мес."
        case .week: "нед."
        case .day: "дн."
        case .hour: "ч"
        case .minute: "мин"
        case .second: "с"
        }
    }

    private func persian(_ unit: Unit) -> StaticString {
        switch unit {
        case .year: "سال"
        case .month: "ماه"
        case .week: "هفته"
        case .day: "روز"
        case .hour: "ساعت"
        case .minute: "دقیقه"
        case .second: "ثانیه"
        }
    }
}
