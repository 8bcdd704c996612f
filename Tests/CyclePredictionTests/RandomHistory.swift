import CyclePrediction

/// SplitMix64: the same seed gives the same histories.
struct Dice: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func oneIn(_ number: Int) -> Bool { roll(1...number) == 1 }
}

/// A made-up log of several cycles with gaps, fevers and disorder, and the rules and day to read it with.
struct RandomHistory {
    var log = CycleLog()
    var rules = PredictionRules()
    var today: Day

    init(seed: UInt64) {
        var dice = Dice(seed)
        let first = Day(number: dice.roll(15_000...25_000))
        var start = first
        var entries: [Day: DayEntry] = [:]
        let usual = dice.roll(21...38)
        let spread = dice.oneIn(3) ? dice.roll(5...20) : dice.roll(0...4)
        let cycles = dice.roll(0...16)
        let takesTemperature = !dice.oneIn(3)
        let seesMucus = !dice.oneIn(3)
        for _ in 0...cycles {
            let length = dice.oneIn(15) ? dice.roll(3...150) : max(9, usual + dice.roll(-spread...spread))
            if !dice.oneIn(12) {
                for offset in 0...dice.roll(0...7) where !dice.oneIn(6) {
                    entries[start.advanced(by: offset), default: DayEntry()].flow =
                        [.spotting, .light, .medium, .heavy][dice.roll(0...3)]
                }
            }
            // Bleeding between two periods, of a day or of several.
            if dice.oneIn(6) {
                let begin = dice.roll(6...max(6, length - 4))
                for offset in begin...begin + dice.roll(0...4) {
                    entries[start.advanced(by: offset), default: DayEntry()].flow = dice.oneIn(2) ? .light : .medium
                }
            }
            let ovulation = max(6, length - dice.roll(8...17))
            let base = dice.roll(3600...3660)
            for offset in 0..<length {
                let day = start.advanced(by: offset)
                if takesTemperature, !dice.oneIn(8) {
                    let rise = offset > ovulation ? dice.roll(10...45) : 0
                    entries[day, default: DayEntry()].temperature = Temperature(
                        hundredths: base + rise + dice.roll(-8...8))
                    entries[day, default: DayEntry()].isDisturbed = dice.oneIn(15)
                }
                if seesMucus, !dice.oneIn(10) {
                    let away = abs(offset - ovulation)
                    let quality = away <= 1 ? dice.roll(3...4) : away <= 4 ? dice.roll(1...3) : dice.roll(0...2)
                    entries[day, default: DayEntry()].mucus = Mucus(rawValue: dice.oneIn(40) ? 4 : quality)
                }
            }
            start = start.advanced(by: length)
        }
        log = CycleLog(entries)
        today = start.advanced(by: dice.oneIn(6) ? dice.roll(-200...200) : dice.roll(-30...5))
        if dice.oneIn(2) { vary(&dice) }
    }

    /// Other rules that don't contradict each other.
    private mutating func vary(_ dice: inout Dice) {
        for setting in PredictionRules.Setting.allCases where dice.oneIn(3) {
            let old = rules[keyPath: setting.path]
            rules[keyPath: setting.path] = dice.roll(setting.bounds)
            if !rules.problems.isEmpty { rules[keyPath: setting.path] = old }
        }
    }
}
