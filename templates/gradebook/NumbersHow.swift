import HTML

/// "How was this computed?" for the statistics of an assignment or a class.
package struct NumbersHow: Sendable {
    package struct Line: Sendable {
        package var label: LocalText
        package var how: LocalText

        package init(
            label: LocalText, how: LocalText
        ) {
            self.label = label
            self.how = how
        }
    }

    package var lines: [Line]

    package init(
        lines: [Line]
    ) {
        self.lines = lines
    }

    package static var sample: NumbersHow {
        NumbersHow(
            lines: [
                Line(label: LocalText(Strings.gradebook_mean), how: Strings.gradebook_how_mean(sum: "412", count: "28"))
            ])
    }
}
