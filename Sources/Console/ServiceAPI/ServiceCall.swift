import HTTPTypes
import JSON
import NIOCore
import Postgres
import Web

/// What a key needs to have for an endpoint. It stands on the route's line: one without it doesn't compile.
package enum ScopeNeeded: Sendable, Equatable {
    /// Whoever has a key may know what it opens.
    case anyKey
    case scope(Scope)
}

/// Who calls: a key. Its tenant, its name and its address are the actor's.
package struct ServiceCaller: Sendable {
    package var actor: Actor
    package var keyID: ID
    package var scopes: [Scope]
    package var requestsPerMinute: Int
    package var expires: Timestamp
}

/// An endpoint that reads. Runs in a read-only transaction; made from the request only when it is known who calls.
package protocol ServiceReading: Sendable {
    static var summary: ServiceSummary { get }
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
}

/// An endpoint whose answer is often kept, and then follows from the key's entry alone. nil: it has to be made.
package protocol CachedServiceReading: ServiceReading {
    func kept(_ entry: KeyEntry, now: Timestamp, _ services: Services) throws -> ServiceResponse?
}

/// An endpoint that shows personal data of one person: it comes with the event that records the
/// reading, unless it shows nothing (304).
package protocol RecordedServiceReading: Sendable {
    static var summary: ServiceSummary { get }
    init(_ request: WebRequest) throws
    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?)
}

/// What an endpoint answers.
package struct ServiceResponse: Sendable {
    package var status: HTTPResponse.Status
    /// JSON; nil for an answer without a body.
    package var body: [UInt8]?
    /// With its quotes.
    package var etag: String?
    /// What is no JSON answers with headers of its own.
    private var whole: WebResponse?
    /// How to make the answer behind the transaction.
    package private(set) var later: (@Sendable () async throws -> WebResponse)?
    /// Given before, to the same request with the same Idempotency-Key.
    package var isReplayed = false

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
        return WebResponse(status: status, headers: headers, body: .bytes(ByteBuffer(bytes: body)))
    }
}

extension WebRequest {
    /// The id that stands in the address. What is no id is missing in the same words as an id that nobody has.
    package func serviceID(_ name: String) throws -> ID {
        guard let id = parameterID(name) else { throw ServiceProblem.notFound }
        return id
    }
}
