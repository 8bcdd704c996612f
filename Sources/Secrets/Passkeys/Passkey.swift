/// What is kept of a passkey: enough to recognise it, and to notice that it is not the same any more.
package struct Passkey: Sendable, Equatable {
    package var credentialID: [UInt8]
    package var key: PasskeyKey
    package var counter: UInt32
    /// Said once, when it was made, and may never change.
    package var mayBeBackedUp: Bool
    /// Copied to other devices of its owner by now.
    package var isBackedUp: Bool
    /// Its last use proved a finger, a face or a PIN, and not only a touch.
    package var wasUserVerified: Bool

    package init(
        credentialID: [UInt8], key: PasskeyKey, counter: UInt32, mayBeBackedUp: Bool, isBackedUp: Bool,
        wasUserVerified: Bool
    ) {
        self.credentialID = credentialID
        self.key = key
        self.counter = counter
        self.mayBeBackedUp = mayBeBackedUp
        self.isBackedUp = isBackedUp
        self.wasUserVerified = wasUserVerified
    }

    /// 256 random bits, used once.
    package static func challenge() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return randomBytes(32, using: &random)
    }

    /// How browsers and forms write bytes.
    package static func text(_ bytes: [UInt8]) -> String { Base64.url.encode(bytes) }
    /// nil for what is no such text, or longer than anything of a passkey's.
    package static func bytes(_ text: String) -> [UInt8]? {
        text.utf8.count <= 16_384 ? Base64.url.decode(text.utf8) : nil
    }

    // MARK: Making

    /// What a browser answered when it was asked to make one.
    package struct Creation: Sendable {
        package var clientData: [UInt8]
        package var attestation: [UInt8]

        package init(clientData: [UInt8], attestation: [UInt8]) {
            self.clientData = clientData
            self.attestation = attestation
        }
    }

    /// WebAuthn level 3, 7.1, from step 5 on; that the credential is nobody's yet is for the table to say.
    ///
    /// We ask for no attestation, so a browser sends none, or one that the new key made for itself: who built the
    /// authenticator is not asked, and anything else is refused rather than taken unread.
    package init(_ creation: Creation, challenge: [UInt8], for party: RelyingParty) throws(PasskeyProblem) {
        let client = try ClientData(creation.clientData, .creation, challenge: challenge, for: party)
        let object = try CBOR(creation.attestation)
        guard case .text(let format)? = object[.text("fmt")], case .bytes(let bytes)? = object[.text("authData")],
            let statement = object[.text("attStmt")]
        else { throw .malformed("no attestation object") }
        let data = try AuthenticatorData(bytes, for: party)
        guard let made = data.made else { throw .malformed("no key was made") }
        switch format {
        case "none":
            guard statement == .map([]) else { throw .attestation(format) }
        case "packed":
            guard statement[.text("x5c")] == nil, statement[.text("alg")] == .int(made.key.algorithm),
                case .bytes(let signature)? = statement[.text("sig")],
                made.key.isValid(signature, of: bytes + client.hash)
            else { throw .attestation(format) }
        default: throw .attestation(format)
        }
        self.init(
            credentialID: made.credentialID, key: made.key, counter: data.counter, mayBeBackedUp: data.mayBeBackedUp,
            isBackedUp: data.isBackedUp, wasUserVerified: data.wasUserVerified)
    }

    // MARK: Using

    /// What a browser answered when it was asked for one.
    package struct Use: Sendable {
        package var credentialID: [UInt8]
        package var clientData: [UInt8]
        package var authenticatorData: [UInt8]
        package var signature: [UInt8]
        /// Empty when the authenticator keeps none.
        package var userHandle: [UInt8]

        package init(
            credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
            userHandle: [UInt8]
        ) {
            self.credentialID = credentialID
            self.clientData = clientData
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }
    }

    /// WebAuthn level 3, 7.2, from step 5 on: the passkey as it is to be kept after this use.
    package func used(
        _ use: Use, challenge: [UInt8], for party: RelyingParty, by user: [UInt8]
    ) throws(PasskeyProblem) -> Passkey {
        guard use.credentialID == credentialID, use.userHandle.isEmpty || use.userHandle == user else {
            throw .wrongUser
        }
        let client = try ClientData(use.clientData, .use, challenge: challenge, for: party)
        let data = try AuthenticatorData(use.authenticatorData, for: party)
        guard data.made == nil else { throw .malformed("a key was made") }
        guard data.mayBeBackedUp == mayBeBackedUp else { throw .backupState }
        guard key.isValid(use.signature, of: use.authenticatorData + client.hash) else { throw .signature }
        // Last: who can't sign can't make a passkey look copied.
        guard data.counter > counter || data.counter == 0 && counter == 0 else { throw .counter }
        var after = self
        after.counter = data.counter
        after.isBackedUp = data.isBackedUp
        after.wasUserVerified = data.wasUserVerified
        return after
    }
}
