import HTTPTypes
import Web

/// What lets the scripts of browser apps call the OAuth endpoints, and the API on behalf of a user, from their own site. Any site
/// may: no cookie authenticates a request, so credentials are never allowed.
package enum CrossOrigin {
    /// The answer of an OAuth endpoint to a browser that asks before it calls (Fetch, CORS preflight).
    @Sendable package static func preflight(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        preflight([.get, .post], headers: "Authorization, Content-Type")
    }

    /// The same of calls on behalf of a user.
    static func preflightOfCalls(_ methods: [HTTPRequest.Method]) -> WebResponse {
        preflight(methods, headers: "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match")
    }

    private static func preflight(_ methods: [HTTPRequest.Method], headers: String) -> WebResponse {
        WebResponse(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: "*",
                .accessControlAllowMethods: Set(methods.map(\.rawValue)).sorted().joined(separator: ", "),
                .accessControlAllowHeaders: headers, .accessControlMaxAge: "86400", .cacheControl: "no-store",
            ])
    }
}

extension WebResponse {
    /// The scripts of any site may read it, and what it says of errors.
    package mutating func allowAnyOrigin() { allowAnyOrigin(exposing: "Retry-After, WWW-Authenticate") }

    /// The same for the response to a call on behalf of a user, with what its headers say of versions and limits.
    mutating func allowAnyOriginOfCalls() {
        allowAnyOrigin(
            exposing:
                "ETag, Idempotency-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate"
        )
    }

    private mutating func allowAnyOrigin(exposing names: String) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = names
    }
}
