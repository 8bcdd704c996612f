import FoundationEssentials
import JWTKit
import SwiftASN1
import X509

/// Verifies texts that are signed like App Store Server Notifications: a JWS (RFC 7515) with its own certificates,
/// which must lead to a root that we trust.
package struct ChainedSignature: Sendable {
    package enum Problem: Error, Equatable {
        case noRoots
        /// It is no JWS, is not signed by its own leaf, or its certificates don't lead to a root.
        case untrusted
    }

    /// The signer, who certified it, and the root: nobody sends more. The verifier tries every way from one certificate to the next, and
    /// a dozen that could each have issued the others have more ways than it would ever end with.
    private static let mostCertificates = 3

    private let verifier: X5CVerifier

    /// `roots`: certificates in PEM.
    package init(roots: String) throws(Problem) {
        let marker = "-----END CERTIFICATE-----"
        let all = roots.split(separator: marker).filter { $0.contains("BEGIN CERTIFICATE") }.map {
            String($0) + marker + "\n"
        }
        do { verifier = try X5CVerifier(rootCertificates: all) } catch { throw .noRoots }
    }

    /// Returns the signed payload, unparsed: JSON.
    package func payload(of jws: String) async throws(Problem) -> [UInt8] {
        do {
            // By the reader that the verifier uses too: two could differ on a member that stands there twice.
            let header = try DefaultJWTParser(jsonDecoder: JSONDecoder()).parse(Array(jws.utf8), as: Anything.self)
                .header
            guard header.x5c?.count ?? 0 <= Self.mostCertificates else { throw Problem.untrusted }
            let _: Anything = try await verifier.verifyJWS(
                Array(jws.utf8), as: Anything.self, jsonDecoder: JSONDecoder()
            ) { ReceiptSigner() }
        } catch { throw .untrusted }
        guard let bytes = CompactText.payload(of: jws) else { throw .untrusted }
        return bytes
    }
}

/// Apple's root signs many certificates, but only these sign receipts and notifications: the leaf and the
/// intermediate are marked by extensions of their own. Source of their numbers: Apple, “Validating receipts with the
/// App Store”, and Apple's own server libraries.
private struct ReceiptSigner: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []
    private static let leaf: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    private static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard chain.count == 3, chain[0].extensions[oid: Self.leaf] != nil,
            chain[1].extensions[oid: Self.intermediate] != nil
        else {
            return .failsToMeetPolicy(reason: "not one of those who sign notifications")
        }
        return .meetsPolicy
    }
}
