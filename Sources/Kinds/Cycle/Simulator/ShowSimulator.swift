import Console
import CyclePrediction
import HTML
import Postgres
import Templates
import Web

/// Shows the month that the app would show, with an invented example at first.
struct ShowSimulator: Viewing {
    private let rules: String
    private let other: String

    init(_ request: WebRequest) {
        rules = request.query["rules"] ?? ""
        other = request.query["other"] ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let today = try tx.first(SimulatorQueries.today)?.int("today") ?? 0
        var input = SimulatorInput(example: today, actor.language)
        (input.rules, input.other) = (rules, other)
        return try SimulatorPageMaker(input: input).page(in: tx, by: actor, services)
    }
}

/// Shows the same for the typed data. The data is sent in the body of a form, changes nothing, and leaves no audit
/// event: it is invented, and if it were real, it would be private.
struct RunSimulator: Viewing {
    private let input: SimulatorInput

    init(_ request: WebRequest) { input = SimulatorInput(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let page = try SimulatorPageMaker(input: input).page(in: tx, by: actor, services)
        guard input.isValid else { throw Refusal.form(page) }
        return page
    }
}

enum SimulatorQueries {
    static let today: SQL = """
        select ((now() at time zone tenants.zone)::date - date '1970-01-01')::bigint as today
        from tenants where tenants.id = current_tenant()
        """
}

struct SimulatorPageMaker {
    let input: SimulatorInput

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> CycleSimulatorPage {
        let versions = try RuleVersion.all(in: tx)
        let chosen =
            versions.first { $0.value == input.rules }
            ?? (input.rules.isEmpty ? versions.first { $0.isLive } ?? versions.first : nil)
        let other = versions.first { $0.value == input.other && $0.value != chosen?.value }
        let here = actor.link("cycle-simulator")
        return CycleSimulatorPage(
            frame: actor.frame(LocalText(Strings.cycle_simulator), services, current: "cycle-simulator"), action: here,
            choices: choices(versions, chosen, other, actor.language), today: today(actor.language),
            areas: [
                area("periods", Strings.cycle_periods, input.periods, Strings.cycle_periods_hint, actor.language),
                area(
                    "temperatures", Strings.cycle_temperatures, input.temperatures, Strings.cycle_temperatures_hint,
                    actor.language),
                area("mucus", Strings.cycle_mucus, input.mucus, Strings.cycle_mucus_hint, actor.language),
            ],
            result: input.isValid ? result(chosen, other, actor.language) : nil)
    }

    private func today(_ language: Language) -> Field {
        .day(
            "today", LocalText(Strings.cycle_today), TypedDay.iso(input.today) ?? input.today, language,
            error: input.error(in: "today", language), isRequired: true)
    }

    private func area(
        _ name: String, _ label: StringKey, _ text: String, _ hint: StringKey, _ language: Language
    ) -> Area {
        var field = Field(
            name, label: LocalText(label), value: text, hint: LocalText(hint), error: input.error(in: name, language))
        field.isRequired = name == "periods"
        return Area(field, rows: 7)
    }

    /// Whether a version was asked for that can't be used.
    private func isGone(_ wanted: String, _ found: RuleVersion?) -> Bool {
        !wanted.isEmpty && wanted != "standard" && found == nil
    }

    private func choices(
        _ versions: [RuleVersion], _ chosen: RuleVersion?, _ other: RuleVersion?, _ language: Language
    ) -> [Choice] {
        func options(_ none: StringKey, _ selected: RuleVersion?) -> [Choice.Option] {
            let first = Choice.Option(
                value: none == Strings.cycle_rules_standard ? "standard" : "",
                label: LocalText(none).resolve(in: language), isSelected: selected == nil)
            return [first]
                + versions.map {
                    Choice.Option(
                        value: $0.value, label: $0.label.resolve(in: language), isSelected: $0.value == selected?.value)
                }
        }
        return [
            Choice(
                "rules", label: LocalText(Strings.cycle_rules), options: options(Strings.cycle_rules_standard, chosen),
                error: isGone(input.rules, chosen) ? LocalText(Strings.cycle_rules_gone) : nil),
            Choice(
                "other", label: LocalText(Strings.cycle_other_rules), options: options(Strings.cycle_rules_none, other),
                error: input.other != input.rules && isGone(input.other, other)
                    ? LocalText(Strings.cycle_other_gone) : nil),
            Choice(
                "unit", label: LocalText(Strings.cycle_unit),
                options: TemperatureUnit.choices.map { value, words in
                    Choice.Option(
                        value: value, label: LocalText(words).resolve(in: language),
                        isSelected: value == input.unit.rawValue)
                }),
        ]
    }

    private func result(_ chosen: RuleVersion?, _ other: RuleVersion?, _ language: Language)
        -> CycleSimulatorPage.Result
    {
        let month = HTML.CalendarMonth(of: input.month ?? input.day.number, in: language)
        func predict(_ rules: PredictionRules) -> Prediction {
            Prediction(input.log, rules: rules, today: input.day, cycles: 6)
        }
        let first = predict(chosen?.rules ?? .standard)
        let second = other.map { predict($0.rules) }
        func side(_ title: LocalText, _ prediction: Prediction, _ compared: Prediction?) -> CycleSimulatorPage.Side {
            let words = PredictionWords(prediction: prediction, language: language)
            return CycleSimulatorPage.Side(
                title: title,
                month: MonthMaker(prediction: prediction, other: compared, month: month, language: language).page,
                facts: words.facts, notes: words.notes)
        }
        var sides = [side(chosen?.label ?? LocalText(Strings.cycle_rules_standard), first, nil)]
        var comparison: LocalText?
        if let other, let second {
            sides.append(side(other.label, second, first))
            let days = MonthMaker(prediction: second, other: first, month: month, language: language).differences
            comparison =
                days == 0 ? LocalText(Strings.cycle_same) : Strings.cycle_different(count: days)
        }
        func shown(_ day: Int) -> CycleSimulatorPage.MonthButton {
            let month = HTML.CalendarMonth(of: day, in: language)
            return .init(value: String(month.firstDay), label: DateStyle(language).month(month.label))
        }
        return CycleSimulatorPage.Result(
            sides: sides, comparison: comparison, before: shown(month.firstDay - 1),
            after: shown(HTML.CalendarMonth(of: month.firstDay + 31, in: language).firstDay))
    }
}
