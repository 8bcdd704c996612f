import Console
import Core
import Secrets
import Support
import Testing

/// What is checked of an authenticator's answers, without a database.
@Suite struct PasskeyVerificationTests {
    private let party = RelyingParty("https://roost.example")!
    private let challenge = Passkey.challenge()
    private let user = [UInt8](repeating: 7, count: 16)

    private func made(_ authenticator: TestAuthenticator) throws -> Passkey {
        try Passkey(try authenticator.create(challenge), challenge: challenge, for: party)
    }

    @Test(arguments: TestAuthenticator.bothKinds) func `a key of either kind is made and used`(
        _ authenticator: TestAuthenticator
    ) throws {
        var authenticator = authenticator
        for format in ["none", "packed"] {
            authenticator.format = format
            let passkey = try made(authenticator)
            #expect(passkey.credentialID == authenticator.credentialID && passkey.key.stored == authenticator.coseKey)
            #expect(passkey.counter == 0 && passkey.wasUserVerified && !passkey.mayBeBackedUp)
            let next = Passkey.challenge()
            #expect(try passkey.used(try authenticator.use(next), challenge: next, for: party, by: user) == passkey)
        }
    }

    @Test func `what changes with a use is kept`() throws {
        var authenticator = TestAuthenticator()
        (authenticator.counter, authenticator.flags) = (5, 0x0D)
        let passkey = try made(authenticator)
        (authenticator.counter, authenticator.flags, authenticator.userHandle) = (6, 0x19, user)
        let after = try passkey.used(try authenticator.use(challenge), challenge: challenge, for: party, by: user)
        #expect(after.counter == 6 && after.isBackedUp && after.mayBeBackedUp && !after.wasUserVerified)
    }

    private typealias Deviation = (
        what: String, problem: PasskeyProblem, change: @Sendable (inout TestAuthenticator) -> Void
    )

    /// Wrong at both ceremonies alike.
    private static let deviations: [Deviation] = [
        ("another ceremony", .wrongType, { $0.type = "payment.get" }),
        (
            "another site's origin", .wrongOrigin("https://roost.example.evil.org"),
            { $0.origin = "https://roost.example.evil.org" }
        ),
        ("another port", .wrongOrigin("https://roost.example:8443"), { $0.origin = "https://roost.example:8443" }),
        ("no encryption", .wrongOrigin("http://roost.example"), { $0.origin = "http://roost.example" }),
        ("a page above ours", .crossOrigin, { $0.more = #","topOrigin":"https://evil.org""# }),
        (
            "a member twice", .malformed("a member stands here twice"),
            { $0.more = #","origin":"https://roost.example""# }
        ),
        (
            "client data of 5,000 bytes", .malformed("client data that is too long"),
            { $0.more = #","a":"\#(String(repeating: "a", count: 5000))""# }
        ),
        ("another party's key", .wrongRelyingParty, { $0.party = "evil.org" }),
        ("nobody there", .nobodyPresent, { $0.flags = 0x04 }),
        ("backed up, and not made for it", .backupState, { $0.flags = 0x11 }),
        ("bytes behind the data", .malformed("bytes behind the authenticator data"), { $0.trailing = [0] }),
    ]

    @Test func `an answer with one thing wrong is refused for that`() throws {
        for authenticator in TestAuthenticator.bothKinds {
            let passkey = try made(authenticator)
            for deviation in Self.deviations {
                var wrong = authenticator
                deviation.change(&wrong)
                #expect(throws: deviation.problem, "made: \(deviation.what)") { try made(wrong) }
                #expect(throws: deviation.problem, "used: \(deviation.what)") {
                    try passkey.used(try wrong.use(challenge), challenge: challenge, for: party, by: user)
                }
            }
        }
    }

    @Test func `an answer to another challenge is refused, and so is one to none`() throws {
        let authenticator = TestAuthenticator()
        let passkey = try made(authenticator)
        for other in [Passkey.challenge(), [], Array(challenge.dropLast()), challenge + [0]] {
            #expect(throws: PasskeyProblem.wrongChallenge) {
                try Passkey(try authenticator.create(other), challenge: challenge, for: party)
            }
            #expect(throws: PasskeyProblem.wrongChallenge) {
                try Passkey(try authenticator.create(other), challenge: [], for: party)
            }
            #expect(throws: PasskeyProblem.wrongChallenge) {
                try passkey.used(try authenticator.use(other), challenge: challenge, for: party, by: user)
            }
        }
    }

    @Test func `the answer of one ceremony is none to the other`() throws {
        var authenticator = TestAuthenticator()
        let passkey = try made(authenticator)
        authenticator.type = "webauthn.get"
        #expect(throws: PasskeyProblem.wrongType) { try made(authenticator) }
        authenticator.type = "webauthn.create"
        #expect(throws: PasskeyProblem.wrongType) {
            try passkey.used(try authenticator.use(challenge), challenge: challenge, for: party, by: user)
        }
    }

    @Test func `another key's signature, another user's passkey and another credential are refused`() throws {
        for authenticator in TestAuthenticator.bothKinds {
            let passkey = try made(authenticator)
            var other = authenticator
            other.key = .es256(.init())
            #expect(throws: PasskeyProblem.signature) {
                try passkey.used(try other.use(challenge), challenge: challenge, for: party, by: user)
            }
            other.key = .ed25519(.init())
            #expect(throws: PasskeyProblem.signature) {
                try passkey.used(try other.use(challenge), challenge: challenge, for: party, by: user)
            }
            other = authenticator
            other.userHandle = [1, 2, 3]
            #expect(throws: PasskeyProblem.wrongUser) {
                try passkey.used(try other.use(challenge), challenge: challenge, for: party, by: user)
            }
            other = authenticator
            other.credentialID[0] ^= 1
            #expect(throws: PasskeyProblem.wrongUser) {
                try passkey.used(try other.use(challenge), challenge: challenge, for: party, by: user)
            }
        }
    }

    @Test func `a counter that does not rise is noticed, unless it never counted`() throws {
        var authenticator = TestAuthenticator()
        authenticator.counter = 10
        let passkey = try made(authenticator)
        for (counter, isFine) in [(11, true), (4_000_000_000, true), (10, false), (9, false), (0, false)]
            as [(UInt32, Bool)]
        {
            authenticator.counter = counter
            let use = try authenticator.use(challenge)
            if isFine {
                #expect(try passkey.used(use, challenge: challenge, for: party, by: user).counter == counter)
            } else {
                #expect(throws: PasskeyProblem.counter) {
                    try passkey.used(use, challenge: challenge, for: party, by: user)
                }
            }
        }
    }

    @Test func `whether a passkey may be backed up never changes`() throws {
        for (before, after) in [(0x05, 0x0D), (0x0D, 0x05)] as [(UInt8, UInt8)] {
            var authenticator = TestAuthenticator()
            authenticator.flags = before
            let passkey = try made(authenticator)
            authenticator.flags = after
            #expect(throws: PasskeyProblem.backupState) {
                try passkey.used(try authenticator.use(challenge), challenge: challenge, for: party, by: user)
            }
        }
    }

    @Test func `an attestation that we can't check is refused`() throws {
        var authenticator = TestAuthenticator()
        authenticator.format = "fido-u2f"
        #expect(throws: PasskeyProblem.attestation("fido-u2f")) { try made(authenticator) }
        authenticator.format = "packed"
        var creation = try authenticator.create(challenge)
        // The signature's last byte stands before `authData`.
        let at = try #require(creation.attestation.firstRange(of: [0x68] + Array("authData".utf8))?.lowerBound)
        creation.attestation[at - 1] ^= 1
        #expect(throws: PasskeyProblem.attestation("packed")) {
            try Passkey(creation, challenge: challenge, for: party)
        }
    }

    @Test func `keys of other kinds, off their curve or with more to them are refused`() throws {
        let (es256, ed25519) = (
            TestAuthenticator(.es256(.init())).coseKey, TestAuthenticator(.ed25519(.init())).coseKey
        )
        #expect(try PasskeyKey(es256).stored == es256 && PasskeyKey(ed25519).stored == ed25519)
        var wrong: [[UInt8]] = []
        for (at, value) in [(4, 0x27), (2, 0x01), (6, 0x02), (4, 0x38)] as [(Int, UInt8)] {
            var key = es256
            key[at] = value
            wrong.append(key)
        }
        var offCurve = es256
        offCurve[20] ^= 1
        var zero = es256
        zero.replaceSubrange(10..<42, with: repeatElement(0, count: 32))
        let more = [0xA6] + es256.dropFirst() + [0x04, 0x01]
        let rsa: [UInt8] = [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x41, 0x01, 0x21, 0x41, 0x03]
        for key in wrong + [
            offCurve, zero, more, rsa, es256 + [0], Array(es256.dropLast()), Array(ed25519.dropLast()), [],
        ] {
            #expect(throws: PasskeyProblem.self, "\(key)") { try PasskeyKey(key) }
        }
    }

    @Test func `no bit of a signed answer can be changed`() throws {
        for authenticator in TestAuthenticator.bothKinds {
            let passkey = try made(authenticator)
            let use = try authenticator.use(challenge)
            func refused(_ change: (inout Passkey.Use) -> Void) -> Bool {
                var changed = use
                change(&changed)
                return (try? passkey.used(changed, challenge: challenge, for: party, by: user)) == nil
            }
            for bit in 0..<8 {
                for at in use.clientData.indices {
                    #expect(refused { $0.clientData[at] ^= 1 << UInt8(bit) }, "client data, \(at)")
                }
                for at in use.authenticatorData.indices {
                    #expect(refused { $0.authenticatorData[at] ^= 1 << UInt8(bit) }, "data, \(at)")
                }
                for at in use.signature.indices {
                    #expect(refused { $0.signature[at] ^= 1 << UInt8(bit) }, "signature, \(at)")
                }
            }
        }
    }

    @Test func `50,000 broken answers never crash the reader`() throws {
        var random = SeededRandom(13)
        let sound = try TestAuthenticator.bothKinds.map { try $0.create(challenge) }
        var (taken, refused) = (0, 0)
        for round in 0..<50_000 {
            var creation = sound[round % 2]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let at = Int.random(in: 0..<creation.attestation.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: creation.attestation[at] = UInt8.random(in: 0...255, using: &random)
                case 1: creation.attestation.removeSubrange(at..<min(creation.attestation.count, at + 5))
                default: creation.attestation.insert(contentsOf: random.bytes(3), at: at)
                }
                if creation.attestation.isEmpty { break }
            }
            do {
                let passkey = try Passkey(creation, challenge: challenge, for: party)
                // Unsigned bytes may change (the id, the counter); what is kept can be read again.
                #expect(
                    try PasskeyKey(passkey.key.stored) == passkey.key && (1...1023).contains(passkey.credentialID.count)
                )
                taken += 1
            } catch {
                #expect(error is PasskeyProblem)
                refused += 1
            }
        }
        #expect(taken > 100 && refused > 10_000)
    }
}
