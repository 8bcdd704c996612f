import FoundationEssentials
import JWTKit

/// A token in its compact form (RFC 7515, 7.1): three parts in base64url.
enum CompactText {
    /// What was signed, as it stands; nil for no such token.
    static func payload(of text: String) -> [UInt8]? { part(1, of: text) }

    static func part(_ index: Int, of text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 ? decode(parts[index]) : nil
    }

    static func decode(_ text: Substring) -> [UInt8]? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)).map {
            Array($0)
        }
    }
}

/// What is in it is read when it is known who wrote it.
struct Anything: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) {}
}
