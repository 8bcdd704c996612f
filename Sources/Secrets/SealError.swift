/// Why a value could not be sealed or opened.
package enum SealError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Sealed under a key of another version. Master keys use their id as the version.
    case wrongKey(sealedUnder: UInt32, tried: [UInt32])
    /// The key's version is right, but bytes were changed, the value is from another row, or another key has the same
    /// version. AES-GCM can't tell which.
    case tampered
    /// Shorter than an empty value's sealed form.
    case truncated
    /// The tenant no longer has a key of that version.
    case noKey(UInt32)
    /// The first byte is unknown: a later Roost wrote it, or the value is not sealed.
    case unknownFormat(UInt8)
    /// A data key that is not 32 bytes.
    case keyLength(Int)
    /// swift-crypto's message, for an error that should not happen.
    case library(String)

    package var description: String {
        switch self {
        case .wrongKey(let sealedUnder, let tried):
            "sealed under key \(Self.hex(sealedUnder)), but at hand is \(tried.map(Self.hex).joined(separator: ", ")): "
                + "use the key file that this database was written with"
        case .tampered:
            "a sealed value does not open: it was changed, or moved from another row; restore it from a backup, and "
                + "find out who can write to the database"
        case .noKey(let version):
            "a sealed value's key, version \(version) of its tenant, is not in the database: restore both from one backup"
        case .truncated: "a sealed value is cut short: restore it from a backup"
        case .unknownFormat(let format):
            "a sealed value has format \(format), this Roost knows 1: run the Roost that wrote it"
        case .keyLength(let length): "a data key has \(length) bytes instead of 32: restore it from a backup"
        case .library(let why): "AES-GCM failed: \(why)"
        }
    }

    private static func hex(_ version: UInt32) -> String {
        let digits = String(version, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
