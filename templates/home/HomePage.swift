import HTML

/// A tenant at a glance: what waits, numbers, what happened. All of it comes from the features.
package struct HomePage: Sendable {
    package struct Waiting: Sendable {
        package var table: any Page
        package var label: LocalText
        package var link: Link
    }

    package var frame: Frame
    /// The day and the time in the tenant's zone.
    package var today: String
    package var notices: [HomeNotice] = []
    package var tasks: [HomeTask] = []
    package var waiting: [Waiting] = []
    package var numbers: [Number] = []
    package var main: [any Page] = []
    package var aside: [any Page] = []

    package init(frame: Frame, today: String, parts: [HomePart]) {
        self.frame = frame
        self.today = today
        for part in parts {
            switch part {
            case .notice(let notice): notices.append(notice)
            case .task(let task): tasks.append(task)
            case .waiting(let table, let label, let link):
                waiting.append(Waiting(table: table, label: label, link: link))
            case .number(let number): numbers.append(number)
            case .main(let card): main.append(card)
            case .aside(let card): aside.append(card)
            }
        }
    }

    package var hasColumns: Bool { !main.isEmpty && !aside.isEmpty }
    package var needsAttention: Bool { !waiting.isEmpty || !tasks.isEmpty }

    package static func sample(_ parts: [HomePart]) -> HomePage {
        HomePage(
            frame: .sample("Home", at: "home", crumbs: [Crumb(label: "Home", link: nil)]),
            today: "Friday 20 November, 23:40 (Tehran)", parts: parts)
    }

    package static var sample: HomePage {
        .sample(
            HomeTask.samples.map { .task($0) } + [ApprovalTable.samplePart] + Number.samples.map { .number($0) }
                + HomeChart.samples.map { .main($0) } + [.aside(TrailCard.sample)])
    }

    /// A kind that knows nobody.
    package static var sampleWithoutPeople: HomePage {
        var page = HomePage.sample(HomeNotice.samples.map { .notice($0) } + [.aside(TrailCard.sampleEmpty)])
        page.frame.theme = "dark"
        return page
    }
}
