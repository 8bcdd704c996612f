import Glibc

/// Compares secrets in a time that does not depend on where they differ. Lengths are not secret.
///
/// BoringSSL's CRYPTO_memcmp is not accessible: swift-crypto's own comparison is the same loop as this one (read in
/// 4.5.2). It never ends early, and is not inlined into a caller that could make it do so.
@inline(never)
package func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
}

/// Random bytes from the given generator: the system's in production, a seeded one in tests.
func randomBytes(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
        let word: UInt64 = random.next()
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
}

/// Overwrites this array's own storage. It can't reach a copy that Swift made elsewhere.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
        if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
