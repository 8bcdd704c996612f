import Console
import JSON
import Postgres
import Secrets
import Web

/// What the page's script hands to the browser, in the JSON that WebAuthn has for it (bytes as base64url).
struct PasskeyOptions {
    /// A security key without a PIN is asked for a touch; a phone for its finger. The password was the other factor.
    private static let verification: JSONText = "preferred"
    static let seconds = 300

    struct Credential {
        var id: [UInt8]
        var transports: [String]

        /// From a row of `PasskeyQueriesAcrossTenants.all`.
        init(_ row: Row) throws {
            id = try row.bytes("credential_id")
            transports = try row.texts("transports")
        }
    }

    let party: RelyingParty
    let challenge: [UInt8]
    let credentials: [Credential]

    private var descriptors: JSONText {
        .array(
            credentials.map { credential in
                .object([
                    ("type", "public-key"), ("id", .string(Passkey.text(credential.id))),
                    ("transports", .array(credential.transports.map { .string($0) })),
                ])
            })
    }

    private static func text(_ json: JSONText) -> String { String(decoding: json.bytes, as: UTF8.self) }

    /// To make one; an authenticator that has one of ours already says so instead.
    func creation(for admin: ID, email: String, name: String) -> String {
        Self.text(
            .object([
                ("challenge", .string(Passkey.text(challenge))),
                ("rp", .object([("id", .string(party.id)), ("name", "Roost")])),
                (
                    "user",
                    .object([
                        ("id", .string(Passkey.text(admin.bytes))), ("name", .string(email)),
                        ("displayName", .string(name)),
                    ])
                ),
                (
                    "pubKeyCredParams",
                    .array(PasskeyKey.algorithms.map { .object([("type", "public-key"), ("alg", .int($0))]) })
                ),
                ("excludeCredentials", descriptors),
                (
                    "authenticatorSelection",
                    .object([("residentKey", "preferred"), ("userVerification", Self.verification)])
                ),
                ("attestation", "none"), ("timeout", .int(Self.seconds * 1000)),
            ]))
    }

    /// To use one of those.
    var use: String {
        Self.text(
            .object([
                ("challenge", .string(Passkey.text(challenge))), ("rpId", .string(party.id)),
                ("allowCredentials", descriptors),
                ("userVerification", Self.verification), ("timeout", .int(Self.seconds * 1000)),
            ]))
    }
}

extension RelyingParty {
    /// For whom passkeys are made and used here: the console's own address where it has a name, else the one that the
    /// browser came by. A name that somebody else leads here with is of no use to them: a passkey is bound to the name
    /// that it was made under, and the browser signs the name that it sees.
    static func of(host: String?, isSecure: Bool, _ services: Services) -> RelyingParty? {
        RelyingParty(services.address)
            ?? host.flatMap { RelyingParty(scheme: isSecure ? "https" : "http", authority: $0) }
    }
}
