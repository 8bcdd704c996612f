/// A whole number of any size, as sums of fractions with many denominators need it. Little-endian, without zeros at
/// the end.
struct Natural: Sendable, Equatable, Comparable {
    private var limbs: [UInt32]

    init(_ value: Int) {
        precondition(value >= 0, "a natural number")
        let value = UInt64(value)
        limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
        trim()
    }

    private init(limbs: [UInt32]) {
        self.limbs = limbs
        trim()
    }

    static let zero = Natural(0)

    var isZero: Bool { limbs.isEmpty }

    /// The value of up to four limbs.
    private var wide: UInt128 { limbs.reversed().reduce(UInt128(0)) { $0 << 32 | UInt128($1) } }

    private mutating func trim() { while limbs.last == 0 { limbs.removeLast() } }

    static func < (a: Natural, b: Natural) -> Bool {
        if a.limbs.count != b.limbs.count { return a.limbs.count < b.limbs.count }
        for index in a.limbs.indices.reversed() where a.limbs[index] != b.limbs[index] {
            return a.limbs[index] < b.limbs[index]
        }
        return false
    }

    static func + (a: Natural, b: Natural) -> Natural {
        let (long, short) = a.limbs.count >= b.limbs.count ? (a.limbs, b.limbs) : (b.limbs, a.limbs)
        var sum = long
        var carry: UInt64 = 0
        for index in long.indices {
            carry += UInt64(long[index]) + (index < short.count ? UInt64(short[index]) : 0)
            sum[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        if carry > 0 { sum.append(UInt32(carry)) }
        return Natural(limbs: sum)
    }

    /// `other` must not be greater.
    func difference(_ other: Natural) -> Natural {
        precondition(other <= self, "a natural number")
        var rest = limbs
        var borrow: Int64 = 0
        for index in rest.indices {
            let value = Int64(rest[index]) - borrow - (index < other.limbs.count ? Int64(other.limbs[index]) : 0)
            borrow = value < 0 ? 1 : 0
            rest[index] = UInt32(truncatingIfNeeded: value)
        }
        return Natural(limbs: rest)
    }

    static func * (a: Natural, b: Natural) -> Natural {
        guard !a.isZero, !b.isZero else { return .zero }
        var product = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
        for i in a.limbs.indices {
            var carry: UInt64 = 0
            for j in b.limbs.indices {
                // At most (2³²−1)² + 2·(2³²−1) = 2⁶⁴−1.
                carry += UInt64(a.limbs[i]) * UInt64(b.limbs[j]) + UInt64(product[i + j])
                product[i + j] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            product[i + b.limbs.count] = UInt32(carry)
        }
        return Natural(limbs: product)
    }

    /// Returns the greatest whole number whose product with `divisor` is not above this, at most `most`. Computed bit
    /// by bit: the quotients here are small, namely percentages.
    func quotient(_ divisor: Natural, most: Int) -> Int {
        precondition(!divisor.isZero && most >= 0, "a number to divide by")
        if limbs.count <= 4, divisor.limbs.count <= 4 {
            return Int(min(wide / divisor.wide, UInt128(most)))
        }
        var quotient = 0
        for bit in (0..<(Int.bitWidth - most.leadingZeroBitCount)).reversed() {
            let tried = quotient | 1 << bit
            if tried <= most, Natural(tried) * divisor <= self { quotient = tried }
        }
        return quotient
    }
}
