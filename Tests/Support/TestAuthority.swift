import Crypto
import Foundation
import SwiftASN1
import X509

/// Certifies servers of this machine, as an authority would that somebody trusts.
package struct TestAuthority: Sendable {
    /// In PEM.
    package let root: String
    private let key: P256.Signing.PrivateKey
    private let name: DistinguishedName

    package init() throws {
        key = P256.Signing.PrivateKey()
        name = try DistinguishedName { CommonName("Authority of the tests") }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: Date().addingTimeInterval(-86_400), notValidAfter: Date().addingTimeInterval(864_000),
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            }, issuerPrivateKey: .init(key))
        root = try certificate.serializeAsPEM().pemString
    }

    /// Files with a certificate for 127.0.0.1 and its key, in PEM.
    package func certify() throws -> (certificate: String, key: String) {
        let own = P256.Signing.PrivateKey()
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(own.publicKey),
            notValidBefore: Date().addingTimeInterval(-86_400), notValidAfter: Date().addingTimeInterval(86_400),
            issuer: name, subject: try DistinguishedName { CommonName("127.0.0.1") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))])
            }, issuerPrivateKey: .init(key))
        let base = FileManager.default.temporaryDirectory.appending(path: "issuer-\(UUID())").path
        try Data(try certificate.serializeAsPEM().pemString.utf8).write(to: URL(filePath: base + ".crt"))
        try Data(own.pemRepresentation.utf8).write(to: URL(filePath: base + ".key"))
        return (base + ".crt", base + ".key")
    }
}
