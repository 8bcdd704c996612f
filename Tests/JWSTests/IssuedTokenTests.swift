import Crypto
import JSON
import JWS
import Secrets
import Support
import Testing

/// What counts as signed by an issuer, whatever the token says about itself.
@Suite struct IssuedTokenTests {
    private static let rsa = Result { try TestRSA() }
    private let rsa: TestRSA
    private let point = P256.Signing.PrivateKey()
    private let claims = #"{"sub":"somebody"}"#

    init() throws { rsa = try Self.rsa.get() }

    private func header(_ members: [(String, JSONText)]) -> String { Base64.url.encode(JSONText.object(members).bytes) }

    private func token(
        _ members: [(String, JSONText)], sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        let text = header(members) + "." + Base64.url.encode(Array(claims.utf8))
        return text + "." + Base64.url.encode(try sign(Array(text.utf8)))
    }

    private func byRSA(_ members: [(String, JSONText)]) throws -> String { try token(members) { try rsa.sign($0) } }

    private func byPoint(_ members: [(String, JSONText)]) throws -> String {
        try token(members) { Array(try point.signature(for: $0).rawRepresentation) }
    }

    private func published(_ more: [(String, JSONText)] = [], id: String = "one") throws -> JSONText {
        .object([("kid", .string(id))] + (try rsa.members()) + more)
    }

    private var publishedPoint: JSONText {
        TokenKey(id: "two", pem: point.pemRepresentation)?.verifying.json ?? .null
    }

    private func keys(_ keys: JSONText...) -> String {
        String(decoding: JSONText.object([("keys", .array(keys))]).bytes, as: UTF8.self)
    }

    private func problem(_ token: String, _ keys: String) async -> IssuedToken.Problem? {
        do throws(IssuedToken.Problem) {
            _ = try await IssuedToken.payload(of: token, keys: keys)
            return nil
        } catch { return error }
    }

    @Test func `S2: tokens by RSA and on P-256 are read, each by its own key`() async throws {
        let both = keys(try published(), publishedPoint)
        for token in [
            try byRSA([("alg", "RS256"), ("kid", "one")]), try byPoint([("alg", "ES256"), ("kid", "two")]),
            // Of each algorithm there is one key, so it needs no name.
            try byRSA([("alg", "RS256")]), try byPoint([("alg", "ES256")]),
        ] {
            #expect(try await IssuedToken.payload(of: token, keys: both) == Array(claims.utf8))
        }
        // Keys of kinds that nobody knows stand beside them.
        let strange = keys(.object([("kty", "OKP"), ("kid", "one")]), "no key", 7, try published())
        #expect(await problem(try byRSA([("alg", "RS256"), ("kid", "one")]), strange) == nil)
    }

    @Test func `S2: the token's own word for its algorithm decides nothing`() async throws {
        let all = keys(try published(), publishedPoint)
        let confused = try token([("alg", "HS256"), ("kid", "one")]) {
            MAC.hmac($0, key: SymmetricKey(data: try rsa.publicPEM()))
        }
        #expect(await problem(confused, all) == .algorithm)
        for algorithm in ["none", "None", "RS384", "PS256", "ES384", "EdDSA", "rs256", ""] {
            let token = try byRSA([("alg", .string(algorithm)), ("kid", "one")])
            #expect(await problem(token, all) == .algorithm, "\(algorithm)")
        }
        #expect(await problem(try token([("alg", "none"), ("kid", "one")]) { _ in [] }, all) == .algorithm)
        // The key of one algorithm under the name of the other.
        #expect(await problem(try byRSA([("alg", "ES256"), ("kid", "one")]), all) == .unknownKey)
        #expect(await problem(try byPoint([("alg", "RS256"), ("kid", "one")]), all) == .untrusted)
        #expect(await problem(try byPoint([("alg", "ES256"), ("kid", "one")]), all) == .unknownKey)
    }

    @Test func `S2: a key that is unknown, twice there, too short or for something else verifies nothing`() async throws
    {
        let token = try byRSA([("alg", "RS256"), ("kid", "one")])
        #expect(await problem(token, keys()) == .unknownKey)
        #expect(await problem(token, keys(try published(id: "other"))) == .unknownKey)
        #expect(await problem(token, keys(try published(), try published())) == .unknownKey)
        #expect(await problem(token, keys(try published([("use", "enc")]))) == .unknownKey)
        #expect(await problem(token, keys(try published([("alg", "RS512")]))) == .unknownKey)
        let short = JSONText.object([
            ("kid", "one"), ("kty", "RSA"), ("e", "AQAB"),
            ("n", .string(Base64.url.encode([UInt8](repeating: 0, count: 200) + [UInt8](repeating: 0xC1, count: 128)))),
        ])
        #expect(await problem(token, keys(short)) == .badKeys)
        for set in ["", "{}", "[]", "{\"keys\":7}"] { #expect(await problem(token, set) == .badKeys, "\(set)") }
    }

    @Test func `S2: what is no token, was changed, or wants what nobody understands is refused`() async throws {
        let all = keys(try published())
        let token = try byRSA([("alg", "RS256"), ("kid", "one")])
        let parts = token.split(separator: ".")
        let other = Base64.url.encode(Array(#"{"sub":"another"}"#.utf8))
        #expect(await problem("\(parts[0]).\(other).\(parts[2])", all) == .untrusted)
        #expect(await problem("\(parts[0]).\(parts[1]).", all) == .untrusted)
        for text in [
            "", ".", "..", "a.b.c", "\(parts[0]).\(parts[1])", token + ".x", String(repeating: "a", count: 20_000),
        ] {
            #expect(await problem(text, all) == .malformed, "\(text.prefix(20))")
        }
        let critical = try byRSA([("alg", "RS256"), ("kid", "one"), ("crit", .array(["exp"]))])
        #expect(await problem(critical, all) == .malformed)
    }
}
