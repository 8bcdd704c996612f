import HTML

/// How far the goals of some days have come.
package struct FunnelPage: Sendable {
    package struct Stage: Sendable {
        package var name: String
        package var count: String
        package var share: String

        package init(name: String, count: String, share: String) {
            self.name = name
            self.count = count
            self.share = share
        }
    }

    package var frame: Frame
    package var action: Link
    package var from: Field
    package var until: Field
    package var chart: Chart?
    package var stages: [Stage]
    package var facts: [Fact]
    package var all: Link

    package init(
        frame: Frame, action: Link, from: Field, until: Field, chart: Chart?, stages: [Stage], facts: [Fact], all: Link
    ) {
        self.frame = frame
        self.action = action
        self.from = from
        self.until = until
        self.chart = chart
        self.stages = stages
        self.facts = facts
        self.all = all
    }

    package static var sample: FunnelPage {
        FunnelPage(
            frame: .sample("Funnel", at: "report"), action: "/t/fitpact/reports/fitness-funnel",
            from: .day("from", LocalText(Strings.finance_from), "2026-11-01", .en),
            until: .day("until", LocalText(Strings.finance_until), "2026-11-30", .en),
            chart: Chart(
                .bars, summary: Strings.fitness_funnel_summary(rewarded: 12, proposed: 90),
                heading: LocalText(Strings.fitness_stage),
                places: [Chart.Place("Proposed <&>", "Proposed <&>"), Chart.Place("Accepted", "Accepted")],
                series: [Chart.Series(LocalText(Strings.fitness_goals), [90, 60])], isNewestFirst: false,
                write: { String($0) }),
            stages: [Stage(name: "Proposed <&>", count: "90", share: "100 %")],
            facts: [Fact(LocalText(Strings.fitness_completion), "64")], all: "/t/fitpact/reports/fitness-goals")
    }

    package static var sampleEmpty: FunnelPage {
        var page = sample
        (page.chart, page.stages, page.facts) = (nil, [], [])
        return page
    }
}
