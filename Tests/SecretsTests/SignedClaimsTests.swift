import JSON
import Secrets
import Testing

@Suite struct SignedClaimsTests {
    private let key = TokenKey.make(id: "one")
    private let claims = JSONText.object([("sub", "somebody"), ("n", 1)])

    @Test func `S2: what a key signs is read by its public half, whichever way it travelled`() throws {
        let text = try key.sign(claims, type: "at+jwt")
        let read = try #require(SignedClaims(text, type: "at+jwt"))
        #expect(read.keyID == "one")
        #expect(read.claims(by: key.verifying) == claims)
        let stored = try #require(TokenKey(id: "one", raw: key.raw)).verifying
        #expect(read.claims(by: try #require(VerifyingKey(id: "one", raw: stored.raw))) == claims)
        #expect(read.claims(by: TokenKey.make(id: "one").verifying) == nil)
        #expect(read.claims(by: try #require(VerifyingKey(id: "two", raw: stored.raw))) == nil)
    }

    @Test func `S2: another type, a changed part and a second spelling are refused`() throws {
        let text = try key.sign(claims, type: "at+jwt")
        #expect(SignedClaims(text, type: "jwt") == nil)
        let parts = text.split(separator: ".").map(String.init)
        for bad in ["", "..", parts[0], parts[0] + "." + parts[1], text + ".", text + "=", " " + text] {
            #expect(SignedClaims(bad, type: "at+jwt") == nil, "\(bad.prefix(12))")
        }
        for place in 1..<3 {
            var changed = parts
            let middle = changed[place].index(changed[place].startIndex, offsetBy: changed[place].count / 2)
            changed[place].replaceSubrange(middle...middle, with: changed[place][middle] == "A" ? "B" : "A")
            let read = SignedClaims(changed.joined(separator: "."), type: "at+jwt")
            #expect(read?.claims(by: key.verifying) == nil, "\(place)")
        }
    }
}
