/// SplitMix64: the same seed gives the same run, and a failed test prints its seed.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Returns text of the given characters and, one time in eight, of any other character except NUL.
    package mutating func text(of characters: String, upTo length: Int) -> String {
        let characters = Array(characters)
        return String(
            (0..<Int.random(in: 0...length, using: &self)).map { _ in
                if Int.random(in: 0..<8, using: &self) > 0 { return characters.randomElement(using: &self) ?? "x" }
                return Unicode.Scalar(UInt32.random(in: 1...0x1_0FFF, using: &self)).map(Character.init) ?? "x"
            })
    }
}
