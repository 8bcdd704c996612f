import JSON

/// A token in its compact form (RFC 7515, 7.1), parsed but not verified. It names the key that signed it, and
/// `claims(by:)` checks that signature.
package struct SignedClaims: Sendable {
    /// A longer token is not ours.
    package static let longest = 4096

    /// The id of the signing key, as the token claims it.
    package let keyID: String
    private let claims: JSONText
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// nil if the text is no token, or none of this `type` and ES256. The rest of the header is ignored: we choose
    /// the algorithm, never the token, and we support no critical extensions (`crit`).
    package init?(_ text: String, type: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64.url.decode(parts[2].utf8), signature.count == 64,
            header["alg"]?.text == "ES256", header["typ"]?.text?.lowercased() == type, header["crit"] == nil,
            let keyID = header["kid"]?.text
        else { return nil }
        self.keyID = keyID
        self.claims = claims
        signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        self.signature = signature
    }

    private static func json(_ part: Substring) -> JSONText? {
        guard let bytes = Base64.url.decode(part.utf8),
            case .object(let members)? = try? JSONReader.read(bytes, deepest: 4)
        else { return nil }
        return .object(members)
    }

    /// Returns the signed claims; nil if `key` did not sign them.
    package func claims(by key: VerifyingKey) -> JSONText? {
        key.id == keyID && key.isValid(signature, of: signed) ? claims : nil
    }
}
