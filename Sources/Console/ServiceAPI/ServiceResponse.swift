import HTTPTypes
import JSON
import NIOCore
import Postgres
import Web

/// The response of an endpoint.
package struct ServiceResponse: Sendable {
    package var status: HTTPResponse.Status
    /// JSON; nil for a response without a body.
    package var body: [UInt8]?
    /// With its quotes.
    package var etag: String?
    /// The body compressed with gzip, if it is cached.
    package var packed: ByteBuffer?
    /// A response that is not JSON, with headers of its own.
    private var whole: WebResponse?
    /// Makes the response after the transaction.
    package private(set) var later: (@Sendable () async throws -> WebResponse)?
    /// Given before, to the same request with the same Idempotency-Key.
    package var isReplayed = false
    /// False for an endpoint that recognises repeated calls itself, and whose response must not be stored, since it
    /// shows the present data.
    package var isStored = true

    /// The limit that the response tells, if the endpoint has one of its own.
    var standing: RateStanding?

    package init(_ body: JSONText?, status: HTTPResponse.Status = .ok, etag: String? = nil) {
        self.status = status
        self.body = body?.bytes
        self.etag = etag
    }

    /// A response made earlier; nil for one without a body.
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

    /// Sends only the tag to a program that has the bytes already.
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
        var response = untold
        standing?.tell(in: &response)
        return response
    }

    private var untold: WebResponse {
        if let whole { return whole }
        // `private`: the response belongs to the key's owner, and may be cached only if it is revalidated.
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
