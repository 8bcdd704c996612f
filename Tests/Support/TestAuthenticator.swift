import Console
import Core
import Crypto
import Postgres
import Secrets

/// A security key that does what the test says, including wrong things. Its CBOR is written by hand here, so that the
/// product's reader is not tested against itself.
package struct TestAuthenticator: Sendable {
    package enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    package var key: Key
    package var credentialID = (0..<32).map { _ in UInt8.random(in: 0...255) }
    package var counter: UInt32 = 0
    /// The user was present and verified: 0x01 and 0x04.
    package var flags: UInt8 = 0x05
    package var party = "roost.example"
    package var origin = "https://roost.example"
    package var userHandle: [UInt8] = []
    /// Appended to the usual members of the client data.
    package var more = ""
    /// Replaces the type in the client data.
    package var type: String?
    package var format = "none"
    /// Appended to the authenticator data.
    package var trailing: [UInt8] = []

    package init(_ key: Key = .es256(.init())) { self.key = key }

    package static var bothKinds: [TestAuthenticator] { [.init(.es256(.init())), .init(.ed25519(.init()))] }

    package func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        switch key {
        case .es256(let key): Array(try key.signature(for: bytes).derRepresentation)
        case .ed25519(let key): Array(try key.signature(for: bytes))
        }
    }

    package var coseKey: [UInt8] {
        switch key {
        case .es256(let key):
            let point = Array(key.publicKey.rawRepresentation)
            return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32] + point[..<32] + [0x22, 0x58, 32]
                + point[32...]
        case .ed25519(let key):
            return [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 32] + key.publicKey.rawRepresentation
        }
    }

    package func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        Array(
            #"{"type":"\#(self.type ?? type)","challenge":"\#(Passkey.text(challenge))","origin":"\#(origin)","crossOrigin":false\#(more)}"#
                .utf8)
    }

    package func data(making: Bool) -> [UInt8] {
        let made: [UInt8] =
            [UInt8](repeating: 0, count: 16) + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)]
            + credentialID
            + coseKey
        var data = Array(SHA256.hash(data: Array(party.utf8)))
        data += [flags | (making ? 0x40 : 0)] + (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
        return data + (making ? made : []) + trailing
    }

    package func create(_ challenge: [UInt8]) throws -> Passkey.Creation {
        let (client, data) = (clientData("webauthn.create", challenge), data(making: true))
        var statement: [UInt8] = [0xA0]
        if format == "packed" {
            let signature = try sign(data + SHA256.hash(data: client))
            let algorithm: UInt8 = if case .es256 = key { 0x26 } else { 0x27 }
            statement =
                [0xA2] + Self.text("alg") + [algorithm] + Self.text("sig") + [0x58, UInt8(signature.count)] + signature
        }
        let head: [UInt8] =
            data.count < 256 ? [0x58, UInt8(data.count)] : [0x59, UInt8(data.count >> 8), UInt8(data.count & 255)]
        return .init(
            clientData: client,
            attestation: [0xA3] + Self.text("fmt") + Self.text(format) + Self.text("attStmt") + statement
                + Self.text("authData") + head + data)
    }

    private static func text(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + text.utf8 }

    package func use(_ challenge: [UInt8]) throws -> Passkey.Use {
        let (client, data) = (clientData("webauthn.get", challenge), data(making: false))
        return .init(
            credentialID: credentialID, clientData: client, authenticatorData: data,
            signature: try sign(data + SHA256.hash(data: client)), userHandle: userHandle)
    }
}

extension Passkey.Creation {
    package var form: [(String, String)] {
        [
            ("client_data", Passkey.text(clientData)), ("attestation", Passkey.text(attestation)),
            ("transports", "usb nfc telepathy"),
        ]
    }
}

extension Passkey.Use {
    package var form: [(String, String)] {
        [
            ("credential", Passkey.text(credentialID)), ("client_data", Passkey.text(clientData)),
            ("authenticator_data", Passkey.text(authenticatorData)), ("signature", Passkey.text(signature)),
            ("user_handle", Passkey.text(userHandle)),
        ]
    }
}

extension Answer {
    /// The challenge in the page's passkey form; nil if it has none.
    package var challenge: [UInt8]? {
        text.firstMatch(
            of: /&quot;challenge&quot;:&quot;([A-Za-z0-9_-]+)&quot;|&#34;challenge&#34;:&#34;([A-Za-z0-9_-]+)&#34;/
        )
        .flatMap { Passkey.bytes(String($0.output.1 ?? $0.output.2 ?? "")) }
    }
}

extension TestInstallation {
    /// Stores a passkey as the account page does.
    package func add(_ authenticator: TestAuthenticator, to admin: TestAdmin, name: String = "Key") throws -> ID {
        let id = ID.make()
        try set(
            """
            insert into passkeys (id, admin_id, party, credential_id, public_key, counter, may_be_backed_up, is_backed_up,
                was_user_verified, transports, name, created_at)
            values (\(id), \(admin.id), \(authenticator.party), \(authenticator.credentialID), \(authenticator.coseKey),
                \(Int64(authenticator.counter)), \(authenticator.flags & 8 != 0), \(authenticator.flags & 16 != 0), true, '{usb}',
                \(name), now())
            """)
        return id
    }
}
