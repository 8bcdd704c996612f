/// The stored data of a passkey: enough to recognise it, and to detect that it was copied.
package struct Passkey: Sendable, Equatable {
    package var credentialID: [UInt8]
    package var key: PasskeyKey
    package var counter: UInt32
    /// Set when the passkey was created; it may never change.
    package var mayBeBackedUp: Bool
    /// True if it has been copied to other devices of its owner.
    package var isBackedUp: Bool
    /// Its last use verified a fingerprint, a face or a PIN, not only a touch.
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

    /// The form in which browsers and forms write bytes.
    package static func text(_ bytes: [UInt8]) -> String { Base64.url.encode(bytes) }
    /// nil if the text does not have that form, or is longer than any data of a passkey.
    package static func bytes(_ text: String) -> [UInt8]? {
        text.utf8.count <= 16_384 ? Base64.url.decode(text.utf8) : nil
    }

    // MARK: Registration

    /// The browser's response to a request to create a passkey.
    package struct Creation: Sendable {
        package var clientData: [UInt8]
        package var attestation: [UInt8]

        package init(clientData: [UInt8], attestation: [UInt8]) {
            self.clientData = clientData
            self.attestation = attestation
        }
    }

    /// WebAuthn level 3, 7.1, from step 5 on. The table ensures that no other account has the credential.
    ///
    /// We request no attestation, so a browser sends none, or one that the new key made for itself. We don't ask for
    /// the maker of the authenticator; anything else is refused rather than accepted unread.
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

    // MARK: Authentication

    /// The browser's response to a request to use a passkey.
    package struct Use: Sendable {
        package var credentialID: [UInt8]
        package var clientData: [UInt8]
        package var authenticatorData: [UInt8]
        package var signature: [UInt8]
        /// Empty if the authenticator stores no user handle.
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

    /// WebAuthn level 3, 7.2, from step 5 on. Returns the passkey to store after this use.
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
        // This check is last: an attacker who can't sign can't make a passkey look copied.
        guard data.counter > counter || data.counter == 0 && counter == 0 else { throw .counter }
        var after = self
        after.counter = data.counter
        after.isBackedUp = data.isBackedUp
        after.wasUserVerified = data.wasUserVerified
        return after
    }
}
