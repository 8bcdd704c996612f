import HTML

/// One day with its lessons.
package struct PublicDay: Sendable {
    package struct Person: Sendable {
        package var name: String
        package var link: Link

        package init(name: String, link: Link) {
            self.name = name
            self.link = link
        }
    }

    package struct Card: Sendable {
        package var starts: String
        package var ends: String
        package var title: String
        package var kind: LocalText
        package var tone: String
        /// What is different on this day.
        package var state: LocalText?
        /// It does not take place here.
        package var isOff: Bool
        package var room: String?
        package var people: [Person]
        package var subgroup: LocalText?
        package var note: String?

        package init(
            starts: String, ends: String, title: String, kind: LocalText, tone: String, state: LocalText?, isOff: Bool,
            room: String?, people: [Person], subgroup: LocalText?, note: String?
        ) {
            self.starts = starts
            self.ends = ends
            self.title = title
            self.kind = kind
            self.tone = tone
            self.state = state
            self.isOff = isOff
            self.room = room
            self.people = people
            self.subgroup = subgroup
            self.note = note
        }
    }

    package var weekday: String
    package var date: String
    package var isToday: Bool
    package var cards: [Card]
    /// Why the day is empty.
    package var nothing: LocalText

    package init(weekday: String, date: String, isToday: Bool, cards: [Card], nothing: LocalText) {
        self.weekday = weekday
        self.date = date
        self.isToday = isToday
        self.cards = cards
        self.nothing = nothing
    }

    package var isEmpty: Bool { cards.isEmpty }

    package static var sample: PublicDay {
        PublicDay(
            weekday: "Monday", date: "7 Sep", isToday: true,
            cards: [
                Card(
                    starts: "09:00", ends: "10:20", title: "Maths \"<b>\"", kind: LocalText(Strings.timetable_kind_lab),
                    tone: "deep", state: LocalText(Strings.timetable_state_substituted), isOff: false, room: "201-4",
                    people: [Person(name: "Petrov <i>", link: "/public/pary/timetable/teachers/petrov")],
                    subgroup: Strings.timetable_of_subgroup(number: 2), note: "Bring <b>"),
                Card(
                    starts: "10:35", ends: "11:55", title: "Physics", kind: LocalText(Strings.timetable_kind_lecture),
                    tone: "good", state: LocalText(Strings.timetable_state_cancelled), isOff: true, room: nil,
                    people: [],
                    subgroup: nil, note: nil),
            ], nothing: LocalText(Strings.timetable_no_lessons))
    }

    package static var sampleEmpty: PublicDay {
        PublicDay(
            weekday: "Tuesday", date: "8 Sep", isToday: false, cards: [],
            nothing: LocalText(Strings.timetable_no_lessons))
    }
}
