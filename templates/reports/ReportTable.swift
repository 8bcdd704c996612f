import HTML

/// Numbers of a report.
package struct ReportTable: Sendable {
    package struct Cell: Sendable {
        /// Its column's name, which a narrow screen says beside the number.
        package var label: LocalText
        package var text: String
        /// From 1 to 5: how deep its ground is coloured; 0 is not at all.
        package var heat: Int
        /// To whatever it counts.
        package var link: Link?

        package init(label: LocalText, text: String, heat: Int = 0, link: Link? = nil) {
            self.label = label
            self.text = text
            self.heat = heat
            self.link = link
        }

        package var heatClass: String { heat > 0 ? " heat-\(min(heat, 5))" : "" }
    }

    package struct Line: Sendable {
        package var label: String
        /// What the line's figures mean.
        package var term: Term?
        package var cells: [Cell]
        /// Everything of the line.
        package var link: Link?
        /// It stands for what the lines before it come to.
        package var isSum: Bool

        package init(label: String, cells: [Cell], link: Link? = nil) {
            self.label = label
            self.cells = cells
            self.link = link
            isSum = false
        }

        package init(_ term: Term, cells: [Cell], isSum: Bool = false) {
            label = ""
            self.term = term
            self.cells = cells
            self.isSum = isSum
        }
    }

    package var title: LocalText
    /// Said above the lines.
    package var about: [LocalText] = []
    package var heading: LocalText
    package var columns: [LocalText]
    package var rows: [Line]
    /// Empty where the rows come to nothing.
    package var total: [Cell]
    /// Stays a table on a narrow screen, to be moved sideways.
    package var isWide: Bool

    package init(
        title: LocalText, heading: LocalText, columns: [LocalText], rows: [Line], total: [Cell], isWide: Bool = false
    ) {
        self.title = title
        self.heading = heading
        self.columns = columns
        self.rows = rows
        self.total = total
        self.isWide = isWide
    }

    package static var sample: ReportTable {
        func cell(_ text: String) -> Cell { Cell(label: LocalText(Strings.reports_new), text: text) }
        return ReportTable(
            title: LocalText(Strings.reports_users), heading: LocalText(Strings.user_country),
            columns: [LocalText(Strings.reports_new)],
            rows: [
                Line(label: "ES <&>", cells: [cell("1,204")]),
                Line(label: "IR", cells: [cell("900")], link: "/t/rooster-me/users?country=IR"),
                Line(
                    Term(LocalText(Strings.finance_churn), LocalText(Strings.finance_means_churn_rate)),
                    cells: [Cell(label: LocalText(Strings.reports_new), text: "3.2%", link: "/t/rooster-me/users")],
                    isSum: true),
            ],
            total: [cell("2,104")])
    }

    package static var sampleCohorts: ReportTable {
        let labels = (0..<3).map { Strings.reports_month_number(number: $0) }
        return ReportTable(
            title: LocalText(Strings.reports_cohort), heading: LocalText(Strings.reports_joined_month), columns: labels,
            rows: [
                Line(
                    label: "2026-09",
                    cells: zip(labels, [("96%", 5), ("61%", 4), ("40%", 2)]).map {
                        Cell(label: $0, text: $1.0, heat: $1.1)
                    }),
                Line(
                    label: "2026-10",
                    cells: zip(labels, [("91%", 5), ("50%", 3), ("", 0)]).map {
                        Cell(label: $0, text: $1.0, heat: $1.1)
                    }),
            ], total: [], isWide: true)
    }
}
