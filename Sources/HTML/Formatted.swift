/// A number or time whose form a page struct has chosen; it is written in the page's language.
package enum Formatted: Sendable, Hashable {
    case integer(Int)
    /// `units` counts in 10^-`places`; exact.
    case fixed(_ units: Int, places: Int)
    case decimal(Double, places: Int)
    /// 0.125 is 12.5 %.
    case percent(Double, places: Int = 0)
    /// In steps of 1,000: `1.5 MB`.
    case bytes(Int)
    case date(LocalTime)
    case dayMonth(LocalTime)
    case clock(LocalTime)
    case dateTime(LocalTime)
    case weekday(LocalTime)
    case duration(seconds: Int)
    /// Positive seconds are in the past.
    case ago(seconds: Int)

    package func string(in language: Language) -> String {
        switch self {
        case .integer(let value): NumberStyle(language).integer(value)
        case .fixed(let units, let places): NumberStyle(language).fixed(units, places: places)
        case .decimal(let value, let places): NumberStyle(language).decimal(value, places: places)
        case .percent(let value, let places): NumberStyle(language).percent(value, places: places)
        case .bytes(let count): ByteStyle(language).string(count)
        case .date(let time): DateStyle(language).date(time)
        case .dayMonth(let time): DateStyle(language).dayMonth(time)
        case .clock(let time): DateStyle(language).clock(time)
        case .dateTime(let time): DateStyle(language).dateTime(time)
        case .weekday(let time): DateStyle(language).weekday(time)
        case .duration(let seconds): DurationStyle(language).short(seconds: seconds)
        case .ago(let seconds): DurationStyle(language).ago(seconds: seconds)
        }
    }
}
