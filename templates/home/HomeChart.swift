import HTML

/// A picture of the last days, with its title.
package struct HomeChart: Sendable {
    package var title: LocalText
    package var chart: Chart

    package init(_ title: StringKey, _ chart: Chart) {
        self.title = LocalText(title)
        self.chart = chart
    }

    package static var samples: [HomeChart] { Chart.sample.map { [HomeChart(Strings.home_signups, $0)] } ?? [] }
}
