import Crypto

/// A short name for bytes, derived from their content: the same bytes have the same name in every process.
package enum ContentMark {
    /// Returns two hexadecimal digits for each of the first `count` bytes of the SHA-256 hash.
    package static func of(_ bytes: some Sequence<UInt8>, count: Int = 12) -> String {
        SHA256.hash(data: Array(bytes)).prefix(count)
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
