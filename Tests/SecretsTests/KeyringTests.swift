import Crypto
import Testing

@testable import Secrets

@Suite struct KeyringTests {
    var random = SeededRandom(1)
    let place = AssociatedData(tenant: [1, 2], table: "admins", column: "totp_secret", row: [3, 4])

    @Test mutating func `what is sealed opens again, 33 bytes longer in between`() throws {
        let key = DataKey.make(version: 7, using: &random)
        for length in [0, 1, 15, 16, 17, 1_000] {
            let plain = random.bytes(length)
            let sealed = try key.seal(plain, place, using: &random)
            #expect(sealed.count == length + 33)
            #expect(sealed[..<5] == [1, 0, 0, 0, 7])
            #expect(try key.open(sealed, place) == plain)
            #expect(try DataKey.version(of: sealed) == 7)
        }
    }

    // Test case 14 of McGrew and Viega's GCM specification: AES-256, all zeros.
    @Test func `AES-256-GCM is AES-256-GCM`() throws {
        let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
        let key = SymmetricKey(data: [UInt8](repeating: 0, count: 32))
        let box = try AES.GCM.seal([UInt8](repeating: 0, count: 16), using: key, nonce: nonce)
        #expect(hex(box.ciphertext) == "cea7403d4d606b6e074ec5d3baf39d18")
        #expect(hex(box.tag) == "d0d1c8a799996bf0265b98b5d48ab919")
    }

    @Test mutating func `a change of any bit of any byte, a byte less, a byte more: it never opens`() throws {
        let key = DataKey.make(version: 1, using: &random)
        let sealed = try key.seal(Array("JBSWY3DPEHPK3PXP".utf8), place, using: &random)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                let expected: SealError =
                    switch index {
                    case 0: .unknownFormat(changed[0])
                    case 1..<5: .wrongKey(sealedUnder: UInt32(bigEndianBytes: changed[1..<5]), tried: [1])
                    default: .tampered
                    }
                #expect(throws: expected) { try key.open(changed, place) }
            }
        }
        for length in 0..<sealed.count {
            #expect(throws: length < 33 ? SealError.truncated : .tampered) {
                try key.open(Array(sealed[..<length]), place)
            }
        }
        #expect(throws: SealError.tampered) { try key.open(sealed + [0], place) }
    }

    @Test mutating func `another tenant, table, column, row or key version is refused`() throws {
        let bytes = random.bytes(32)
        let key = try DataKey(version: 1, bytes: bytes)
        let sealed = try key.seal([1, 2, 3], place, using: &random)
        var others = [AssociatedData](repeating: place, count: 6)
        others[0].tenant = [1, 3]
        others[1].table = "users"
        others[2].column = "totp_secre"
        others[3].row = [3, 5]
        others[4].tenant = []
        others[5].row = []
        for other in others { #expect(throws: SealError.tampered) { try key.open(sealed, other) } }
        // The same key bytes under another version, and the header changed to match.
        var moved = sealed
        moved[4] = 2
        let next = try DataKey(version: 2, bytes: bytes)
        #expect(throws: SealError.tampered) { try next.open(moved, place) }
        #expect(throws: SealError.wrongKey(sealedUnder: 1, tried: [2])) { try next.open(sealed, place) }
        #expect(throws: SealError.keyLength(31)) { try DataKey(version: 1, bytes: Array(bytes.dropLast())) }
    }

    @Test func `bytes moved from one field to the next make other associated data`() {
        let one = AssociatedData(tenant: Array("ab".utf8), table: "c", column: "d", row: [])
        let two = AssociatedData(tenant: Array("a".utf8), table: "bc", column: "d", row: [])
        let three = AssociatedData(tenant: Array("ab".utf8), table: "cd", column: "", row: [])
        let encoded = [one, two, three].map { $0.encoded(keyVersion: 1) } + [one.encoded(keyVersion: 2)]
        #expect(Set(encoded).count == 4)
    }

    @Test mutating func `the same value sealed twice differs`() throws {
        let key = DataKey.make(version: 1, using: &random)
        let sealed = try (0..<1_000).map { _ in try key.seal([1], place, using: &random) }
        #expect(Set(sealed).count == 1_000)
    }

    @Test mutating func `a data key comes back out of its wrapping, in its own row only`() throws {
        let ring = Keyring(current: SymmetricKey(data: random.bytes(32)))
        let key = DataKey.make(version: 9, using: &random)
        let wrapped = try ring.wrap(key, place, using: &random)
        let back = try ring.unwrap(wrapped, place)
        #expect(back.version == 9)
        #expect(back.key == key.key)
        var other = place
        other.tenant = [9]
        #expect(throws: SealError.tampered) { try ring.unwrap(wrapped, other) }
    }

    @Test mutating func `a master key is replaced while both are in the file`() throws {
        let (old, new) = (SymmetricKey(data: random.bytes(32)), SymmetricKey(data: random.bytes(32)))
        let before = Keyring(current: old)
        let during = Keyring(current: new, earlier: [old])
        let after = Keyring(current: new)
        let key = DataKey.make(version: 1, using: &random)
        let wrapped = try before.wrap(key, place, using: &random)
        #expect(try !during.isCurrent(wrapped))
        #expect(try during.unwrap(wrapped, place).key == key.key)
        let rewrapped = try during.rewrap(wrapped, place, using: &random)
        #expect(try during.isCurrent(rewrapped))
        #expect(try after.unwrap(rewrapped, place).key == key.key)
        #expect(throws: SealError.wrongKey(sealedUnder: before.ids[0], tried: after.ids)) {
            try after.unwrap(wrapped, place)
        }
    }

    @Test mutating func `a wrong key file is recognised at start-up, and said so`() throws {
        let right = Keyring(current: SymmetricKey(data: random.bytes(32)))
        let wrong = Keyring(current: SymmetricKey(data: random.bytes(32)))
        let check = try right.makeKeyCheck(using: &random)
        try right.verify(keyCheck: check)
        let error = try #require(throws: SealError.self) { try wrong.verify(keyCheck: check) }
        #expect(error == .wrongKey(sealedUnder: right.ids[0], tried: wrong.ids))
        #expect(error.description.contains("use the key file that this database was written with"))
        for index in check.indices {
            var changed = check
            changed[index] ^= 1
            #expect(throws: SealError.self) { try right.verify(keyCheck: changed) }
        }
        // Sealed under the right key, but not as a key check.
        let other = try right.wrap(DataKey.make(version: 1, using: &random), place, using: &random)
        #expect(throws: SealError.tampered) { try right.verify(keyCheck: other) }
    }

    @Test mutating func `each purpose has its own key, the same one each time`() throws {
        let key = DataKey.make(version: 1, using: &random)
        let derived = KeyPurpose.allCases.map { key.derived(for: $0).withUnsafeBytes { Array($0) } }
        #expect(Set(derived).count == KeyPurpose.allCases.count)
        #expect(derived == KeyPurpose.allCases.map { key.derived(for: $0).withUnsafeBytes { Array($0) } })
        let signer = try key.checkpointSigner()
        let signature = try signer.signature(for: [1, 2, 3])
        #expect(try key.checkpointSigner().publicKey.isValidSignature(signature, for: [1, 2, 3]))
    }

    @Test mutating func `10,000 random texts are never opened and never crash`() throws {
        let ring = Keyring(current: SymmetricKey(data: random.bytes(32)))
        let key = DataKey.make(version: 0, using: &random)
        for _ in 0..<10_000 {
            var bytes = random.bytes(Int.random(in: 0..<80, using: &random))
            if bytes.count > 5, Bool.random(using: &random) { bytes.replaceSubrange(0..<5, with: [1, 0, 0, 0, 0]) }
            #expect(throws: SealError.self) { try key.open(bytes, place) }
            #expect(throws: SealError.self) { try ring.unwrap(bytes, place) }
        }
    }

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
