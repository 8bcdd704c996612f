import Console
import HTML
import Templates

/// The retention of users by the month of their sign-up, and by months since then.
enum CohortTable {
    struct Month {
        var label: String
        var joined: Int
        /// How many of them were still active in the month itself, one month later, and so on.
        var still: [Int]
        /// The link to these users.
        var link: Link?

        /// `lines`: the month; the months since, the number of sign-ups, the number still active.
        static func read(_ lines: [ReportLine]) -> [Month] {
            var months: [Month] = []
            for line in lines where line.values.count == 3 {
                if months.last?.label != line.label {
                    months.append(Month(label: line.label, joined: line.values[1], still: []))
                }
                months[months.count - 1].still.append(line.values[2])
            }
            return months
        }
    }

    static func made(
        _ months: [Month], title: LocalText, heading: LocalText, first: LocalText, _ language: Language
    ) -> ReportTable? {
        guard let longest = months.map(\.still.count).max() else { return nil }
        let numbers = NumberStyle(language)
        return ReportTable(
            title: title, heading: heading,
            columns: [first] + (0..<longest).map { Strings.reports_month_number(number: $0) },
            rows: months.map { month in
                .init(
                    label: DateStyle(language).month(month.label),
                    cells: [.init(label: first, text: numbers.integer(month.joined), link: month.link)]
                        + (0..<longest).map { at in
                            guard at < month.still.count, month.joined > 0 else {
                                return .init(label: Strings.reports_month_number(number: at), text: "")
                            }
                            let share = Double(month.still[at]) / Double(month.joined)
                            return .init(
                                label: Strings.reports_month_number(number: at),
                                text: numbers.percent(share, places: 0), heat: Int(share * 4.999) + 1)
                        })
            }, total: [], isWide: true)
    }
}
