import HTTPTypes
import Web

/// Answers without authentication, with the place of the route's feature.
package typealias OpenAnswer = @Sendable (WebRequest, Place, Services) async -> WebResponse

/// One line of the routing table. Only the functions below make routes; each requires the access.
package struct Route: Sendable {
    package enum Access: Sendable, Equatable {
        /// Before authentication: sign-in, enrolment, health.
        case open
        /// Everybody, for data that a tenant publishes.
        case everybody
        /// Users of a tenant's apps and the apps themselves, at the tenant's own pages and OAuth endpoints. The pages
        /// show the tenant's name and icon to everybody; anything else requires authentication with the request.
        case hosted
        /// Any authenticated admin, outside tenants.
        case signedIn
        case operators
        case tenant(Permission)
        /// A program with a key; never an admin's session.
        case service(ScopeNeeded)
        /// A user of a tenant's app, by an access token; never an admin's session or a key.
        case user
    }

    /// The shapes of actions. Differences within a shape follow from its types (`Reading.Answer`) or are on the
    /// route's line.
    package enum Work: Sendable {
        case reading(any Reading.Type)
        case changing(any Changing.Type)
        /// A file that is made while it is sent.
        case streaming(any Downloading.Type)
        case service(any ServiceAnswering.Type)
        case publicly(any PublicReading.Type)
        case hosted(HostedAnswer)
        case open(OpenAnswer)
    }

    package var method: HTTPRequest.Method
    /// The whole path with `:names`: `/t/:tenant/users/:user`.
    package var pattern: String
    package var access: Access
    package var work: Work
    /// The place of its feature: in other tenants it answers 404.
    package private(set) var place = Place.everyTenant

    /// Its page of the guide.
    package private(set) var topic: String?

    package func placed(_ place: Place, topic: String? = nil) -> Route {
        var route = self
        (route.place, route.topic) = (place, topic)
        return route
    }

    /// True for an important act: it requires step-up authentication if the last one is older than five minutes. A file
    /// with personal data is one (`Downloading.holds`), without a mark on its line.
    package var isStepUp: Bool {
        if case .streaming(let file) = work { file.holds != .nothingPersonal } else { isMarkedStepUp }
    }
    private var isMarkedStepUp = false

    package var stepUp: Route {
        precondition(!isFile, "a file declares what it holds")
        var route = self
        route.isMarkedStepUp = true
        return route
    }

    /// Returns true if the route requires step-up authentication of this admin.
    package func isStepUp(of actor: Actor) -> Bool {
        if case .streaming(let file) = work { file.holds.asksForCode(actor) } else { isMarkedStepUp }
    }

    /// The longest file that is accepted, in bytes; 0: none is.
    package private(set) var fileLimit = 0

    /// Accepts files, each of at most `bytes`.
    package func upload(_ bytes: Int) -> Route {
        var route = self
        route.fileLimit = bytes
        return route
    }

    /// The longest body that is accepted, in bytes, without files. For routes without authentication it is as small
    /// as sign-in forms need.
    package var bodyLimit: Int {
        if let openLimit { return openLimit }
        return switch access {
        case .open, .everybody, .hosted: 65_536
        case .signedIn, .operators, .tenant, .service, .user: 1_048_576
        }
    }
    private var openLimit: Int?

    /// Accepts a body of `bytes` without authentication.
    package func accepting(_ bytes: Int) -> Route {
        var route = self
        route.openLimit = bytes
        return route
    }

    /// Only for calls on behalf of a user: how often one user changes something by it within a day.
    package private(set) var mostADay = 1000

    package func aDay(_ most: Int) -> Route {
        var route = self
        route.mostADay = most
        return route
    }

    /// Only for the service API: its response is often cached, and then depends only on the key's entry
    /// (`ServiceAnswering.cached`).
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

    /// A page that is made from a form and changes nothing: typed values stay out of the address.
    package static func post(_ path: String, needs permission: Permission, showing page: any Reading.Type) -> Route {
        Route(.post, inTenant(path), .tenant(permission), .reading(page))
    }

    package static func download(_ path: String, needs permission: Permission, _ file: any Downloading.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .streaming(file))
    }

    /// Outside tenants, for every authenticated admin.
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

    /// A route of the service API, below `/v1/`.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, _ call: any ServiceAnswering.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .service(call))
    }

    package enum Callers: Sendable { case user }

    /// A route of the service API on behalf of a signed-in user: below `/v1/me/`, for that user's own rows.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, for caller: Callers, _ call: any ServiceAnswering.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .user, .service(call))
    }

    /// The description of an endpoint of the service API.
    package var summary: ServiceSummary? {
        guard case .service(let call) = work else { return nil }
        return call.summary
    }

    /// Below `/public/:tenant/`, in tenants of the feature's place.
    package static func publicly(_ path: String, _ reading: any PublicReading.Type) -> Route {
        Route(.get, "/public/:tenant/\(path)", .everybody, .publicly(reading))
    }

    /// Below `/accounts/:tenant/`, in tenants of the feature's place. Each form is bound to its browser
    /// (`OpenPages.isGenuine`).
    package static func hosted(
        _ method: HTTPRequest.Method, _ path: String, _ answer: @escaping HostedAnswer
    ) -> Route {
        Route(method, "/accounts/:tenant/\(path)", .hosted, .hosted(answer))
    }

    package static func open(
        _ method: HTTPRequest.Method, _ path: String,
        _ answer: @escaping @Sendable (WebRequest, Services) async -> WebResponse
    ) -> Route {
        Route(method, path, .open, .open { request, _, services in await answer(request, services) })
    }

    /// For a tenant that the path names, in tenants of the feature's place. The action itself looks for the tenant there:
    /// each of them has its own answer for one that is not found.
    package static func open(
        _ method: HTTPRequest.Method, _ path: String, inTenant answer: @escaping OpenAnswer
    ) -> Route {
        Route(method, path, .open, .open(answer))
    }
}
