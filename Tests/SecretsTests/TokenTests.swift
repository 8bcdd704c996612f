import Crypto
import Glibc
import Testing

@testable import Secrets

private let isFullRun = getenv("ROOST_FULL").map { String(cString: $0) } == "1"

@Suite struct TokenTests {
    @Test func `a token has 43 characters of base64url and reads back`() throws {
        var random = SeededRandom(1)
        for _ in 0..<1_000 {
            let token = Token.random(using: &random)
            #expect(token.text.utf8.count == 43)
            let back = try #require(Token(token.text))
            #expect(back.hash == token.hash)
        }
        #expect(Token.random().text != Token.random().text)
    }

    @Test func `each token has one spelling`() {
        let text = String(repeating: "A", count: 43)
        #expect(Token(text) != nil)
        for other in [
            "", text + "A", text + "=", " " + text, String(text.dropLast()), String(text.dropLast()) + "B",
            String(text.dropLast()) + "\n", String(text.dropLast()) + "+",
        ] {
            #expect(Token(other) == nil, "\(other)")
        }
    }

    @Test func `a token and a password hash keep quiet in a log`() throws {
        let token = Token.random()
        #expect(!"\(token)".contains(token.text))
        #expect(!"\(PasswordHash.dummy)".contains("$"))
    }

    // FIPS 180-2 "abc"; RFC 4231 case 2; RFC 5869 case 3 cut to 32 bytes.
    @Test func `SHA-256, HMAC and HKDF have their published values`() {
        #expect(
            hex(MAC.sha256(Array("abc".utf8))) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let mac = MAC.hmac(Array("what do ya want for nothing?".utf8), key: SymmetricKey(data: Array("Jefe".utf8)))
        #expect(hex(mac) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let key = MAC.hkdf(SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22)), info: "")
        #expect(
            hex(key.withUnsafeBytes { Array($0) }) == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"
        )
    }

    @Test func `a MAC with one bit changed, cut or extended is refused`() {
        let key = SymmetricKey(data: [UInt8](repeating: 1, count: 32))
        let mac = MAC.hmac([1, 2, 3], key: key)
        #expect(MAC.isValid(mac, of: [1, 2, 3], key: key))
        for index in mac.indices {
            for bit in 0..<8 {
                var changed = mac
                changed[index] ^= 1 << bit
                #expect(!MAC.isValid(changed, of: [1, 2, 3], key: key))
            }
        }
        #expect(!MAC.isValid(Array(mac.dropLast()), of: [1, 2, 3], key: key))
        #expect(!MAC.isValid(mac + [0], of: [1, 2, 3], key: key))
        #expect(!MAC.isValid([], of: [1, 2, 3], key: key))
        #expect(constantTimeEqual([], []))
    }

    @Test func `recovery codes are ten, different, and found again however they are typed`() throws {
        var random = SeededRandom(2)
        let key = SymmetricKey(data: random.bytes(32))
        let codes = RecoveryCodes.make(using: &random)
        #expect(codes.count == 10)
        #expect(Set(codes).count == 10)
        for code in codes {
            #expect(code.split(separator: "-").map(\.count) == [5, 5, 5])
            let hash = try #require(RecoveryCodes.hash(code, key: key))
            let bare = code.filter { $0 != "-" }
            let confused = String(bare.map { $0 == "0" ? "O" : $0 == "1" ? "l" : $0 == "v" ? "U" : $0 })
            for typed in [
                bare, code.uppercased(), " \(code)\n", bare.map(String.init).joined(separator: " "),
                code.replacing("-", with: "–"), confused,
            ] {
                #expect(RecoveryCodes.hash(typed, key: key) == hash, "\(typed)")
            }
            #expect(RecoveryCodes.hash(code, key: SymmetricKey(data: random.bytes(32))) != hash)
        }
        for typed in [
            "", "k7mq2", codes[0] + "x", codes[0].replacing("-", with: "_"), String(repeating: " ", count: 300),
        ] {
            #expect(RecoveryCodes.normalise(typed) == nil, "\(typed)")
        }
        #expect(RecoveryCodes.normalise("۰۱۲۳۴-٠١٢٣٤-IlOo5") == "012340123411005")
    }

    @Test func `recovery codes use all 32 characters about equally`() {
        var random = SeededRandom(3)
        var counts: [Character: Int] = [:]
        for _ in 0..<1_000 {
            for code in RecoveryCodes.make(using: &random) { for c in code { counts[c, default: 0] += 1 } }
        }
        counts["-"] = nil
        #expect(counts.count == 32)
        // 150,000 characters: 4,687 each, and 6 sigma are 405.
        #expect(counts.values.allSatisfy { (4_280...5_100).contains($0) })
    }

    @Test func `an API key reads back, and one changed character is noticed`() throws {
        var random = SeededRandom(4)
        let key = SymmetricKey(data: random.bytes(32))
        for mode in APIKeyText.Mode.allCases {
            let made = APIKeyText.make(mode, using: &random)
            #expect(made.text.utf8.count == 75)
            #expect(made.text.hasPrefix(mode.rawValue + made.lookupID + "_"))
            let back = try #require(APIKeyText(made.text))
            #expect(back.mode == mode)
            #expect(back.lookupID == made.lookupID)
            #expect(back.hash(key: key) == made.hash(key: key))
            for index in made.text.indices {
                var changed = made.text
                changed.replaceSubrange(index...index, with: changed[index] == "x" ? "y" : "x")
                #expect(APIKeyText(changed) == nil)
            }
            for text in [
                made.text + "x", String(made.text.dropLast()), made.text.uppercased(), "é" + made.text.dropFirst(2),
            ] {
                #expect(APIKeyText(text) == nil)
            }
        }
        #expect(APIKeyText.crc32("123456789".utf8) == 0xCBF4_3926)
    }

    @Test func `of a million keys no two are the same, and the checksum catches a wrong character in each`() throws {
        var random = SystemRandomNumberGenerator()
        let count = isFullRun ? 1_000_000 : 3000
        var seen: Set<String> = []
        var ids: Set<String> = []
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_".utf8)
        for number in 0..<count {
            let key = APIKeyText.make(.live, using: &random)
            seen.insert(String(key.text.suffix(49)))
            ids.insert(key.lookupID)
            var bytes = Array(key.text.utf8)
            let place = number % bytes.count
            let wrong = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            guard wrong != bytes[place] else { continue }
            bytes[place] = wrong
            if APIKeyText(String(decoding: bytes, as: UTF8.self)) != nil { Issue.record("place \(place) of \(number)") }
        }
        #expect(seen.count == count && ids.count == count)
    }

    @Test func `no single wrong character passes the checksum, whichever it is and wherever it stands`() {
        var random = SystemRandomNumberGenerator()
        var tried = 0
        for number in 0..<(isFullRun ? 200 : 4) {
            let key = Array(APIKeyText.make(APIKeyText.Mode.allCases[number % 2], using: &random).text.utf8)
            for place in key.indices {
                for wrong in UInt8(0x20)...0x7E where wrong != key[place] {
                    var bytes = key
                    bytes[place] = wrong
                    tried += 1
                    if APIKeyText(String(decoding: bytes, as: UTF8.self)) != nil {
                        Issue.record("\(wrong) at \(place)")
                    }
                }
            }
        }
        #expect(tried == (isFullRun ? 200 : 4) * 75 * 94)
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
