import HTML

/// A lesson of the draft: its form, and what can be done with it.
package struct LessonPage: Sendable {
    /// One of the days on which the lesson takes place, and what is different on it.
    package struct Day: Sendable {
        package var value: String
        package var label: String
        package var state: String
        /// Takes back what is different; nil when nothing is.
        package var end: Link?
        /// Opens the form with what is different; nil when nothing is, or when the lesson has the day no longer.
        package var change: Link?
        /// What the form that takes it back has seen.
        package var seen: [HiddenValue] = []
        /// Why what is different doesn't fit.
        package var warnings: [LocalText] = []

        package init(value: String, label: String, state: String, end: Link?) {
            self.value = value
            self.label = label
            self.state = state
            self.end = end
        }
    }

    package var frame: Frame
    package var term: String
    package var action: Link
    /// Says what the form would clash with; nil for none that does.
    package var check: Link?
    package var inputs: [BasicInput]
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var clashes: [LocalText]
    package var places: Link?
    package var copy: Link?
    package var split: Link?
    package var remove: Link?
    package var exception: Link?
    /// Those to come, and those that are different.
    package var allDays: [Day]
    /// Which weeks can be split off.
    package var weeks: String
    package var isSplittable: Bool
    /// What was typed for them, if it was refused, and why.
    package var splitTyped = ""
    package var splitError: LocalText?
    /// The draft has it no longer: it is held until that is published, and only its single days can be changed.
    package var isRemoved = false
    /// What can be different: not at all, with another teacher, elsewhere.
    package var exceptionKind: Choice
    /// By the name of the field for a single day.
    package var exceptionErrors: [String: LocalText] = [:]
    /// What is stored of the single day whose form is open; nil for a day of which nothing is.
    package var exceptionSeen: HiddenValue?
    /// What was typed for a single day, if it was refused; or what is stored of it, if that is about to be changed.
    package var exceptionTyped: [String: String] = [:]
    /// What a single day clashes with that was not stored for that.
    package var exceptionClashes: [LocalText] = []
    /// Which of them the form shows.
    package var exceptionMark: HiddenValue?
    /// The page without the stored day that is about to be changed.
    package var exceptionLeave: Link?
    /// What a day has of the lesson where nothing is typed, by the name of the field.
    package var usual: [String: String] = [:]
    package var cancel: Link
    package var trail: TrailCard?
    /// Of the page, whose calendar a day is typed in.
    package var language = Language.en

    package init(
        frame: Frame, term: String, action: Link, inputs: [BasicInput], hidden: [HiddenValue], conflict: Conflict?,
        clashes: [LocalText], places: Link?, copy: Link?, split: Link?, remove: Link?, exception: Link?, allDays: [Day],
        weeks: String, isSplittable: Bool, exceptionKind: Choice, cancel: Link, trail: TrailCard? = nil
    ) {
        self.frame = frame
        self.term = term
        self.action = action
        self.inputs = inputs
        self.hidden = hidden
        self.conflict = conflict
        self.clashes = clashes
        self.places = places
        self.copy = copy
        self.split = split
        self.remove = remove
        self.exception = exception
        self.allDays = allDays
        self.weeks = weeks
        self.isSplittable = isSplittable
        self.exceptionKind = exceptionKind
        self.cancel = cancel
        self.trail = trail
    }

    package var typed: LessonClashes { LessonClashes() }
    package var isClashing: Bool { !clashes.isEmpty }
    package var exceptions: [Day] { allDays.filter { $0.end != nil } }
    /// Those that can be chosen: of the others only the one that is being replaced.
    package var days: [Day] {
        allDays.filter { $0.end == nil || exceptionSeen != nil && $0.value == exceptionTyped["day"] }
    }

    package var removeMenu: ConfirmMenu? {
        remove.map {
            ConfirmMenu(
                Strings.timetable_remove, advice: Strings.timetable_remove_advice,
                confirm: Strings.timetable_remove, action: $0, in: frame,
                hidden: hidden.filter { $0.name == "version" })
        }
    }

    package var errors: ErrorSummary? {
        var problems = inputs.map { $0.field?.problem ?? $0.choice?.problem }
        problems += [splitWeeks.problem, dayChoice.problem, exceptionKind.problem]
        problems += exceptionFields.map(\.problem)
        problems.append(exceptionReason?.problem)
        return ErrorSummary(problems)
    }

    package var splitWeeks: Field {
        Field(
            "split", label: LocalText(Strings.timetable_split_weeks), value: splitTyped,
            hint: Strings.timetable_split_hint(weeks: weeks), error: splitError, isRequired: true)
    }

    package var dayChoice: Choice {
        Choice(
            "day", label: LocalText(Strings.timetable_day),
            options: [.init(value: "", label: "—", isSelected: exceptionTyped["day"] == nil)]
                + days.map {
                    .init(value: $0.value, label: $0.label, isSelected: $0.value == exceptionTyped["day"])
                }, error: exceptionErrors["day"])
    }

    /// The names in the form for single days.
    package static let exceptionNames = [
        "day", "new_day", "new_starts", "new_room", "new_teachers", "new_note", "new_reason",
    ]

    package var isDayClashing: Bool { !exceptionClashes.isEmpty }

    /// Why the day is saved although it clashes.
    package var exceptionReason: Field? {
        let typed = exceptionTyped["new_reason"] ?? ""
        guard isDayClashing || !typed.isEmpty || exceptionErrors["new_reason"] != nil else { return nil }
        return Field(
            "new_reason", label: LocalText(Strings.timetable_reason), value: typed,
            hint: LocalText(Strings.timetable_day_reason_hint), error: exceptionErrors["new_reason"],
            isRequired: isDayClashing)
    }

    /// What an empty field means: that the day follows the lesson.
    private func asLesson(_ name: String, _ words: (String) -> LocalText) -> LocalText {
        words(usual[name].flatMap { $0.isEmpty ? nil : $0 } ?? "—")
    }

    package var exceptionFields: [Field] {
        let offered = Dictionary(
            inputs.compactMap { $0.field }.map { ("new_" + $0.name, $0.picks) }, uniquingKeysWith: { first, _ in first }
        )
        return [
            Field.day(
                "new_day", LocalText(Strings.timetable_exception_day), exceptionTyped["new_day"] ?? "", language),
            Field(
                "new_starts", label: LocalText(Strings.timetable_starts), type: "time",
                hint: asLesson("new_starts") { Strings.timetable_exception_empty(value: $0) }),
            Field(
                "new_room", label: LocalText(Strings.timetable_room),
                hint: asLesson("new_room") { Strings.timetable_exception_empty(value: $0) }),
            Field(
                "new_teachers", label: LocalText(Strings.timetable_teachers),
                hint: asLesson("new_teachers") { Strings.timetable_exception_empty_names(value: $0) }),
            Field(
                "new_note", label: LocalText(Strings.timetable_note),
                hint: LocalText(Strings.timetable_exception_note_hint)),
        ].map { field in
            var field = field
            if field.name != "new_day" { field.value = exceptionTyped[field.name] ?? "" }
            field.error = exceptionErrors[field.name]
            // A browser's own field would empty what is no time.
            if field.error != nil, field.type == "time" { field.type = "text" }
            field.picks = offered[field.name] ?? nil
            return field
        }
    }

    package static var sample: LessonPage {
        LessonPage(
            frame: .sample(
                "Physics \"<b>\"", at: "clock", crumbs: [Crumb(label: "Timetable", link: "/t/rooster-me/timetable")]),
            term: "Autumn <2026>", action: "/t/rooster-me/timetable-lessons/1",
            inputs: [
                BasicInput(
                    field: Field(
                        "subject", label: LocalText(Strings.timetable_subject), value: "\"<b>\"",
                        error: Strings.timetable_error_unknown(name: "\"<b>\""), isRequired: true))
            ], hidden: [HiddenValue("version", "1")], conflict: nil,
            clashes: [Strings.timetable_clash_room(name: "<201>", other: "Mathematics, 253501")],
            places: "/t/rooster-me/timetable-lessons/1/places", copy: "/t/rooster-me/timetable-lessons/1/copy",
            split: "/t/rooster-me/timetable-lessons/1/split", remove: "/t/rooster-me/timetable-lessons/1/removal",
            exception: "/t/rooster-me/timetable-lessons/1/exceptions",
            allDays: [
                Day(value: "2026-11-23", label: "23 Nov 2026", state: "", end: nil),
                Day(
                    value: "2026-11-30", label: "30 Nov 2026", state: "Cancelled \"<b>\"",
                    end: "/t/rooster-me/timetable-lessons/1/exceptions/1/end"),
            ].map { day in
                var day = day
                if day.end != nil {
                    day.seen = [HiddenValue("seen", "2026-11-30 1 2")]
                    day.change = "/t/rooster-me/timetable-lessons/1?day=2026-11-30"
                    day.warnings = [Strings.timetable_clash_teacher(name: "<Anna>", other: "Chemistry")]
                }
                return day
            }, weeks: "1–4", isSplittable: true,
            exceptionKind: Choice(
                "change", label: LocalText(Strings.timetable_exception),
                options: [.init(value: "cancelled", label: "Cancelled", isSelected: true)]),
            cancel: "/t/rooster-me/timetable", trail: .sample)
    }

    /// A day that clashes and was not stored.
    package static var sampleDay: LessonPage {
        var page = sample
        page.exceptionTyped = [
            "day": "2026-11-23", "new_day": "2026-11-24", "new_room": "<201>", "new_teachers": "\"Anna\"",
        ]
        page.exceptionClashes = [
            Strings.timetable_clash_in_draft(clash: Strings.timetable_clash_room(name: "<201>", other: "Chemistry")),
            Strings.timetable_clash_published(clash: Strings.timetable_clash_teacher(name: "<Anna>", other: "Physics")),
        ]
        page.exceptionMark = HiddenValue("clashes", "0123")
        page.exceptionErrors = ["new_reason": LocalText(Strings.timetable_error_day_reason)]
        page.exceptionLeave = "/t/rooster-me/timetable-lessons/1"
        page.usual = ["new_starts": "09:00", "new_room": "<201>", "new_teachers": ""]
        return page
    }

    package static var sampleRemoved: LessonPage {
        var page = sample
        (page.places, page.copy, page.split, page.remove, page.isRemoved) = (nil, nil, nil, nil, true)
        return page
    }

    package static var sampleNew: LessonPage {
        var page = sample
        (page.places, page.copy, page.split, page.remove, page.exception, page.trail) = (nil, nil, nil, nil, nil, nil)
        (page.clashes, page.allDays, page.conflict) = ([], [], .sample(Strings.timetable_lesson_changed))
        return page
    }
}
