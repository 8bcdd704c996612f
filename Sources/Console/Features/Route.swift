import HTTPTypes
import Web

/// One line of the routing table. Made only by the functions below, each of which asks who may use it.
package struct Route: Sendable {
    package enum Access: Sendable, Equatable {
        /// Before somebody is in: sign-in, enrolment, health.
        case open
        /// Strangers, who read what a tenant publishes.
        case everybody
        /// Users of a tenant's apps and the apps themselves, at the tenant's own pages and OAuth endpoints. They show the tenant's
        /// name and icon to anybody; all else they show to whoever proves who they are by what they send.
        case hosted
        /// Any admin who is in, outside of a tenant.
        case signedIn
        case operators
        case tenant(Permission)
        /// A program with a key; never an admin's session.
        case service(ScopeNeeded)
        /// A user of a tenant's app, by an access token; never an admin's session, and no key.
        case user
    }

    /// The shapes of an action. What differs within a shape is told by its types (`Reading.Answer`) or stands on the route's line.
    package enum Work: Sendable {
        case reading(any Reading.Type)
        case changing(any Changing.Type)
        /// A file that is made while it is sent.
        case streaming(any Downloading.Type)
        case service(any ServiceAnswering.Type)
        case publicly(any PublicReading.Type)
        case hosted(HostedAnswer)
        case open(@Sendable (WebRequest, Services) async -> WebResponse)
    }

    package var method: HTTPRequest.Method
    /// The whole path with `:names`: `/t/:tenant/users/:user`.
    package var pattern: String
    package var access: Access
    package var work: Work
    /// Its feature's: in other tenants it answers 404.
    package private(set) var place = Place.everyTenant

    /// Its page of the guide.
    package private(set) var topic: String?

    package func placed(_ place: Place, topic: String? = nil) -> Route {
        var route = self
        (route.place, route.topic) = (place, topic)
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

    /// The longest body that is taken, in bytes, files aside. What anybody may send is as small as the forms of sign-in.
    package var bodyLimit: Int {
        if let openLimit { return openLimit }
        return switch access {
        case .open, .everybody, .hosted: 65_536
        case .signedIn, .operators, .tenant, .service, .user: 1_048_576
        }
    }
    private var openLimit: Int?

    /// Takes a body of so many bytes of anybody.
    package func accepting(_ bytes: Int) -> Route {
        var route = self
        route.openLimit = bytes
        return route
    }

    /// Of the service API: its answer is often kept, and then follows from the key's entry alone (`ServiceAnswering.kept`).
    package private(set) var isCached = false

    package var cached: Route {
        var route = self
        route.isCached = true
        return route
    }

    package var isFile: Bool { if case .streaming = work { true } else { false } }

    package var isChangeInTenant: Bool {
        guard case .tenant = access, case .changing = work else { return false }
        return true
    }

    private init(_ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ work: Work) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.work = work
    }

    private static func inTenant(_ path: String) -> String { path.isEmpty ? "/t/:tenant" : "/t/:tenant/\(path)" }

    package static func get(_ path: String, needs permission: Permission, _ reading: any Reading.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .reading(reading))
    }

    package static func post(_ path: String, needs permission: Permission, _ change: any Changing.Type) -> Route {
        Route(.post, inTenant(path), .tenant(permission), .changing(change))
    }

    /// A page that is made from what a form holds and that changes nothing: what is typed stays out of the address.
    package static func post(_ path: String, needs permission: Permission, showing page: any Reading.Type) -> Route {
        Route(.post, inTenant(path), .tenant(permission), .reading(page))
    }

    package static func download(_ path: String, needs permission: Permission, _ file: any Downloading.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .streaming(file))
    }

    /// Outside of tenants, for everybody who is in.
    package static func get(signedIn path: String, _ reading: any Reading.Type) -> Route {
        Route(.get, path, .signedIn, .reading(reading))
    }

    package static func post(signedIn path: String, _ change: any Changing.Type) -> Route {
        Route(.post, path, .signedIn, .changing(change))
    }

    package static func get(operators path: String, _ reading: any Reading.Type) -> Route {
        Route(.get, path, .operators, .reading(reading))
    }

    package static func post(operators path: String, _ change: any Changing.Type) -> Route {
        Route(.post, path, .operators, .changing(change))
    }

    package static func download(operators path: String, _ file: any Downloading.Type) -> Route {
        Route(.get, path, .operators, .streaming(file))
    }

    /// Of the service API, behind `/v1/`.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, _ call: any ServiceAnswering.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .service(call))
    }

    package enum Callers: Sendable { case user }

    /// Of the service API, called on behalf of the user who is signed in: behind `/v1/me/`, for that user's own rows.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, for caller: Callers, _ call: any ServiceAnswering.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .user, .service(call))
    }

    /// What an endpoint of the service API says about itself.
    package var summary: ServiceSummary? {
        guard case .service(let call) = work else { return nil }
        return call.summary
    }

    /// After `/public/:tenant/`, in tenants of the feature's place.
    package static func publicly(_ path: String, _ reading: any PublicReading.Type) -> Route {
        Route(.get, "/public/:tenant/\(path)", .everybody, .publicly(reading))
    }

    /// After `/accounts/:tenant/`, in tenants of the feature's place. Each form is bound to its browser (`OpenPages.isGenuine`).
    package static func hosted(
        _ method: HTTPRequest.Method, _ path: String, _ answer: @escaping HostedAnswer
    ) -> Route {
        Route(method, "/accounts/:tenant/\(path)", .hosted, .hosted(answer))
    }

    package static func open(
        _ method: HTTPRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (WebRequest, Services) async -> WebResponse
    ) -> Route {
        Route(method, path, .open, .open(answer))
    }
}
