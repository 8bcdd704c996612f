/// Why a passkey was not taken. For logs and tests: the person hears one sentence for all of them, but for the copy.
package enum PasskeyProblem: Error, Equatable {
    /// Bytes that are no CBOR, JSON or authenticator data, or longer than any can be.
    case malformed(String)
    case wrongType
    case wrongChallenge
    case wrongOrigin(String)
    /// Asked for by a page inside another site's page.
    case crossOrigin
    case wrongRelyingParty
    case nobodyPresent
    /// Backed up, and yet not made to be; or it was made the one way and now says the other.
    case backupState
    case keyKind
    case attestation(String)
    case signature
    case wrongUser
    /// The counter did not rise: there may be a second device with the same key.
    case counter
}
