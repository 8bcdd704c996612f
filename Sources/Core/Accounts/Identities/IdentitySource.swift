import Console
import HTML
import Postgres
import Web

/// Why nobody is let in. The person reads one sentence; the log has the cause.
enum IdentityProblem: Error, Equatable {
    /// The provider could not be asked, or has answered with a failure.
    case unreachable(String)
    /// It answered, and what it said proves nothing.
    case untrusted(String)
}

/// Who somebody is, by the word of a provider that was checked.
struct ProvenIdentity: Sendable, Equatable {
    var issuer: String
    var subject: String
    /// Empty where the provider tells none. It says where a mail can go, and never whose account it is.
    var email = ""
    var name = ""
    /// The provider runs the mailbox itself and for nobody else, so no mail proves more than its word.
    var runsMailbox = false
}

extension ProvenIdentity {
    /// As a provider tells it; nil: about nobody. What is no e-mail, and what can't be stored of a name, is left out.
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

/// What comes back with the browser.
struct IdentityAnswer: Sendable {
    var code: String
    /// Who says to have answered (RFC 9207); nil: the answer doesn't say.
    var issuer: String?
    /// Apple tells the name beside the code, once and unsigned.
    var name = ""
}

/// One way to ask somebody else who a person is.
protocol IdentitySource: Sendable {
    /// By which a flow and an identity are bound to it, however the tenant's settings change.
    var issuer: String { get }
    /// Where the browser goes.
    func authorization(_ secrets: FlowSecrets, back: String, language: Language) async throws(IdentityProblem) -> Link
    /// Asks the provider who came back.
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
