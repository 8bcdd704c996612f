import Crypto
import HTML
import Postgres
import Secrets

/// What sealed values of the audit trail are found by: an HMAC of each, under a key of its tenant. Who reads the table learns which
/// events of the tenant have the same value and nothing else about it; who knows a value finds the events that have it.
package struct AuditMarks: Sendable {
    /// Of one value of an event, with the subject whose key seals the value.
    package struct Mark: Sendable {
        let bytes: [UInt8]
        let event: ID
        let subject: ID
    }

    private static let length = 16
    /// Nobody searches for a longer text as a whole.
    private static let longest = 200

    private let key: SymmetricKey

    package init(_ key: SymmetricKey) { self.key = key }

    /// Returns nil for a text that is no value.
    package func mark(_ text: String, tenant: ID) -> [UInt8]? {
        let value = Self.value(text)
        guard !value.isEmpty, value.utf8.count <= Self.longest else { return nil }
        let key = MAC.hkdf(key, salt: tenant.bytes, info: "roost/1/sealed-values")
        return Array(MAC.hmac(Array(value.utf8), key: key).prefix(Self.length))
    }

    /// Returns the marks of the event's sealed values, each once.
    func marks(of event: AuditEvent, tenant: ID) -> [Mark] {
        guard let subject = event.subject else { return [] }
        let values = event.changes.filter(\.isPersonal).flatMap { [$0.old, $0.new] }.compactMap { $0 }
        return Set(values.compactMap { mark($0, tenant: tenant) }).map {
            Mark(bytes: $0, event: event.id, subject: subject)
        }
    }

    /// Texts in another case, with other accents or digits, and telephone numbers in other groups are the same value.
    private static func value(_ text: String) -> String {
        let words = text.folded.split { $0.isWhitespace }
        let together = words.joined()
        let isNumber = together.allSatisfy { ($0.isASCII && $0.isNumber) || "+-./()".contains($0) }
        let digits = together.filter { $0.isASCII && $0.isNumber }
        return isNumber && digits.count > 4 ? digits : words.joined(separator: " ")
    }
}
