import HTML

/// The statistics of a class's totals, below its grade table. The script replaces them after each save.
package struct ClassFigures: Sendable {
    /// Percentages of all totals.
    package var distribution: Chart?
    package var letters: Chart?
    /// Empty for a class without grades.
    package var facts: [Fact]
    package var how: NumbersHow

    package init(distribution: Chart?, letters: Chart?, facts: [Fact], how: NumbersHow) {
        self.distribution = distribution
        self.letters = letters
        self.facts = facts
        self.how = how
    }

    package static var sample: ClassFigures {
        ClassFigures(
            distribution: .sampleBars, letters: .sampleBars,
            facts: [Fact(LocalText(Strings.gradebook_mean), "90.0%")], how: .sample)
    }
}
