import HTML

/// First steps, as a card of the home page.
package struct TourPage: Sendable {
    package struct Step: Sendable {
        package var label: LocalText
        package var link: Link
        package var isDone: Bool

        package init(label: LocalText, link: Link, isDone: Bool) {
            self.label = label
            self.link = link
            self.isDone = isDone
        }
    }

    package var steps: [Step]
    package var guide: Link
    package var end: Link
    package var csrf: String

    package init(steps: [Step], guide: Link, end: Link, csrf: String) {
        self.steps = steps
        self.guide = guide
        self.end = end
        self.csrf = csrf
    }

    package var isDone: Bool { steps.allSatisfy(\.isDone) }
    package var progress: LocalText { Strings.tour_progress(done: steps.filter(\.isDone).count, total: steps.count) }

    package static var sampleDone: TourPage {
        var page = sample
        for at in page.steps.indices { page.steps[at].isDone = true }
        return page
    }

    package static var sample: TourPage {
        TourPage(
            steps: [
                Step(label: LocalText(Strings.tour_find_user), link: "/t/rooster-me/users", isDone: true),
                Step(label: LocalText(Strings.tour_publish), link: "/t/rooster-me/texts", isDone: false),
            ], guide: "/t/rooster-me/guide", end: "/t/rooster-me/tour/end", csrf: "sample")
    }
}
