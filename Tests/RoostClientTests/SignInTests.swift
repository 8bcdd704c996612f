import Foundation
import Testing

@testable import RoostClient

@Suite struct SignInTests {
    @Test func `S6: SHA-256 and the challenge are as the standards' examples say`() {
        func hex(_ text: String) -> String {
            SHA256.hash(Array(text.utf8)).map { String(String(Int($0) + 256, radix: 16).dropFirst()) }.joined()
        }
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        // RFC 7636, appendix B.
        #expect(
            Base64URL.encode(SHA256.hash(Array("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".utf8)))
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `S6: the address asks for a code with a challenge, and no two are alike`() throws {
        let fixture = try Fixture()
        let attempts = try (0..<50).map { _ in try fixture.client.beginSignIn(hint: "zoë@example.org", language: "es") }
        for attempt in attempts {
            let form = Dictionary(FormText.decode(attempt.address)) { first, _ in first }
            #expect(attempt.address.absoluteString.hasPrefix("https://roost.example/accounts/roosterme/authorize?"))
            #expect(form["response_type"] == "code" && form["code_challenge_method"] == "S256")
            #expect(form["code_challenge"] == Base64URL.encode(SHA256.hash(Array(attempt.verifier.utf8))))
            #expect(form["redirect_uri"] == "com.example.app:/back" && form["state"] == attempt.state)
            #expect(form["login_hint"] == "zoë@example.org" && form["ui_locales"] == "es")
            #expect(!attempt.address.absoluteString.contains(attempt.verifier))
            #expect((43...128).contains(attempt.verifier.count))
        }
        #expect(Set(attempts.map(\.state)).count == 50 && Set(attempts.map(\.verifier)).count == 50)
    }

    @Test func `S6: an answer that is not this attempt's gets no further`() async throws {
        let fixture = try Fixture()
        let attempt = try fixture.client.beginSignIn()
        let right = try Fixture.callback(attempt)
        let wrong: [URL] = try [
            Fixture.callback(attempt, [("state", "other")]), Fixture.callback(attempt, [("state", nil)]),
            Fixture.callback(attempt, [("iss", "https://evil.example")]), Fixture.callback(attempt, [("iss", nil)]),
            Fixture.callback(attempt, [("code", nil)]), Fixture.callback(attempt, [("code", "")]),
            #require(URL(string: right.absoluteString + "&code=another")),
            #require(
                URL(string: right.absoluteString.replacing("com.example.app:/back", with: "com.example.app:/other"))),
            #require(URL(string: right.absoluteString.replacing("com.example.app:", with: "com.example.other:"))),
            Fixture.callback(fixture.client.beginSignIn()),
        ]
        for callback in wrong {
            await #expect(throws: SignInFault.foreignAnswer, "\(callback)") {
                try await fixture.client.finishSignIn(attempt, callback: callback)
            }
        }
        let refused = try Fixture.callback(
            attempt, [("code", nil), ("error", "access_denied"), ("error_description", "not today")])
        await #expect(throws: SignInFault.refused("access_denied", "not today")) {
            try await fixture.client.finishSignIn(attempt, callback: refused)
        }
        #expect(fixture.server.seen.isEmpty, "nothing was sent for any of them")
        #expect(try await fixture.client.finishSignIn(attempt, callback: right) == FakeServer.user)
        #expect(try await fixture.restarted().user == FakeServer.user)
    }

    @Test func `S6: an attempt that was stored finishes after a restart`() async throws {
        let fixture = try Fixture()
        let stored = try JSONEncoder().encode(fixture.client.beginSignIn())
        let attempt = try JSONDecoder().decode(SignInAttempt.self, from: stored)
        try await fixture.restarted().finishSignIn(attempt, callback: try Fixture.callback(attempt))
        #expect(try await fixture.restarted().user == FakeServer.user)
    }

    @Test func `S6: settings refuse what would send a token in the open`() throws {
        func made(_ issuer: String) -> SettingsFault? {
            do {
                _ = try ClientSettings(
                    issuer: issuer, clientID: "a", redirect: "a.b:/c", folder: URL(fileURLWithPath: "/tmp"))
                return nil
            } catch {
                return error
            }
        }
        #expect(made("https://roost.example/accounts/a") == nil)
        #expect(made("http://127.0.0.1:8080/accounts/a") == nil)
        #expect(made("http://roost.example/accounts/a") == .insecure)
        #expect(made("ftp://roost.example/accounts/a") == .insecure)
        #expect(made("https://roost.example/accounts/a/") == .issuer)
        #expect(made("https://me@roost.example/accounts/a") == .issuer)
        #expect(made("roost.example") == .issuer && made("") == .issuer)
    }

    @Test func `S6: tokens are kept by a file that nobody else reads, and printed they show nothing`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("roost-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("tokens")
        let store = FileTokenStore(file)
        #expect(try store.load() == nil)
        let tokens = Tokens(
            access: "secret-a", refresh: "secret-r", accessEnds: Date(timeIntervalSince1970: 1_795_000_000),
            user: FakeServer.user, issuer: "i", clientID: "c")
        try store.save(tokens)
        #expect(try FileTokenStore(file).load() == tokens)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        var dumped = ""
        dump(tokens, to: &dumped)
        for text in ["\(tokens)", String(reflecting: tokens), dumped, "\([tokens])"] {
            #expect(!text.contains("secret"))
        }
        try Data("{".utf8).write(to: file)
        #expect(try store.load() == nil)
        try store.remove()
        try store.remove()
        #expect(try store.load() == nil)
    }

    @Test func `S6: signing out forgets at once, and says whether the server heard it`() async throws {
        let fixture = try Fixture(
            FakeServer { call, _ in
                if call.url.path.hasSuffix("/revocation") { throw URLError(.notConnectedToInternet) }
                return nil
            })
        try await fixture.signIn()
        var states = await fixture.client.states().makeAsyncIterator()
        #expect(try await fixture.client.signOut() == false)
        #expect(await states.next() == .signedOut)
        #expect(try await fixture.client.user == nil && fixture.store.load() == nil)
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "signed out")
        let other = try Fixture()
        try await other.signIn()
        #expect(try await other.client.signOut())
    }
}
