import HTML
import HTTPTypes
import JSON
import Postgres
import Web

/// One line of the routing table. Made only by the functions below, each of which asks who may use it.
package struct Route: Sendable {
    package enum Access: Sendable, Equatable {
        /// Before somebody is in: sign-in, enrolment, health.
        case open
        /// Any admin who is in, outside of a tenant.
        case signedIn
        case operators
        case tenant(Permission)
        /// A program with a key; never an admin's session.
        case service(ScopeNeeded)
    }

    package enum Work: Sendable {
        case view(any Viewing.Type)
        case eager(any EagerViewing.Type)
        case answer(any JSONViewing.Type)
        case recorded(any RecordedViewing.Type)
        case change(any Changing.Type)
        case download(any Downloading.Type)
        case file(any Serving.Type)
        case service(any ServiceReading.Type)
        case recordedService(any RecordedServiceReading.Type)
        case writingService(any ServiceWriting.Type)
        case open(@Sendable (WebRequest, Services) async -> WebResponse)
    }

    package var method: HTTPRequest.Method
    /// The whole path with `:names`: `/t/:tenant/users/:user`.
    package var pattern: String
    package var access: Access
    package var work: Work
    /// Its feature's: in other tenants it answers 404.
    package private(set) var place = Place.everyTenant

    package func placed(_ place: Place) -> Route {
        var route = self
        route.place = place
        return route
    }

    /// The act matters so much that a code is asked for again when the last one is older than five minutes.
    package private(set) var isStepUp = false

    package var stepUp: Route {
        var route = self
        route.isStepUp = true
        return route
    }

    /// The longest file that is taken, in bytes; 0: none is.
    package private(set) var fileLimit = 0

    /// Takes files, each up to so many bytes.
    package func upload(_ bytes: Int) -> Route {
        var route = self
        route.fileLimit = bytes
        return route
    }

    package var isFile: Bool { if case .download = work { true } else { false } }

    package var isChangeInTenant: Bool {
        guard case .tenant = access, case .change = work else { return false }
        return true
    }

    private init(_ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ work: Work) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.work = work
    }

    private static func inTenant(_ path: String) -> String { path.isEmpty ? "/t/:tenant" : "/t/:tenant/\(path)" }

    package static func get(_ path: String, needs permission: Permission, _ screen: any Viewing.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .view(screen))
    }

    package static func get(_ path: String, needs permission: Permission, eager screen: any EagerViewing.Type) -> Route
    {
        Route(.get, inTenant(path), .tenant(permission), .eager(screen))
    }

    package static func get(_ path: String, needs permission: Permission, json answer: any JSONViewing.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .answer(answer))
    }

    package static func get(_ path: String, needs permission: Permission, recorded screen: any RecordedViewing.Type)
        -> Route
    {
        Route(.get, inTenant(path), .tenant(permission), .recorded(screen))
    }

    package static func post(_ path: String, needs permission: Permission, _ change: any Changing.Type) -> Route {
        Route(.post, inTenant(path), .tenant(permission), .change(change))
    }

    package static func download(_ path: String, needs permission: Permission, _ file: any Downloading.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .download(file))
    }

    package static func get(_ path: String, needs permission: Permission, file: any Serving.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .file(file))
    }

    package static func download(operators path: String, _ file: any Downloading.Type) -> Route {
        Route(.get, path, .operators, .download(file))
    }

    /// Outside of tenants, for everybody who is in.
    package static func get(signedIn path: String, _ screen: any Viewing.Type) -> Route {
        Route(.get, path, .signedIn, .view(screen))
    }

    package static func get(signedIn path: String, json answer: any JSONViewing.Type) -> Route {
        Route(.get, path, .signedIn, .answer(answer))
    }

    package static func post(signedIn path: String, _ change: any Changing.Type) -> Route {
        Route(.post, path, .signedIn, .change(change))
    }

    package static func get(operators path: String, _ screen: any Viewing.Type) -> Route {
        Route(.get, path, .operators, .view(screen))
    }

    package static func post(operators path: String, _ change: any Changing.Type) -> Route {
        Route(.post, path, .operators, .change(change))
    }

    /// What an endpoint of the service API says about itself.
    package var summary: ServiceSummary? {
        switch work {
        case .service(let call): call.summary
        case .recordedService(let call): call.summary
        case .writingService(let call): call.summary
        default: nil
        }
    }

    /// Of the service API, behind `/v1/`.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, _ call: any ServiceReading.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .service(call))
    }

    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, recorded call: any RecordedServiceReading.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .recordedService(call))
    }

    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, writes call: any ServiceWriting.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .writingService(call))
    }

    package static func open(
        _ method: HTTPRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (WebRequest, Services) async -> WebResponse
    ) -> Route {
        Route(method, path, .open, .open(answer))
    }
}
