import Postgres
import Web

/// An endpoint of the service API, made from the request only after authentication. The return type of `run` decides
/// what it does; nothing else compiles:
///
/// - `ServiceResponse`: it reads, in a read-only transaction.
/// - `(ServiceResponse, AuditEvent?)`: it reads personal data of one person. The event records the reading; nil if
///   the response shows nothing (304).
/// - `(ServiceResponse, [AuditEvent])`: it writes. The edge requires an Idempotency-Key, and commits the change, its
///   events and its response together. The response is stored for 24 hours, so it must not contain personal data.
package protocol ServiceAnswering: Sendable {
    associatedtype Answer
    static var summary: ServiceSummary { get }
    init(_ request: WebRequest) throws
    /// True for a call of a user that takes a file which has to be read before it is stored: then `receive` is called once, before
    /// `run`, for a user who may come in. What reading costs is paid outside of any transaction.
    static var receivesFile: Bool { get }
    mutating func receive(_ services: Services) async throws
    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> Answer
    /// Returns the cached response, if the route is `.cached`. nil: it must be made.
    func cached(_ entry: KeyEntry, now: Timestamp, _ services: Services) throws -> ServiceResponse?

    /// Both follow from the type of the response.
    static var manner: ServiceManner { get }
    /// For an endpoint that records a reading only for some requests, such as a search for one person: what this request
    /// does. By default as the type says.
    static func manner(of request: WebRequest) -> ServiceManner
    func recorded(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent])
}

package enum ServiceManner: Sendable { case reads, recordsReading, writes }

extension ServiceAnswering {
    package static func manner(of request: WebRequest) -> ServiceManner { manner }
    package static var receivesFile: Bool { false }
    package mutating func receive(_ services: Services) async throws {}
    package func cached(_ entry: KeyEntry, now: Timestamp, _ services: Services) -> ServiceResponse? { nil }
}

extension ServiceAnswering where Answer == ServiceResponse {
    package static var manner: ServiceManner { .reads }

    package func recorded(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) { (try run(in: tx, by: caller, services), []) }
}

extension ServiceAnswering where Answer == (ServiceResponse, AuditEvent?) {
    package static var manner: ServiceManner { .recordsReading }

    package func recorded(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let (response, event) = try run(in: tx, by: caller, services)
        return (response, event.map { [$0] } ?? [])
    }
}

extension ServiceAnswering where Answer == (ServiceResponse, [AuditEvent]) {
    package static var manner: ServiceManner { .writes }

    package func recorded(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) { try run(in: tx, by: caller, services) }
}
