import Crypto
import Secrets

/// A text with an Ed25519 signature over exactly its bytes. It can be verified without Roost: the text before the first
/// signature line is signed, and the lines after it are the signature in base64.
package struct SignedStatement: Sendable {
    package static let begin = "-----BEGIN ROOST SIGNATURE-----\n"
    package static let end = "-----END ROOST SIGNATURE-----\n"

    /// It ends with a line break.
    package let text: String
    /// 64 bytes.
    package let signature: [UInt8]

    package init(_ text: String, signedBy key: Curve25519.Signing.PrivateKey) throws {
        self.text = text
        signature = Array(try key.signature(for: Array(text.utf8)))
    }

    /// Reads the printed form; returns nil if there is no signature, or more than one.
    package init?(_ printed: String) {
        let parts = printed.split(separator: Self.begin, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix(Self.end) else { return nil }
        let encoded = parts[1].dropLast(Self.end.count).filter { $0 != "\n" }
        guard let signature = Base64.padded.decode(Array(encoded.utf8)), signature.count == 64 else { return nil }
        text = String(parts[0])
        self.signature = signature
    }

    /// The form in two files; returns nil if that is no signature, or if the text has one in it already.
    package init?(_ text: String, signature: [UInt8]) {
        guard signature.count == 64, !text.contains(Self.begin) else { return nil }
        self.text = text
        self.signature = signature
    }

    package var printed: String { text + Self.begin + Base64.padded.encode(signature) + "\n" + Self.end }

    package func isSigned(by key: Curve25519.Signing.PublicKey) -> Bool {
        key.isValidSignature(signature, for: Array(text.utf8))
    }
}

/// A public key in the form that `openssl pkey -pubin` reads and writes.
package enum PublicKeyFile {
    /// SubjectPublicKeyInfo with the algorithm Ed25519 (RFC 8410); the 32 bytes of the key follow.
    private static let head: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    package static func text(_ key: Curve25519.Signing.PublicKey) -> String {
        "-----BEGIN PUBLIC KEY-----\n\(Base64.padded.encode(head + Array(key.rawRepresentation)))\n-----END PUBLIC KEY-----\n"
    }

    package static func read(_ text: String) -> Curve25519.Signing.PublicKey? {
        let lines = text.split(separator: "\n").map { $0.filter { $0 != "\r" } }
        guard lines.first == "-----BEGIN PUBLIC KEY-----", lines.last == "-----END PUBLIC KEY-----",
            let bytes = Base64.padded.decode(Array(lines.dropFirst().dropLast().joined().utf8)),
            bytes.count == head.count + 32, bytes.starts(with: head)
        else { return nil }
        return try? Curve25519.Signing.PublicKey(rawRepresentation: bytes.dropFirst(head.count))
    }
}
