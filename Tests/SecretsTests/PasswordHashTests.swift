import Testing

@testable import Secrets

@Suite struct PasswordHashTests {
    /// Cheap enough for hundreds of hashes.
    static let cheap = Argon2Parameters(memory: 64, passes: 1, lanes: 4, saltLength: 16, tagLength: 32)

    // From test.c of phc-winner-argon2 20171227, argon2id version 0x13; the last one, at the promised parameters, was
    // made by libargon2's argon2id_hash_encoded, which works the four lanes on four threads.
    @Test(arguments: [
        ("password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"),
        ("password", "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"),
        ("password", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
        ("differentpassword", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$C4TWUs9rDEvq7w3+J4umqA32aWKB1+DSiRuBfYxFj94"),
        (
            "password",
            "$argon2id$v=19$m=65536,t=3,p=4$MDEyMzQ1Njc4OWFiY2RlZg$uKZLaN6muIyoyIYr5waqw3y+zaDbe9aLSPj6Ln/rbz4"
        ),
    ])
    func `the reference vectors verify`(password: String, phc: String) throws {
        let hash = try PasswordHash(phc: phc)
        #expect(hash.phc == phc)
        #expect(try hash.verify(password))
        #expect(try !hash.verify(password + "x"))
    }

    @Test func `a new hash has the promised parameters, and opens with its password only`() throws {
        var random = SeededRandom(1)
        let hash = try PasswordHash(of: "correct horse", using: &random)
        #expect(hash.phc.hasPrefix("$argon2id$v=19$m=65536,t=3,p=4$"))
        let stored = try PasswordHash(phc: hash.phc)
        #expect(stored == hash)
        #expect(try stored.verify("correct horse"))
        #expect(try !stored.verify("Correct horse"))
        #expect(!stored.needsRehash)
    }

    @Test func `the same password has another hash each time`() throws {
        var random = SeededRandom(2)
        let one = try PasswordHash(of: "x", parameters: Self.cheap, using: &random)
        let other = try PasswordHash(of: "x", parameters: Self.cheap, using: &random)
        #expect(one != other)
        #expect(one.needsRehash)
    }

    @Test func `any bytes can be a password, and one changed is another`() throws {
        var random = SeededRandom(3)
        for password in ["", "\u{0}", "a\u{0}b", "سلام دنیا", "пароль", String(repeating: "𝕏", count: 256)] {
            let hash = try PasswordHash(of: password, parameters: Self.cheap, using: &random)
            #expect(try hash.verify(password))
            #expect(try !hash.verify(password + "\u{0}"))
        }
    }

    @Test func `the dummy costs what a real hash costs and never verifies`() throws {
        #expect(PasswordHash.dummy.parameters == .current)
        #expect(try PasswordHash(phc: PasswordHash.dummy.phc) == PasswordHash.dummy)
        #expect(try !PasswordHash.dummy.verify("password"))
        var random = SeededRandom(4)
        let real = try PasswordHash(of: "password", using: &random)
        let clock = ContinuousClock()
        let known = try clock.measure { _ = try real.verify("wrong") }
        let unknown = try clock.measure { _ = try PasswordHash.dummy.verify("wrong") }
        // Loose: this only finds a dummy that does no work. The 5 ms of the promise are measured at the sign-in.
        #expect(unknown > known / 3 && unknown < known * 3)
    }

    @Test(arguments: [
        "m=262145,t=3,p=4", "m=65536,t=11,p=4", "m=65536,t=3,p=17", "m=31,t=3,p=4", "m=4,t=1,p=1",
        "m=999999999,t=3,p=4",
    ])
    func `costs beyond the caps are refused before any work`(costs: String) {
        #expect(throws: PasswordHashError.outsideCaps) {
            try PasswordHash(phc: "$argon2id$v=19$\(costs)$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")
        }
    }

    @Test(arguments: [
        "", "$", "$$$$$", "plain",
        "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=0256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=-2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=99999999999999999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHR$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4$",
    ])
    func `what is no Argon2id PHC string of version 19 is refused`(phc: String) {
        #expect(throws: PasswordHashError.unreadable) { try PasswordHash(phc: phc) }
    }

    @Test func `20,000 damaged PHC strings never crash, and what is read is written back the same`() {
        var random = SeededRandom(5)
        let good = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        for _ in 0..<20_000 {
            var characters = Array(good)
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<characters.count, using: &random)
                characters[place...place] = ArraySlice(random.text(of: "$=,0123456789mtpv+/", upTo: 3))
                if characters.isEmpty { characters = ["$"] }
            }
            let text = String(characters)
            if let hash = try? PasswordHash(phc: text) { #expect(hash.phc == text) }
        }
    }

    @Test func `a password too long to be taken costs nothing`() throws {
        var random = SeededRandom(6)
        let long = String(repeating: "x", count: 1_025)
        #expect(throws: PasswordHashError.passwordTooLong) { try PasswordHash(of: long, using: &random) }
        #expect(try !PasswordHash.dummy.verify(long))
    }
}
