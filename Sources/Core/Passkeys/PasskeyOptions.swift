import Console
import JSON
import Postgres
import Secrets
import Web

/// The options that the page's script passes to the browser, in WebAuthn's JSON (bytes as base64url).
struct PasskeyOptions {
    /// A security key without a PIN requires a touch, a phone a fingerprint. The password is the other factor.
    private static let verification: JSONText = "preferred"
    static let seconds = 300

    struct Credential {
        var id: [UInt8]
        var transports: [String]

        /// Reads a row of `PasskeyQueriesAcrossTenants.all`.
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

    /// The options to create a passkey; an authenticator that has one of ours already reports that instead.
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

    /// The options to use one of those passkeys.
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
    /// The relying party for which passkeys are created and used here: the console's own address if it is a domain
    /// name, else the name in the request. A foreign domain that points here gains nothing: a passkey is bound to the
    /// name for which it was created, and the browser signs the name that it sees.
    static func of(host: String?, isSecure: Bool, _ services: Services) -> RelyingParty? {
        RelyingParty(services.address)
            ?? host.flatMap { RelyingParty(scheme: isSecure ? "https" : "http", authority: $0) }
    }
}
