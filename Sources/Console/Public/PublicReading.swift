import HTML
import HTTPTypes
import JSON
import Postgres
import Web

/// What anybody may read of a tenant without an account and without a key: at `/public/SLUG/…`. The answer depends on the address
/// alone, never on who asks.
package protocol PublicReading: Sendable {
    /// nil: the address makes no sense, and the answer is 404.
    init?(_ request: WebRequest)
    /// What the answer depends on beside the tenant and this type: an id, a language.
    var key: String { get }
    /// Whether answers are kept in memory and by caches on the way until the tenant's `PublicAnswers` change. What a secret link
    /// opens is not.
    static var isKept: Bool { get }
    /// nil: there is no such thing. Runs in a read-only transaction of the tenant.
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer?
    /// Told after each answer, also one that was kept; for counts.
    func answered(_ tenant: ID, _ status: HTTPResponse.Status, _ services: Services)
}

extension PublicReading {
    package static var isKept: Bool { true }
    package func answered(_ tenant: ID, _ status: HTTPResponse.Status, _ services: Services) {}
}

/// The bytes of an answer and what they are.
package struct PublicAnswer: Sendable {
    package var bytes: [UInt8]
    /// As in `Content-Type`.
    package var type: String
    /// nil: shown where it is; else saved under this name, of ASCII letters, digits, dots, dashes.
    package var fileName: String?
    /// Its mark with quotes, made of the bytes.
    package let etag: String

    package init(_ bytes: [UInt8], type: String, fileName: String? = nil) {
        self.bytes = bytes
        self.type = type
        self.fileName = fileName
        etag = "\"\(ContentMark.of(bytes))\""
    }

    package static func json(_ value: JSONText) -> PublicAnswer { PublicAnswer(value.bytes, type: "application/json") }

    package static func page(_ page: some Page, in language: Language) -> PublicAnswer {
        PublicAnswer(
            page.rendered(in: language).withUnsafeBytes { Array($0) }, type: "text/html; charset=utf-8")
    }
}
