import Console
import HTML
import Postgres
import Templates
import Web

/// A session of a plan.
struct Session: Sendable {
    static let longestTitle = 120
    static let longestDetail = 1000
    static let minutes = 1...1440
    /// One goal has at most so many.
    static let most = 2000

    let id: ID
    var day: Int
    let place: Int
    var title: String
    var detail: String
    var minutes: Int?
    let tickedAt: Timestamp?
    /// The tracker that ticked it; nil if it was ticked by hand.
    let tracker: TrackerSource?
    /// Grows with every change.
    let version: Int

    init(
        id: ID, day: Int, place: Int = 0, title: String, detail: String = "", minutes: Int?, tickedAt: Timestamp? = nil,
        tracker: TrackerSource? = nil
    ) {
        version = 1
        (self.id, self.day, self.place, self.title, self.detail) = (id, day, place, title, detail)
        (self.minutes, self.tickedAt, self.tracker) = (minutes, tickedAt, tracker)
    }

    init(_ row: Row) throws {
        id = try row.id("id")
        day = try row.int("day")
        place = try row.int("place")
        title = try row.text("title")
        detail = try row.text("detail")
        minutes = try row.intOrNil("minutes")
        tickedAt = try row.timeOrNil("ticked_at")
        tracker = try row.textOrNil("tracker").flatMap { TrackerSource(rawValue: $0) }
        version = try row.int("version")
    }

    /// As the fields of its forms have it.
    var values: [String: String] {
        [
            "day": Self.iso(day), "title": title, "minutes": minutes.map { String($0) } ?? "", "detail": detail,
        ]
    }

    var planned: PlannedSession { PlannedSession(id: id, day: day, place: place, isTicked: tickedAt != nil) }

    static func iso(_ day: Int) -> String { LocalTime(dayNumber: day).isoDay }

    /// Returns nil for a text that is no day, or for a day that nobody plans for.
    static func day(_ text: String) -> Int? {
        TypedDay.iso(text).flatMap { LocalTime(day: $0) }.flatMap {
            (2000...2200).contains($0.date.year) ? $0.dayNumber : nil
        }
    }
}

/// A session as typed.
struct SessionForm {
    /// The fields in which two admins may differ.
    static let fields = [
        (name: "title", label: Strings.fitness_session_title),
        (name: "minutes", label: Strings.fitness_session_minutes),
        (name: "detail", label: Strings.fitness_session_detail),
    ]

    let typed: [String: String]

    init(_ form: Query) {
        typed = Dictionary(
            uniqueKeysWithValues: ["day", "title", "detail", "minutes"].map {
                let text = (form.trimmed($0) ?? "").replacing("\r\n", with: "\n")
                return ($0, $0 == "minutes" ? text.latinDigits : text)
            })
    }

    var day: Int? { Session.day(typed["day"] ?? "") }
    var title: String { typed["title"] ?? "" }
    var detail: String { typed["detail"] ?? "" }
    var minutes: Int? { Int(typed["minutes"] ?? "") }

    /// Field by field, what was typed and what is stored.
    func merge(_ opened: OpenedForm, with stored: Session, _ language: Language) -> OpenedForm.Merged {
        opened.merge(typed, with: stored.values, Self.fields) { value, label in
            label == Strings.fitness_session_minutes ? NumberStyle(language).typed(value) : value
        }
    }

    func errors(withDay: Bool) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        if withDay, day == nil { errors["day"] = LocalText(Strings.error_day) }
        errors["title"] = LineText.fault(title, most: Session.longestTitle)
        errors["detail"] = GoalText.fault(detail, most: Session.longestDetail, isRequired: false)
        if typed["minutes"]?.isEmpty == false, minutes.map({ Session.minutes.contains($0) }) != true {
            errors["minutes"] = Strings.error_number(
                least: Session.minutes.lowerBound, most: Session.minutes.upperBound)
        }
        return errors
    }
}
