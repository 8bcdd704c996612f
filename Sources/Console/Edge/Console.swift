import HTTPTypes
import Web

/// Turns the routing table into responses: sets the tenant and checks the permission (`Authenticating`), then
/// performs the action (`Performing`).
package struct Console: Sendable {
    package let services: Services
    package let routes: [Route]

    package init(services: Services, routes: [Route]) {
        self.services = services
        self.routes = routes
    }

    package var webRoutes: [WebServer.Route] {
        routes.map { route in
            var web = WebServer.Route(
                route.method, route.pattern, bodyLimit: route.bodyLimit, fileLimit: route.fileLimit
            ) { request in
                await answer(route, request)
            }
            web.mayUpload = { request in await mayUpload(route, request) }
            return web
        }
    }

    package func answer(_ route: Route, _ request: WebRequest) async -> WebResponse {
        var response = await performed(route, request)
        if route.access == .user { response.allowAnyOriginOfCalls() }
        return response
    }

    private func performed(_ route: Route, _ request: WebRequest) async -> WebResponse {
        do {
            switch route.work {
            case .reading(let reading): return try await read(reading, route, request)
            case .changing(let change): return try await self.change(change, route, request)
            case .streaming(let file): return try await stream(file, route, request)
            case .service(let call): return await service(call, route, request)
            case .publicly(let reading):
                return await PublicReadingAcrossTenants.answer(reading, route, request, services)
            case .hosted(let answer): return try await visit(answer, route, request)
            case .open(let answer): return await answer(request, route.place, services)
            }
        } catch {
            return problem(for: error, request)
        }
    }

    /// Returns the response for a request that no route matches. If the address has other methods, the response names
    /// them.
    package func unrouted(_ request: WebRequest, _ status: HTTPResponse.Status) -> WebResponse {
        let segments = request.path.split(separator: "/")
        let found = routes.filter { route in
            let pattern = route.pattern.split(separator: "/")
            return pattern.count == segments.count && zip(pattern, segments).allSatisfy { $0.first == ":" || $0 == $1 }
        }
        let methods = found.map(\.method)
        if request.method == .options, found.contains(where: { $0.access == .user }),
            request.headers[.accessControlRequestMethod] != nil
        {
            return CrossOrigin.preflightOfCalls(methods)
        }
        guard status == .notFound, !methods.isEmpty, !methods.contains(request.method) else {
            return Self.problem(request, status, services)
        }
        // A route that answers GET also answers HEAD.
        let allowed = methods.contains(.get) ? methods + [.head] : methods
        if request.path.hasPrefix("/v1/") { return ServiceProblem.methodNotAllowed(allowed).response(to: request) }
        var response = Self.problem(request, .methodNotAllowed, services)
        response.headers[.allow] = Set(allowed.map(\.rawValue)).sorted().joined(separator: ", ")
        return response
    }
}
