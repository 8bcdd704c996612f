/// A fraction of whole numbers, never rounded and never negative. `rounded` rounds once, where a number is shown.
struct Fraction: Sendable {
    let above: Natural
    let below: Natural

    init(_ above: Int, over below: Int) { self.init(Natural(above), over: Natural(below)) }

    init(_ above: Natural, over below: Natural) {
        precondition(!below.isZero, "a fraction of something")
        (self.above, self.below) = (above, below)
    }

    static func + (a: Fraction, b: Fraction) -> Fraction {
        if a.below == b.below { return Fraction(a.above + b.above, over: a.below) }
        return Fraction(a.above * b.below + b.above * a.below, over: a.below * b.below)
    }

    static func * (a: Fraction, b: Fraction) -> Fraction { Fraction(a.above * b.above, over: a.below * b.below) }

    static func / (a: Fraction, b: Fraction) -> Fraction { Fraction(a.above * b.below, over: a.below * b.above) }

    static func < (a: Fraction, b: Fraction) -> Bool { a.above * b.below < b.above * a.below }

    /// The rounding rule of the whole grade book: to the nearest unit of 1/`units`, and a half away from zero.
    func rounded(units: Int) -> Int {
        // floor(x + 1/2) = floor((2·above·units + below) / (2·below))
        let doubled: Natural = Natural(2 * units) * above
        return (doubled + below).quotient(Natural(2) * below, most: Self.most)
    }

    /// The square root, rounded in the same way: floor(√x·units + 1/2) = (floor(√(4·x·units²)) + 1) / 2.
    func rootRounded(units: Int) -> Int {
        let wanted: Natural = Natural(4 * units * units) * above
        var root = 0
        for bit in (0..<50).reversed() {
            let tried = Natural(root | 1 << bit)
            if tried * tried * below <= wanted { root |= 1 << bit }
        }
        return (root + 1) / 2
    }

    /// Greater than every percentage that points can make.
    private static let most = 1 << 52
}

/// A percentage as it is shown, stored and compared with the letters: rounded to tenths.
struct Percent: Sendable, Hashable, Comparable {
    let tenths: Int

    init(tenths: Int) { self.tenths = tenths }

    init(_ share: Fraction) { tenths = share.rounded(units: 1000) }

    static func < (a: Percent, b: Percent) -> Bool { a.tenths < b.tenths }

    /// `87.5`
    var plain: String { "\(tenths / 10).\(tenths % 10)" }

    /// Parses a typed percentage, with the sign or without; nil for a number with more than one decimal place.
    init?(_ typed: String, _ marks: NumberMarks) {
        guard let points = Points(Self.withoutSign(typed) ?? typed, marks), points.thousandths % 100 == 0 else {
            return nil
        }
        tenths = points.thousandths / 100
    }

    /// Parses `plain`.
    init?(plain: String) { self.init(plain, .plain) }

    /// The number before a sign for percent; nil without one.
    static func withoutSign(_ typed: String) -> String? {
        let text = TypedLetters.folded(typed)
        guard let last = text.last, "%٪﹪".contains(last) else { return nil }
        return String(text.dropLast()).trimmingSpaces
    }
}
