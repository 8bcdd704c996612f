import Console
import HTML
import Postgres
import Web

/// The reason why a sign-in failed. The person reads one sentence; the log has the cause.
enum IdentityProblem: Error, Equatable {
    /// The provider could not be reached, or answered with an error.
    case unreachable(String)
    /// The provider answered, and its answer proves nothing.
    case untrusted(String)
}

/// A person's identity, as a provider has proven it.
struct ProvenIdentity: Sendable, Equatable {
    var issuer: String
    var subject: String
    /// Empty if the provider tells none. A mail can be sent there, but it never decides which account it is.
    var email = ""
    var name = ""
    /// True if the provider runs the mailbox for this person only: then a mail would prove no more than the provider
    /// does.
    var runsMailbox = false
}

extension ProvenIdentity {
    /// What the person knows the account by: its e-mail, else its name, else the number that the provider gave it.
    var shown: String { email.isEmpty ? name.isEmpty ? subject : name : email }

    /// Reads the provider's values; nil if there is no subject. An invalid e-mail, and parts of a name that can't be
    /// stored, are left out.
    init?(issuer: String, told subject: String?, email: String?, name: String?) {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x20 && scalar.value != 0x7F }
        guard let subject, (1...255).contains(subject.columnLength), subject.unicodeScalars.allSatisfy(isPlain) else {
            return nil
        }
        let email = email.flatMap { EmailAddress.isPlausible($0) ? $0 : nil }
        self.init(
            issuer: issuer, subject: subject, email: email ?? "",
            name: LineText.plain(name ?? "").columnPrefix(200))
    }
}

/// The parameters with which the browser returns.
struct IdentityAnswer: Sendable {
    var code: String
    /// The issuer that claims to have answered (RFC 9207); nil if the response doesn't say.
    var issuer: String?
    /// Apple sends the name beside the code, once and unsigned.
    var name = ""
}

/// One provider that can prove an identity.
protocol IdentitySource: Sendable {
    /// The issuer to which a flow and an identity are bound, however the tenant's settings change.
    var issuer: String { get }
    /// Returns the address to which the browser is sent.
    func authorization(_ secrets: FlowSecrets, back: String, language: Language) async throws(IdentityProblem) -> Link
    /// Asks the provider for the identity of the person who returned.
    func identity(_ answer: IdentityAnswer, _ secrets: FlowSecrets, back: String) async throws(IdentityProblem)
        -> ProvenIdentity
}

extension IdentitySettings {
    func source(_ access: IdentityAccess, now: Timestamp) -> any IdentitySource {
        switch provider {
        case .apple: OIDCSource(self, issuer: access.addresses.apple, access, now: now)
        case .google: OIDCSource(self, issuer: access.addresses.google, access, now: now)
        case .oidc: OIDCSource(self, issuer: self["issuer"], access, now: now)
        case .facebook: FacebookSource(settings: self, access: access)
        }
    }
}
