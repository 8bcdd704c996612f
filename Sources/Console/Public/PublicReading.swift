import HTML
import HTTPTypes
import JSON
import Postgres
import Web

/// A reading of a tenant's public data, without an account and without a key: at `/public/SLUG/…`. The response
/// depends only on the address, never on the client.
package protocol PublicReading: Sendable {
    /// nil: the address is invalid, and the response is 404.
    init?(_ request: WebRequest)
    /// The parameters on which the response depends besides the tenant and this type: an id, a language.
    var key: String { get }
    /// True if responses are cached, in memory and by caches on the way, until the tenant's `PublicAnswers` are
    /// invalidated. Responses to secret links are not.
    static var isCached: Bool { get }
    /// Returns nil if the object does not exist. Runs in a read-only transaction of the tenant.
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer?
    /// Is called after each response, cached or not; for counts.
    func answered(_ tenant: ID, _ status: HTTPResponse.Status, _ services: Services)
}

extension PublicReading {
    package static var isCached: Bool { true }
    package func answered(_ tenant: ID, _ status: HTTPResponse.Status, _ services: Services) {}
}

/// The bytes of a response, and their type.
package struct PublicAnswer: Sendable {
    package var bytes: [UInt8]
    /// The value of `Content-Type`.
    package var type: String
    /// nil: the browser shows it; otherwise it saves it under this name, of ASCII letters, digits, dots and dashes.
    package var fileName: String?
    /// The entity tag with its quotes, derived from the bytes.
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
