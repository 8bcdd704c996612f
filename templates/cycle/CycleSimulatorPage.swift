import HTML

/// Made-up periods, temperatures and mucus, and the month that the app would show for them.
package struct CycleSimulatorPage: Sendable {
    /// What one set of rules predicts.
    package struct Side: Sendable {
        package var title: LocalText
        package var month: CycleMonth
        package var facts: [Fact]
        package var notes: [LocalText]

        package init(title: LocalText, month: CycleMonth, facts: [Fact], notes: [LocalText]) {
            self.title = title
            self.month = month
            self.facts = facts
            self.notes = notes
        }
    }

    package struct MonthButton: Sendable {
        package var value: String
        package var label: String

        package init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    package struct Result: Sendable {
        /// One or two.
        package var sides: [Side]
        package var comparison: LocalText?
        package var before: MonthButton
        package var after: MonthButton

        package init(sides: [Side], comparison: LocalText?, before: MonthButton, after: MonthButton) {
            self.sides = sides
            self.comparison = comparison
            self.before = before
            self.after = after
        }
    }

    package var frame: Frame
    package var action: Link
    package var choices: [Choice]
    package var today: Field
    package var areas: [Area]
    /// nil while something that was typed can't be read.
    package var result: Result?

    package init(
        frame: Frame, action: Link, choices: [Choice], today: Field, areas: [Area], result: Result?
    ) {
        self.frame = frame
        self.action = action
        self.choices = choices
        self.today = today
        self.areas = areas
        self.result = result
    }

    package var errors: ErrorSummary? { ErrorSummary([today.problem] + areas.map(\.field.problem)) }

    package static var sample: CycleSimulatorPage {
        func side(_ title: StringKey, isSecond: Bool) -> Side {
            Side(
                title: LocalText(title), month: .sample(isSecond: isSecond),
                facts: [
                    Fact(
                        LocalText(Strings.cycle_next_period), "12 Dec <1>"),
                    Fact(LocalText(Strings.cycle_chance), "71%"),
                ],
                notes: [Strings.cycle_note_little(known: 1, needed: 3), LocalText(Strings.cycle_note_disagree)])
        }
        return CycleSimulatorPage(
            frame: .sample("Simulator", at: "play"), action: "/t/rooster-me/cycle-simulator",
            choices: [
                Choice(
                    "rules", label: LocalText(Strings.cycle_rules),
                    options: [.init(value: "1.1", label: "Standard \"<b>\", version 3", isSelected: true)])
            ],
            today: Field("today", label: LocalText(Strings.cycle_today), value: "2026-11-20", type: "date"),
            areas: [
                Area(
                    Field(
                        "periods", label: LocalText(Strings.cycle_periods), value: "2026-11-01 5 <b>",
                        hint: LocalText(Strings.cycle_periods_hint), isRequired: true), rows: 7)
            ],
            result: Result(
                sides: [
                    side(Strings.cycle_rules_standard, isSecond: false), side(Strings.cycle_rules, isSecond: true),
                ],
                comparison: Strings.cycle_different(count: 3), before: MonthButton(value: "20727", label: "Oct 2026"),
                after: MonthButton(value: "20788", label: "Dec 2026")))
    }

    package static var sampleWrong: CycleSimulatorPage {
        var page = sample
        page.result = nil
        page.areas[0].field.error = Strings.cycle_error_line(count: 1, lines: "2", error: Strings.error_day)
        page.frame.theme = "dark"
        return page
    }
}
