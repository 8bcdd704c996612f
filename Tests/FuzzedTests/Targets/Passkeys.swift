// modules: JSON Secrets
@testable import Secrets

/// What a browser and an authenticator say of a passkey: the first byte chooses which of it.
enum Passkeys: Fuzzed {
    static let name = "passkeys"
    static let longest = 4_096

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first, let party = RelyingParty("https://roost.example.org") else { return }
        let rest = Array(bytes.dropFirst())
        switch first % 4 {
        case 0: _ = try? CBOR(rest)
        case 1: _ = try? ClientData(rest, .use, challenge: Array("roost".utf8), for: party)
        case 2: _ = try? AuthenticatorData(rest, for: party)
        default:
            // With the right hash, behind which the rest is looked at.
            _ = try? AuthenticatorData(MAC.sha256(Array(party.id.utf8)) + rest, for: party)
        }
    }
}
