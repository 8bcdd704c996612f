import HTTPTypes
import JSON
import NIOCore
import Postgres
import Web

/// What an endpoint answers.
package struct ServiceResponse: Sendable {
    package var status: HTTPResponse.Status
    /// JSON; nil for an answer without a body.
    package var body: [UInt8]?
    /// With its quotes.
    package var etag: String?
    /// The body by gzip, when it is kept.
    package var packed: ByteBuffer?
    /// What is no JSON answers with headers of its own.
    private var whole: WebResponse?
    /// How to make the answer behind the transaction.
    package private(set) var later: (@Sendable () async throws -> WebResponse)?
    /// Given before, to the same request with the same Idempotency-Key.
    package var isReplayed = false
    /// False for an endpoint that knows by itself what it has done already, and whose answer must not be kept: it shows what stands in
    /// the tables now.
    package var isStored = true

    package init(_ body: JSONText?, status: HTTPResponse.Status = .ok, etag: String? = nil) {
        self.status = status
        self.body = body?.bytes
        self.etag = etag
    }

    /// Made before; nil for an answer without a body.
    package init(bytes: [UInt8]?, status: HTTPResponse.Status, etag: String) {
        self.status = status
        body = bytes
        self.etag = etag
    }

    package init(_ served: Served) {
        status = .ok
        switch served {
        case .now(let whole):
            status = whole.status
            self.whole = whole
        case .later(let made): later = made
        }
    }

    /// Nothing but the tag for a program that has it already.
    package init(_ bytes: [UInt8], etag: String, unlessIn known: EntityTags?) {
        let isKnown = known?.nameWeakly(etag) ?? false
        self.init(bytes: isKnown ? nil : bytes, status: isKnown ? .notModified : .ok, etag: etag)
    }

    /// From a row of `service_answers`.
    package init(replaying row: Row) throws {
        status = HTTPResponse.Status(code: try row.int("status"))
        body = try row.bytesOrNil("body")
        etag = try row.textOrNil("etag")
        isReplayed = true
    }

    package var response: WebResponse {
        if let whole { return whole }
        // `private`: the answer belongs to whoever has the key, and may be kept only to be asked about again.
        var headers: HTTPFields = [.cacheControl: etag == nil ? "no-store" : "private, no-cache"]
        if let etag { headers[.eTag] = etag }
        if isReplayed { headers[.idempotencyReplayed] = "true" }
        guard let body else { return WebResponse(status: status, headers: headers) }
        headers[.contentType] = "application/json"
        var response = WebResponse(status: status, headers: headers, body: .bytes(ByteBuffer(bytes: body)))
        response.packed = packed
        return response
    }
}
