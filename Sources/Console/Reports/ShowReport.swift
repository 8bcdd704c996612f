import HTML
import Postgres
import Templates
import Web

/// A report's page: its parameters, a picture, and the numbers.
package struct ShowReport<R: Report>: Viewing {
    private let query: Query

    package init(_ request: WebRequest) throws { query = request.query }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let report = try R(query, in: tx, by: actor, services)
        let language = actor.language
        let isGood = report.period.isGood
        let lines = isGood ? try tx.rows(report.lines).map { try ReportLine($0) } : []
        let here = actor.link(R.head.path)
        return ReportPage(
            frame: actor.frame(LocalText(R.head.title), services, current: R.head.path), title: LocalText(R.head.title),
            requested: isGood
                ? ([report.period.words.resolve(in: language)] + report.narrowing(language)).joined(in: language)
                : nil,
            action: here, from: report.period.fromField, until: report.period.untilField, choices: report.choices,
            export: lines.isEmpty
                ? nil : ("\(here)/export" as Link).with(query: report.query.map { ($0.name, $0.value) }),
            mail: isGood ? R.mailLink(report.query, actor, services) : nil,
            about: report.about, chart: isGood ? try report.chart(lines, in: tx, language) : nil,
            isTold: report.unit != nil,
            tables: report.tables(lines, language))
    }
}
