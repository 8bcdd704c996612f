/// What the browser says it asked the authenticator for: the bytes of `clientDataJSON`, which are signed as they are.
struct ClientData {
    /// The ceremonies, as the browser calls them.
    enum Ceremony: String {
        case creation = "webauthn.create"
        case use = "webauthn.get"
    }

    static let most = 4096

    /// SHA-256 of the bytes.
    let hash: [UInt8]

    /// Checks all that WebAuthn has checked of them (level 3, 7.1 steps 6 to 11 and 7.2 steps 10 to 15).
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
        // The console is in no frame of anybody (its policy says so): a key that was used in one was not used here.
        switch members["crossOrigin"] {
        case nil, .bool(false)?: break
        default: throw .crossOrigin
        }
        guard members["topOrigin"] == nil else { throw .crossOrigin }
        hash = MAC.sha256(bytes)
    }
}
