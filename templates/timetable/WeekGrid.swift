import HTML

/// A week as a table of days and times, with what takes place in each cell.
package struct WeekGrid: Sendable {
    package struct Column: Sendable {
        package var label: String
        /// The date, where the week has one.
        package var detail: String?
        package var isToday: Bool
        /// Why the day is empty.
        package var note: LocalText?

        package init(label: String, detail: String?, isToday: Bool) {
            self.label = label
            self.detail = detail
            self.isToday = isToday
        }
    }

    package struct Row: Sendable {
        package var label: String
        package var cells: [Cell]

        package init(label: String, cells: [Cell]) {
            self.label = label
            self.cells = cells
        }
    }

    package struct Cell: Sendable {
        /// Day and time as forms send them: 2-635.
        package var slot: String
        package var add: Link?
        package var addLabel: LocalText
        package var cards: [Card]

        package init(slot: String, add: Link?, addLabel: LocalText, cards: [Card]) {
            self.slot = slot
            self.add = add
            self.addLabel = addLabel
            self.cards = cards
        }
    }

    package struct Card: Sendable {
        package var title: String
        package var link: Link?
        package var tone: String
        package var line: String
        package var detail: String
        package var time: String
        package var warnings: [LocalText]
        /// nil for somebody who may only look.
        package var move: Link?
        package var copy: Link?
        package var places: Link?
        package var version: String
        /// The week that is shown, if the lesson is held in others too: it can move in this one alone.
        package var only: String?
        package var slots: [Option]
        /// What is different on this day; nil: nothing is, or the week is none of the calendar.
        package var state: LocalText?
        /// It does not take place here on this day.
        package var isOff = false
        /// What is said about this day; may be empty.
        package var note = ""
        /// The other groups that attend.
        package var shared: LocalText?
        /// How many dates differ from what repeats.
        package var differs: LocalText?

        package init(
            title: String, link: Link?, tone: String, line: String, detail: String, time: String, warnings: [LocalText],
            move: Link?, copy: Link?, places: Link?, version: String, only: String?, slots: [Option]
        ) {
            self.title = title
            self.link = link
            self.tone = tone
            self.line = line
            self.detail = detail
            self.time = time
            self.warnings = warnings
            self.move = move
            self.copy = copy
            self.places = places
            self.version = version
            self.only = only
            self.slots = slots
        }

        package var isWrong: Bool { !warnings.isEmpty }
        package var hasNote: Bool { !note.isEmpty }
        package var onlyLabel: LocalText { Strings.timetable_only_week(week: only ?? "") }
    }

    package struct Option: Sendable {
        package var value: String
        package var label: String
        package var isSelected: Bool

        package init(value: String, label: String, isSelected: Bool = false) {
            self.value = value
            self.label = label
            self.isSelected = isSelected
        }
    }

    package var label: LocalText
    package var csrf: String
    /// The page's own address, to come back to.
    package var back: Link
    package var columns: [Column]
    package var rows: [Row]

    package init(label: LocalText, csrf: String, back: Link, columns: [Column], rows: [Row]) {
        self.label = label
        self.csrf = csrf
        self.back = back
        self.columns = columns
        self.rows = rows
    }

    package static var sample: WeekGrid {
        let card = Card(
            title: "Physics \"<lab>\"", link: "/t/rooster-me/timetable-lessons/1", tone: "deep",
            line: "Lab · weeks 1, 3",
            detail: "114-1 · Ivanova · subgroup 1", time: "10:35–11:55",
            warnings: [Strings.timetable_clash_teacher(name: "Petrov <A.>", other: "Mathematics, 253501")],
            move: "/t/rooster-me/timetable-lessons/1/move", copy: "/t/rooster-me/timetable-lessons/1/copy",
            places: "/t/rooster-me/timetable-lessons/1/places", version: "3",
            only: "1",
            slots: [
                Option(value: "1-540", label: "Monday, 09:00", isSelected: true),
                Option(value: "2-540", label: "Tuesday, 09:00"),
            ])
        var cancelled = card
        (cancelled.move, cancelled.copy, cancelled.places, cancelled.warnings) = (nil, nil, nil, [])
        (cancelled.state, cancelled.isOff) = (LocalText(Strings.timetable_state_cancelled), true)
        (cancelled.note, cancelled.differs) = ("The <pipes> burst", Strings.timetable_dates_differ(count: 2))
        cancelled.shared = Strings.timetable_with_groups(count: 2, names: "253503, <253504>")
        return WeekGrid(
            label: LocalText(Strings.timetable_title), csrf: "sample", back: "/t/rooster-me/timetable?week=1",
            columns: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].enumerated().map {
                var column = Column(label: $1, detail: "\(23 + $0) Nov", isToday: $0 == 1)
                if $0 == 5 { column.note = LocalText(Strings.timetable_is_holiday) }
                return column
            },
            rows: [540, 635].map { start in
                Row(
                    label: start == 540 ? "09:00" : "10:35",
                    cells: (1...6).map { day in
                        Cell(
                            slot: "\(day)-\(start)", add: "/t/rooster-me/timetable-lessons/new",
                            addLabel: Strings.timetable_add_at(day: "Monday", time: "09:00"),
                            cards: day == 3 && start == 635 ? [card, cancelled] : [])
                    })
            })
    }
}
