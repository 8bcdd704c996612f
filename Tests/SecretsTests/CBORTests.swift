import Testing

@testable import Secrets

@Suite struct CBORTests {
    private func read(_ hex: String) throws -> CBOR { try CBOR(try #require(Hex.decode(hex))) }

    // RFC 8949, appendix A, as far as these kinds go.
    @Test(arguments: [
        ("00", CBOR.int(0)), ("17", .int(23)), ("1818", .int(24)), ("1903e8", .int(1000)),
        ("1a000f4240", .int(1_000_000)),
        ("1b000000e8d4a51000", .int(1_000_000_000_000)), ("1b7fffffffffffffff", .int(.max)), ("20", .int(-1)),
        ("3903e7", .int(-1000)), ("3b7fffffffffffffff", .int(.min)), ("f4", .bool(false)), ("f5", .bool(true)),
        ("f6", .null),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("62c3bc", .text("ü")),
        ("6449455446", .text("IETF")), ("80", .list([])), ("83010203", .list([.int(1), .int(2), .int(3)])),
        ("a0", .map([])),
        ("a201020304", .map([.init(key: .int(1), value: .int(2)), .init(key: .int(3), value: .int(4))])),
        ("a16161f5", .map([.init(key: .text("a"), value: .bool(true))])),
    ]) func `what authenticators write is read`(hex: String, wanted: CBOR) throws {
        #expect(try read(hex) == wanted)
    }

    @Test(arguments: [
        ("", "nothing"), ("1800", "a number longer than it needs to be"), ("1900ff", "the same in two bytes"),
        ("1a0000ffff", "in four"), ("1b00000000ffffffff", "in eight"),
        ("1b8000000000000000", "a number that is too large"),
        ("3bffffffffffffffff", "the same below zero"), ("19ff", "a number that is cut off"),
        ("4401", "bytes that are cut off"),
        ("5bffffffffffffffff", "bytes without end"), ("5f42010243030405ff", "an open-ended string"),
        ("9fff", "an open-ended list"),
        ("bfff", "an open-ended map"), ("62c328", "text that is not UTF-8"), ("a201020103", "a key twice"),
        ("a1f501", "a key that is yes"),
        ("a1400140", "a key of bytes"), ("a101", "a key without a value"), ("c074", "a tag"), ("f7", "undefined"),
        ("f93c00", "a fraction"),
        ("fb3ff199999999999a", "a longer fraction"), ("f820", "a simple value"), ("ff", "an end without a beginning"),
        ("1c", "a reserved length"),
        ("0000", "something behind the value"), ("9affffffff", "a list of four billion"),
        ("8181818181818100", "nested too deep"),
        ("9903e8" + String(repeating: "00", count: 1000), "a thousand items"),
    ]) func `everything else is refused`(hex: String, what: String) {
        #expect(throws: PasskeyProblem.self, "\(what)") { try read(hex) }
    }

    @Test func `the first value is taken off, and what follows stays`() throws {
        var rest: ArraySlice<UInt8> = [0x43, 1, 2, 3, 0x05, 0xFF]
        #expect(try CBOR.first(of: &rest) == .bytes([1, 2, 3]))
        #expect(try CBOR.first(of: &rest) == .int(5))
        #expect(rest == [0xFF])
    }

    @Test func `100,000 random and broken values are read or refused, never a crash, and none is read two ways`() {
        var random = SeededRandom(11)
        let sound =
            [UInt8]([0xA3, 0x63, 0x66, 0x6D, 0x74, 0x64, 0x6E, 0x6F, 0x6E, 0x65, 0x67]) + "attStmt".utf8 + [0xA0, 0x68]
            + "authData".utf8
            + [0x58, 0x25] + [UInt8](repeating: 7, count: 37)
        var (read, refused) = (0, 0)
        for round in 0..<100_000 {
            var bytes = round % 2 == 0 ? sound : random.bytes(Int.random(in: 0...40, using: &random))
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                _ = try CBOR(bytes)
                // One byte more or less is another text.
                #expect(throws: PasskeyProblem.self) { try CBOR(bytes + [0]) }
                #expect(throws: PasskeyProblem.self) { try CBOR(bytes.dropLast()) }
                read += 1
            } catch {
                refused += 1
            }
        }
        #expect(read > 1000 && refused > 1000)
    }
}
