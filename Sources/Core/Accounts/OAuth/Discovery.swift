import Console
import HTTPTypes
import JSON
import Secrets
import Web

/// The discovery document, which OAuth libraries read first (OpenID Connect Discovery 1.0; RFC 8414).
enum Discovery {
    @Sendable static func document(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let issuer = services.issuer(of: visit.tenant)
        func at(_ path: String) -> JSONText { .string("\(issuer)/\(path)") }
        func list(_ values: [String]) -> JSONText { .array(values.map { .string($0) }) }
        return published(
            .object([
                ("issuer", .string(issuer)), ("authorization_endpoint", at("authorize")),
                ("token_endpoint", at("token")), ("revocation_endpoint", at("revocation")),
                ("userinfo_endpoint", at("userinfo")), ("jwks_uri", at("keys")),
                ("scopes_supported", list(AccountScope.allCases.names)),
                ("response_types_supported", list(["code"])), ("response_modes_supported", list(["query"])),
                ("grant_types_supported", list(["authorization_code", "refresh_token"])),
                ("code_challenge_methods_supported", list(["S256"])),
                (
                    "token_endpoint_auth_methods_supported",
                    list(["none", "client_secret_basic", "client_secret_post"])
                ),
                (
                    "revocation_endpoint_auth_methods_supported",
                    list(["none", "client_secret_basic", "client_secret_post"])
                ),
                ("subject_types_supported", list(["public"])),
                ("id_token_signing_alg_values_supported", list(TokenAlgorithm.allCases.map(\.rawValue))),
                (
                    "claims_supported",
                    list([
                        "iss", "aud", "sub", "sid", "iat", "exp", "auth_time", "at_hash", "nonce", "name", "locale",
                        "zoneinfo", "email", "email_verified",
                    ])
                ),
                ("ui_locales_supported", list(visit.languages.map(\.code))),
                ("prompt_values_supported", list(["login"])),
                ("authorization_response_iss_parameter_supported", true),
                ("request_parameter_supported", false), ("request_uri_parameter_supported", false),
            ]))
    }

    /// The public keys that verify tokens (RFC 7517).
    @Sendable static func keys(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let keys = try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id, .readOnly) { try SigningKeys.published(in: $0) }
        }
        return published(.object([("keys", .array(keys.map(\.json)))]))
    }

    /// The next key is published a day before it signs, so clients that cache the document for an hour miss no key.
    private static func published(_ document: JSONText) -> WebResponse {
        var response = WebResponse.json(document)
        response.headers[.cacheControl] = "public, max-age=3600"
        response.allowAnyOrigin()
        return response
    }
}
