import Crypto
import Postgres

/// The head of a chain at a moment, signed, kept outside the database. One line of text each:
/// `tenant sequence hash microseconds signature`, numbers in decimal, the rest in hex.
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

    private var signedText: String { "\(tenant) \(sequence) \(hex(hash)) \(at.microseconds)" }

    package func line(signedBy key: Curve25519.Signing.PrivateKey) throws -> String {
        let signature = try key.signature(for: Array("roost/1/checkpoint \(signedText)".utf8))
        return "\(signedText) \(hex(Array(signature)))\n"
    }

    /// nil for a line that is no checkpoint or whose signature is not ours.
    package init?(line: some StringProtocol, signedBy key: Curve25519.Signing.PublicKey) {
        let parts = line.split(separator: " ")
        guard parts.count == 5, let tenant = ID(parts[0]), let sequence = Int(parts[1]), let hash = unhex(parts[2]),
            let at = Int64(parts[3]), let signature = unhex(parts[4])
        else { return nil }
        self.init(tenant: tenant, sequence: sequence, hash: hash, at: Timestamp(microseconds: at))
        guard key.isValidSignature(signature, for: Array("roost/1/checkpoint \(signedText)".utf8)) else { return nil }
    }
}

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func unhex(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for at in stride(from: 0, to: digits.count, by: 2) {
        guard let byte = UInt8(String(decoding: digits[at...at + 1], as: UTF8.self), radix: 16) else { return nil }
        bytes.append(byte)
    }
    return bytes
}
