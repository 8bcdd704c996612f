/// The lengths of past cycles.
public struct CycleStatistics: Hashable, Sendable {
    /// The lengths counted, oldest first.
    public let lengths: [Int]
    /// Without a margin. If too few cycles are known, no more than the rules' shortest and no less than their longest.
    public let shortest: Int
    /// The median of the lengths counted; from the rules if there is none.
    public let usual: Int
    public let longest: Int
    public let hasTooLittleData: Bool
    public let isIrregular: Bool
    /// Days added to both ends.
    public let margin: Int

    /// The chance, in per cent, that one more cycle like those counted is neither shorter than the shortest nor
    /// longer than the longest of them. For n cycles it is (n − 1) / (n + 1), whatever their distribution, and more
    /// where lengths repeat (Wilks, Ann Math Stat 1941;12:91). Nil with too little data, and for irregular cycles,
    /// where the next is not like the last.
    public var chance: Int? {
        hasTooLittleData || isIrregular ? nil : (lengths.count - 1) * 100 / (lengths.count + 1)
    }

    /// `all` has the lengths, oldest first. Those out of bounds are dropped here.
    init(_ all: [Int], _ rules: PredictionRules) {
        let counted = all.filter { $0 >= rules.leastCycle && $0 <= rules.greatestCycle }.suffix(rules.cyclesUsed)
        lengths = Array(counted)
        let sorted = lengths.sorted()
        hasTooLittleData = sorted.count < rules.cyclesNeeded
        guard let least = sorted.first, let most = sorted.last else {
            (shortest, usual, longest) = (rules.shortestCycle, rules.cycleLength, rules.longestCycle)
            isIrregular = false
            margin = 0
            return
        }
        // The median, so that one forgotten period does not change it much. For an even number: the mean of the
        // middle two, halves rounded up.
        usual = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2] + 1) / 2
        shortest = hasTooLittleData ? min(least, rules.shortestCycle) : least
        longest = hasTooLittleData ? max(most, rules.longestCycle) : most
        isIrregular = most - least >= rules.irregularFrom
        margin = isIrregular ? rules.irregularMargin : 0
    }
}
