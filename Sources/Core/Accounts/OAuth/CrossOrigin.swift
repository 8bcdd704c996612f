import Console
import HTTPTypes
import Web

/// What lets the scripts of browser apps call the OAuth endpoints from their own site. Any site may: no cookie
/// authenticates a request, so credentials are never allowed.
enum CrossOrigin {
    /// The answer to a browser that asks before it calls (Fetch, CORS preflight).
    @Sendable static func preflight(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        WebResponse(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: "*", .accessControlAllowMethods: "GET, POST",
                .accessControlAllowHeaders: "Authorization, Content-Type", .accessControlMaxAge: "86400",
                .cacheControl: "no-store",
            ])
    }
}

extension WebResponse {
    /// The scripts of any site may read it, and what it says of errors.
    mutating func allowAnyOrigin() {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = "Retry-After, WWW-Authenticate"
    }
}
