/// The cost of an Argon2id hash, and the lengths of its salt and tag.
package struct Argon2Parameters: Sendable, Equatable {
    /// KiB.
    package var memory: UInt32
    package var passes: UInt32
    package var lanes: UInt32
    /// Bytes.
    package var saltLength: Int
    package var tagLength: Int

    /// 64 MiB, 3 passes and 4 lanes: the second recommended option of RFC 9106, for machines without 2 GiB to spare.
    package static let current = Argon2Parameters(memory: 65_536, passes: 3, lanes: 4, saltLength: 16, tagLength: 32)

    /// An attacker who can write a stored hash (a restored backup, an import) must not choose the cost of checking
    /// it.
    package var isWithinCaps: Bool {
        (1...16).contains(lanes)
            && (1...10).contains(passes)
            && (8 * lanes...262_144).contains(memory)  // 8 KiB a lane is Argon2's own minimum.
            && (8...64).contains(saltLength)
            && (16...64).contains(tagLength)
    }

    func isWeaker(than other: Argon2Parameters) -> Bool {
        memory < other.memory || passes < other.passes || lanes < other.lanes
            || saltLength < other.saltLength || tagLength < other.tagLength
    }
}
