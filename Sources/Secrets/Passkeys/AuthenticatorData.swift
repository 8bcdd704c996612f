import Crypto

/// The data that the authenticator signs (WebAuthn level 3, 6.1): for which relying party, how the user was verified,
/// the use counter and, if it created a key, that key.
struct AuthenticatorData {
    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let present = Flags(rawValue: 0x01)
        static let verified = Flags(rawValue: 0x04)
        static let mayBeBackedUp = Flags(rawValue: 0x08)
        static let isBackedUp = Flags(rawValue: 0x10)
        static let hasKey = Flags(rawValue: 0x40)
        static let hasExtensions = Flags(rawValue: 0x80)
    }

    struct Made {
        var model: [UInt8]
        var credentialID: [UInt8]
        var key: PasskeyKey
    }

    /// Longer than any valid data: a credential's id has at most 1,023 bytes, its key about 80, and we request no
    /// extensions.
    static let most = 4096

    let bytes: [UInt8]
    private let flags: Flags
    /// Counts uses; always 0 for authenticators that don't count.
    let counter: UInt32
    let made: Made?

    var wasUserVerified: Bool { flags.contains(.verified) }
    var mayBeBackedUp: Bool { flags.contains(.mayBeBackedUp) }
    var isBackedUp: Bool { flags.contains(.isBackedUp) }

    /// Checks what every ceremony requires: the relying party's hash, that a user was present, and the backup flags.
    init(_ bytes: [UInt8], for party: RelyingParty) throws(PasskeyProblem) {
        guard (37...Self.most).contains(bytes.count) else { throw .malformed("authenticator data of a wrong length") }
        self.bytes = bytes
        flags = Flags(rawValue: bytes[32])
        counter = UInt32(bigEndianBytes: bytes[33..<37])
        var rest = bytes[37...]
        made = try flags.contains(.hasKey) ? Self.made(&rest) : nil
        if flags.contains(.hasExtensions) {
            guard case .map = try CBOR.first(of: &rest) else { throw .malformed("extensions that are no map") }
        }
        guard rest.isEmpty else { throw .malformed("bytes behind the authenticator data") }
        guard constantTimeEqual(Array(bytes[..<32]), MAC.sha256(Array(party.id.utf8))) else { throw .wrongRelyingParty }
        guard flags.contains(.present) else { throw .nobodyPresent }
        guard mayBeBackedUp || !isBackedUp else { throw .backupState }
    }

    private static func made(_ rest: inout ArraySlice<UInt8>) throws(PasskeyProblem) -> Made {
        guard rest.count > 18 else { throw .malformed("the credential is cut off") }
        let model = Array(rest.prefix(16))
        let length = Int(UInt16(bigEndianBytes: rest.dropFirst(16).prefix(2)))
        rest.removeFirst(18)
        guard (1...1023).contains(length), rest.count > length else { throw .malformed("an id of a wrong length") }
        let id = Array(rest.prefix(length))
        rest.removeFirst(length)
        let before = rest
        let value = try CBOR.first(of: &rest)
        return Made(
            model: model, credentialID: id,
            key: try PasskeyKey(value, stored: Array(before.prefix(before.count - rest.count))))
    }
}
