import HTML

/// A month of a goal's plan, as a grid that works by plain forms, by keyboard and by drag.
package struct PlanPage: Sendable {
    package struct Week: Sendable {
        package var days: [Day]

        package init(days: [Day]) {
            self.days = days
        }
    }

    package struct Day: Sendable {
        package var slot: String
        package var label: String
        /// Beside the day where the month is a list.
        package var weekday: String
        package var isToday: Bool
        /// Of another month.
        package var isOutside: Bool
        package var add: Link?
        package var addLabel: LocalText
        package var cards: [Card]

        package init(
            slot: String, label: String, weekday: String, isToday: Bool, isOutside: Bool, add: Link?,
            addLabel: LocalText, cards: [Card]
        ) {
            self.slot = slot
            self.label = label
            self.weekday = weekday
            self.isToday = isToday
            self.isOutside = isOutside
            self.add = add
            self.addLabel = addLabel
            self.cards = cards
        }
    }

    package struct Card: Sendable {
        package var title: String
        package var detail: String
        package var minutes: LocalText?
        package var isTicked: Bool
        /// The name of the tracker that ticked it.
        package var tracker: String?
        package var isWrong: Bool
        /// What each of its forms says of the session as the page shows it.
        package var hidden: [HiddenValue]
        package var move: MoveForm?
        package var edit: EditForm?

        package init(
            title: String, detail: String, minutes: LocalText?, isTicked: Bool, tracker: String? = nil, isWrong: Bool,
            hidden: [HiddenValue] = [], move: MoveForm?, edit: EditForm?
        ) {
            self.tracker = tracker
            self.hidden = hidden
            self.title = title
            self.detail = detail
            self.minutes = minutes
            self.isTicked = isTicked
            self.isWrong = isWrong
            self.move = move
            self.edit = edit
        }
    }

    package struct MoveForm: Sendable {
        package var action: Link
        package var slots: [Choice.Option]
        /// A day of any other month, where it is typed.
        package var other: DayInput

        package init(action: Link, slots: [Choice.Option], other: DayInput) {
            self.other = other
            self.action = action
            self.slots = slots
        }
    }

    package struct EditForm: Sendable {
        package var action: Link
        package var title: Field
        package var detail: Area
        package var minutes: Field
        package var deletion: Link

        package init(action: Link, title: Field, detail: Area, minutes: Field, deletion: Link) {
            self.action = action
            self.title = title
            self.detail = detail
            self.minutes = minutes
            self.deletion = deletion
        }
    }

    package struct AddForm: Sendable {
        package var action: Link
        package var day: Field
        package var title: Field
        package var minutes: Field
        package var detail: Area

        package init(action: Link, day: Field, title: Field, minutes: Field, detail: Area) {
            self.action = action
            self.day = day
            self.title = title
            self.minutes = minutes
            self.detail = detail
        }
    }

    package struct CopyForm: Sendable {
        package var action: Link

        package init(action: Link) {
            self.action = action
        }
    }

    package struct TemplateForm: Sendable {
        package var action: Link
        package var choice: Choice
        package var day: Field

        package init(action: Link, choice: Choice, day: Field) {
            self.action = action
            self.choice = choice
            self.day = day
        }
    }

    package struct SaveForm: Sendable {
        package var action: Link
        package var name: Field

        package init(action: Link, name: Field) {
            self.action = action
            self.name = name
        }
    }

    package var frame: Frame
    package var title: LocalText
    package var month: String
    /// A day of the month, as the forms carry it.
    package var monthDay: String
    package var previous: Link
    package var next: Link
    package var weekdays: [String]
    package var weeks: [Week]
    package var hasKeys: Bool
    package var form: AddForm?
    package var copy: CopyForm?
    package var template: TemplateForm?
    package var saving: SaveForm?
    package var templates: Link?
    package var refused: LocalText?
    /// What somebody else wrote meanwhile.
    package var conflict: Conflict?
    /// What the grid does not show about the goal's percent.
    package var note: LocalText?

    package init(
        frame: Frame, title: LocalText, month: String, monthDay: String, previous: Link, next: Link, weekdays: [String],
        weeks: [Week], hasKeys: Bool, form: AddForm?, copy: CopyForm?, template: TemplateForm?, saving: SaveForm?,
        templates: Link?, refused: LocalText?, conflict: Conflict? = nil, note: LocalText? = nil
    ) {
        self.note = note
        self.conflict = conflict
        self.frame = frame
        self.title = title
        self.month = month
        self.monthDay = monthDay
        self.previous = previous
        self.next = next
        self.weekdays = weekdays
        self.weeks = weeks
        self.hasKeys = hasKeys
        self.form = form
        self.copy = copy
        self.template = template
        self.saving = saving
        self.templates = templates
        self.refused = refused
    }

    package var errors: ErrorSummary? {
        let edited = weeks.flatMap(\.days).flatMap(\.cards).compactMap(\.edit)
        return ErrorSummary(
            [
                form?.day.problem, form?.title.problem, form?.minutes.problem, form?.detail.field.problem,
                template?.day.problem, saving?.name.problem,
            ] + edited.flatMap { [$0.title.problem, $0.detail.field.problem, $0.minutes.problem] })
    }

    package static var sample: PlanPage {
        let card = Card(
            title: "Run 10 <km>", detail: "Slowly & \"long\".", minutes: Strings.fitness_minutes(count: 60),
            isTicked: false,
            isWrong: true, hidden: [HiddenValue("version", "3"), HiddenValue("was_title", "Run \"<9>\" km")],
            move: MoveForm(
                action: "/t/fitpact/fitness-goals/1/plan/1/day",
                slots: [
                    .init(value: "2026-11-23", label: "23 Nov", isSelected: true),
                    .init(value: "2026-11-24", label: "24 Nov", isSelected: false),
                ], other: DayInput("other", Strings.fitness_session_move_other, "", .en)),
            edit: EditForm(
                action: "/t/fitpact/fitness-goals/1/plan/1",
                title: Field(
                    "title", label: LocalText(Strings.fitness_session_title), value: "",
                    error: LocalText(Strings.error_required), isRequired: true
                ).prefixed("s1-"),
                detail: Area(
                    Field("detail", label: LocalText(Strings.fitness_session_detail), value: "<b>").prefixed("s1-")),
                minutes: Field("minutes", label: LocalText(Strings.fitness_session_minutes), value: "60").prefixed(
                    "s1-"),
                deletion: "/t/fitpact/fitness-goals/1/plan/1/deletion"))
        let done = Card(
            title: "شنا", detail: "", minutes: nil, isTicked: true, isWrong: false, move: nil, edit: nil)
        let days = (23...29).map { day in
            Day(
                slot: "2026-11-\(day)", label: "\(day) Nov", weekday: "Monday", isToday: day == 23, isOutside: false,
                add: "/t/fitpact/fitness-goals/1/plan?day=2026-11-\(day)",
                addLabel: Strings.fitness_session_add_on(day: "\(day) Nov"), cards: day == 24 ? [card, done] : [])
        }
        return PlanPage(
            frame: .sample("Plan of \"<Anna>\"", at: "goal"), title: Strings.fitness_plan_of(name: "Анна <Соколова>"),
            month: "Nov 2026", monthDay: "2026-11-01", previous: "/t/fitpact/fitness-goals/1/plan?month=2026-10-01",
            next: "/t/fitpact/fitness-goals/1/plan?month=2026-12-01",
            weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
            weeks: [Week(days: days)], hasKeys: true,
            form: AddForm(
                action: "/t/fitpact/fitness-goals/1/plan",
                day: .day("day", LocalText(Strings.fitness_session_day), "2026-11-23", .en, isRequired: true),
                title: Field(
                    "title", label: LocalText(Strings.fitness_session_title), value: "Run <&>", isRequired: true),
                minutes: Field("minutes", label: LocalText(Strings.fitness_session_minutes)),
                detail: Area(Field("detail", label: LocalText(Strings.fitness_session_detail)))),
            copy: CopyForm(action: "/t/fitpact/fitness-goals/1/plan/copies"),
            template: TemplateForm(
                action: "/t/fitpact/fitness-goals/1/plan/template",
                choice: Choice(
                    "template", label: LocalText(Strings.fitness_template),
                    options: [.init(value: "1", label: "First <month>", isSelected: false)]),
                day: .day("from", LocalText(Strings.fitness_template_from), "2026-11-23", .en, isRequired: true)),
            saving: SaveForm(
                action: "/t/fitpact/fitness-goals/1/plan/templates",
                name: Field("name", label: LocalText(Strings.fitness_template_name), isRequired: true)),
            templates: "/t/fitpact/fitness-templates", refused: LocalText(Strings.fitness_month_empty),
            conflict: .sample(Strings.fitness_session_changed),
            note: Strings.fitness_plan_not_whole(percent: "99%"))
    }

    package static var sampleBare: PlanPage {
        var page = sample
        (page.form, page.copy, page.template, page.saving, page.templates) = (nil, nil, nil, nil, nil)
        (page.hasKeys, page.refused, page.conflict) = (false, nil, nil)
        page.weeks = [
            Week(days: [
                Day(
                    slot: "2026-11-23", label: "23 Nov", weekday: "Monday", isToday: false, isOutside: true, add: nil,
                    addLabel: Strings.fitness_session_add_on(day: "23 Nov"), cards: [])
            ])
        ]
        return page
    }
}
