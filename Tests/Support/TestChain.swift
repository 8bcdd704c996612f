import Crypto
import FoundationEssentials
import Secrets
import SwiftASN1
import X509

/// Signs like the App Store: a root, an intermediate and a leaf certificate, and texts that contain all three.
package struct TestChain: Sendable {
    /// The root in PEM.
    package let root: String
    private let certificates: [Certificate]
    private let key: P256.Signing.PrivateKey

    /// `isMarked`: the leaf and the intermediate have the extension for signing receipts. `until` is when the leaf
    /// expires.
    package init(isMarked: Bool = true, until end: Date = Date().addingTimeInterval(86_400)) throws {
        let keys = (0..<3).map { _ in P256.Signing.PrivateKey() }
        key = keys[2]
        let names = try ["Test Root", "Test Intermediate", "Test Leaf"].map { name in
            try DistinguishedName { CommonName(name) }
        }
        let marks: [ASN1ObjectIdentifier?] = [
            nil, [1, 2, 840, 113635, 100, 6, 2, 1], [1, 2, 840, 113635, 100, 6, 11, 1],
        ]
        var made: [Certificate] = []
        for place in 0..<3 {
            let issuer = max(0, place - 1)
            var extensions = try Certificate.Extensions {
                Critical(
                    place < 2
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: nil)
                        : BasicConstraints.notCertificateAuthority)
            }
            if isMarked, let mark = marks[place] {
                try extensions.append(Certificate.Extension(oid: mark, critical: false, value: [5, 0]))
            }
            made.append(
                try Certificate(
                    version: .v3, serialNumber: .init(), publicKey: .init(keys[place].publicKey),
                    notValidBefore: Date().addingTimeInterval(-86_400),
                    notValidAfter: place == 2 ? end : Date().addingTimeInterval(864_000), issuer: names[issuer],
                    subject: names[place],
                    signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: .init(keys[issuer]))
            )
        }
        certificates = made
        root = try made[0].serializeAsPEM().pemString
    }

    /// Returns a JWS of the text; with `more` the root stands in it so many times more.
    package func sign(_ payload: String, more: Int = 0) throws -> String {
        let sent = certificates.reversed() + Array(repeating: certificates[0], count: more)
        let chain = try sent.map { certificate in
            var der = DER.Serializer()
            try certificate.serialize(into: &der)
            return "\"\(Base64.padded.encode(der.serializedBytes))\""
        }
        let header = "{\"alg\":\"ES256\",\"x5c\":[\(chain.joined(separator: ","))]}"
        let signed = Base64.url.encode(Array(header.utf8)) + "." + Base64.url.encode(Array(payload.utf8))
        return signed + "." + Base64.url.encode(try key.signature(for: Data(signed.utf8)).rawRepresentation)
    }
}
