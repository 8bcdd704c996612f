import Console
import HTML
import Postgres
import Templates

/// The shared values of the cells on one page of the list.
struct UserCells {
    let actor: Actor
    private let dates: DateStyle
    /// The newest users joined on the same day or two, so the last formatted day is often the next one too.
    private var last: (number: Int, text: String)?

    var language: Language { actor.language }

    init(_ actor: Actor) {
        self.actor = actor
        dates = DateStyle(actor.language)
    }

    mutating func day(_ time: LocalTime) -> String {
        if let last, last.number == time.dayNumber { return last.text }
        let text = dates.date(time)
        last = (time.dayNumber, text)
        return text
    }

    /// Returns how long ago the moment was; the epoch means never.
    func ago(_ moment: Timestamp) -> String {
        moment.microseconds == 0
            ? "—" : DurationStyle(language).short(seconds: Int(max(0, actor.now.seconds - moment.seconds)))
    }

    /// A moment of the tenant's local time, to the minute.
    static func moment(_ microseconds: Int64, _ language: Language) -> String {
        DateStyle(language).dateTime(LocalTime(microseconds: Int(microseconds)))
    }
}
