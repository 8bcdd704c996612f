import FoundationEssentials
import JWS
import Support
import Testing

@Suite struct ChainedSignatureTests {
    private static let text = #"{"notificationUUID":"1","n":"\#u{06F1}"}"#

    private func read(_ jws: String, _ chain: TestChain) async throws -> [UInt8] {
        try await ChainedSignature(roots: chain.root).payload(of: jws)
    }

    @Test func `what is signed by a chain to the root is read as it stands`() async throws {
        let chain = try TestChain()
        #expect(try await read(chain.sign(Self.text), chain) == Array(Self.text.utf8))
        // Several roots may stand in the file.
        let other = try TestChain()
        let signature = try ChainedSignature(roots: other.root + "\n" + chain.root + "\n")
        #expect(try await signature.payload(of: chain.sign(Self.text)) == Array(Self.text.utf8))
    }

    @Test func `a chain to another root is nobody`() async throws {
        let (chain, other) = (try TestChain(), try TestChain())
        await #expect(throws: ChainedSignature.Problem.untrusted) { try await read(other.sign(Self.text), chain) }
    }

    @Test func `a leaf of the root that does not sign receipts is nobody`() async throws {
        let chain = try TestChain(isMarked: false)
        await #expect(throws: ChainedSignature.Problem.untrusted) { try await read(chain.sign(Self.text), chain) }
    }

    @Test func `13.12: more certificates than a chain has are refused before a way through them is sought`()
        async throws
    {
        let chain = try TestChain()
        let long = try chain.sign(Self.text, more: 1)
        await #expect(throws: ChainedSignature.Problem.untrusted) { try await read(long, chain) }
    }

    @Test func `a leaf whose time is over is nobody`() async throws {
        let chain = try TestChain(until: Date().addingTimeInterval(-3600))
        await #expect(throws: ChainedSignature.Problem.untrusted) { try await read(chain.sign(Self.text), chain) }
    }

    @Test func `one changed character of any part, a missing part and another algorithm are refused`() async throws {
        let chain = try TestChain()
        let whole = try chain.sign(Self.text)
        let parts = whole.split(separator: ".").map(String.init)
        for place in 0..<3 {
            var changed = parts
            let middle = changed[place].index(changed[place].startIndex, offsetBy: changed[place].count / 2)
            changed[place].replaceSubrange(middle...middle, with: changed[place][middle] == "A" ? "B" : "A")
            await #expect(throws: ChainedSignature.Problem.untrusted, "part \(place)") {
                try await read(changed.joined(separator: "."), chain)
            }
        }
        for bad in ["", ".", "..", "a.b.c", parts[0] + "." + parts[1], whole + ".x"] {
            await #expect(throws: ChainedSignature.Problem.untrusted, "\(bad.prefix(20))") {
                try await read(bad, chain)
            }
        }
    }

    @Test func `without a certificate there is nothing that could be trusted`() {
        #expect(throws: ChainedSignature.Problem.noRoots) { try ChainedSignature(roots: "") }
        #expect(throws: ChainedSignature.Problem.noRoots) {
            try ChainedSignature(roots: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")
        }
    }
}
