/// The request as the browser says it sent it to the authenticator: the bytes of `clientDataJSON`, which are signed
/// unchanged.
struct ClientData {
    /// The ceremonies, by the browser's names.
    enum Ceremony: String {
        case creation = "webauthn.create"
        case use = "webauthn.get"
    }

    static let most = 4096

    /// SHA-256 of the bytes.
    let hash: [UInt8]

    /// Makes all the checks that WebAuthn requires (level 3, 7.1 steps 6 to 11 and 7.2 steps 10 to 15).
    init(_ bytes: [UInt8], _ ceremony: Ceremony, challenge: [UInt8], for party: RelyingParty) throws(PasskeyProblem) {
        guard bytes.count <= Self.most else { throw .malformed("client data that is too long") }
        let members = try JSONMembers(bytes).members
        guard members["type"] == .text(ceremony.rawValue) else { throw .wrongType }
        guard case .text(let text)? = members["challenge"], let signed = Base64.url.decode(text.utf8),
            !challenge.isEmpty,
            constantTimeEqual(signed, challenge)
        else { throw .wrongChallenge }
        guard case .text(let origin)? = members["origin"] else { throw .malformed("no origin") }
        guard origin == party.origin else { throw .wrongOrigin(origin) }
        // No site can frame the console (its policy forbids it): a key that was used in a frame was not used here.
        switch members["crossOrigin"] {
        case nil, .bool(false)?: break
        default: throw .crossOrigin
        }
        guard members["topOrigin"] == nil else { throw .crossOrigin }
        hash = MAC.sha256(bytes)
    }
}
