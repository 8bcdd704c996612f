import Console
import HTML
import Postgres
import Templates
import Web

/// How many of the goals that were proposed in some days came to each stage: proposed → accepted → done → rewarded.
struct ShowFunnel: Viewing {
    static let path = "reports/fitness-funnel"
    private let query: Query

    init(_ request: WebRequest) { query = request.query }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let period = try ReportPeriod(query, days: 365, in: tx, by: actor)
        let values = period.isGood ? try tx.first(ReportQueries.funnel(period))?.ints("values") ?? [] : []
        let language = actor.language
        let stages = [
            Strings.fitness_stage_proposed, Strings.fitness_stage_accepted, Strings.fitness_stage_done,
            Strings.fitness_stage_rewarded,
        ]
        let counts = Array(values.prefix(stages.count))
        let names = stages.map { LocalText($0).resolve(in: language) }
        let numbers = NumberStyle(language)
        return FunnelPage(
            frame: actor.frame(LocalText(Strings.fitness_funnel), services, current: Self.path),
            action: actor.link(Self.path), from: period.fromField, until: period.untilField,
            chart: counts.count == stages.count
                ? Chart(
                    .bars, summary: Strings.fitness_funnel_summary(rewarded: counts[3], proposed: counts[0]),
                    heading: LocalText(Strings.fitness_stage), places: names.map { Chart.Place($0, $0) },
                    series: [Chart.Series(LocalText(Strings.fitness_goals), counts)], isNewestFirst: false,
                    write: numbers.integer) : nil,
            stages: zip(names, counts).map { name, count in
                .init(
                    name: name, count: numbers.integer(count),
                    share: (counts.first ?? 0) > 0 ? numbers.percent(Double(count) / Double(counts[0])) : "")
            },
            facts: values.count > 5
                ? [
                    Fact(LocalText(Strings.fitness_completion), numbers.integer(values[4])),
                    Fact(LocalText(Strings.fitness_hours), numbers.integer(values[5])),
                ] : [], all: actor.link(GoalReport.head.path).with(query: period.query))
    }
}
