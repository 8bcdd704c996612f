/// Why a passkey was refused. For logs and tests: the page shows one sentence for all of them, except for the copy.
package enum PasskeyProblem: Error, Equatable {
    /// Bytes that are no CBOR, JSON or authenticator data, or too long to be.
    case malformed(String)
    case wrongType
    case wrongChallenge
    case wrongOrigin(String)
    /// Requested by a page inside another site's page.
    case crossOrigin
    case wrongRelyingParty
    case nobodyPresent
    /// It is backed up although it was created as not eligible for backup, or its eligibility changed after it was
    /// created.
    case backupState
    case keyKind
    case attestation(String)
    case signature
    case wrongUser
    /// The counter did not increase: a second device may have the same key.
    case counter
}
