import HTML

/// A questionnaire's answers in numbers.
package struct AnswerSummaryPage: Sendable {
    package struct Question: Sendable {
        package var label: String
        package var kind: LocalText
        package var answered: LocalText
        /// nil when nobody answered, or when no two answer the same.
        package var chart: Chart?
        /// Answered in people's own words, which can't be counted.
        package var isTold: Bool

        package init(label: String, kind: LocalText, answered: LocalText, chart: Chart?, isTold: Bool) {
            self.label = label
            self.kind = kind
            self.answered = answered
            self.chart = chart
            self.isTold = isTold
        }
    }

    package var frame: Frame
    package var name: String
    package var givers: LocalText
    /// To all of the answers, one by one.
    package var list: PageButton
    package var questions: [Question]

    package init(frame: Frame, name: String, givers: LocalText, list: PageButton, questions: [Question]) {
        self.frame = frame
        self.name = name
        self.givers = givers
        self.list = list
        self.questions = questions
    }

    package static var sample: AnswerSummaryPage {
        let frame = Frame.sample("Answers", at: "note")
        func chart(_ places: [(String, Int)]) -> Chart? {
            Chart(
                .bars, summary: Strings.answers_answered(count: 940, total: 1204),
                heading: LocalText(Strings.answers_answer),
                places: places.map { Chart.Place($0.0, $0.0) },
                series: [.init(LocalText(Strings.menu_users), places.map(\.1))],
                isNewestFirst: false, write: { String($0) })
        }
        return AnswerSummaryPage(
            frame: frame, name: "How do you sleep? <&>", givers: Strings.answers_givers(count: 1204),
            list: PageButton(
                LocalText(Strings.answers_all), icon: frame.icon("note"),
                link: "/t/rooster-me/answers?questionnaire=sleep"),
            questions: [
                Question(
                    label: "What wakes you? <b>", kind: LocalText(Strings.schema_choice),
                    answered: Strings.answers_answered(count: 940, total: 1204),
                    chart: chart([("Light", 400), ("\"Noise\" of the neighbours below", 500), ("نور", 40)]),
                    isTold: false),
                Question(
                    label: "Hours", kind: LocalText(Strings.schema_number),
                    answered: Strings.answers_answered(count: 940, total: 1204),
                    chart: chart((1...12).map { ("\($0)", $0 * 7 % 13) }), isTold: false),
                Question(
                    label: "Anything else?", kind: LocalText(Strings.schema_text),
                    answered: Strings.answers_answered(count: 12, total: 1204),
                    chart: nil, isTold: true),
                Question(
                    label: "Naps?", kind: LocalText(Strings.schema_yes),
                    answered: Strings.answers_answered(count: 0, total: 1204), chart: nil,
                    isTold: false),
            ])
    }

    package static var sampleEmpty: AnswerSummaryPage {
        var page = sample
        (page.questions, page.givers) = ([], Strings.answers_givers(count: 0))
        return page
    }
}
