import Crypto
import Postgres
import Secrets

/// The signed head of a chain at a point in time, stored outside the database. One line of text each: `tenant
/// sequence hash microseconds signature`, numbers in decimal, the rest in hex.
package struct AuditCheckpoint: Sendable, Equatable {
    package var tenant: ID
    package var sequence: Int
    package var hash: [UInt8]
    package var at: Timestamp

    package init(tenant: ID, sequence: Int, hash: [UInt8], at: Timestamp) {
        self.tenant = tenant
        self.sequence = sequence
        self.hash = hash
        self.at = at
    }

    private var signedText: String { "\(tenant) \(sequence) \(Hex.encode(hash)) \(at.microseconds)" }

    package func line(signedBy key: Curve25519.Signing.PrivateKey) throws -> String {
        let signature = try key.signature(for: Array("roost/1/checkpoint \(signedText)".utf8))
        return "\(signedText) \(Hex.encode(Array(signature)))\n"
    }

    /// nil for a line that is no checkpoint, or that we did not sign.
    package init?(line: some StringProtocol, signedBy key: Curve25519.Signing.PublicKey) {
        let parts = line.split(separator: " ")
        guard parts.count == 5, let tenant = ID(parts[0]), let sequence = Int(parts[1]),
            let hash = Hex.decode(parts[2]),
            let at = Int64(parts[3]), let signature = Hex.decode(parts[4])
        else { return nil }
        self.init(tenant: tenant, sequence: sequence, hash: hash, at: Timestamp(microseconds: at))
        guard key.isValidSignature(signature, for: Array("roost/1/checkpoint \(signedText)".utf8)) else { return nil }
    }
}
