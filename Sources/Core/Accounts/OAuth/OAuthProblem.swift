import HTTPTypes
import JSON
import Web

/// The reason why an app gets no token or no code, in the words of RFC 6749, 5.2 and 4.1.2.1. Texts are in English: app
/// developers read them.
struct OAuthProblem: Error {
    enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case invalidScope = "invalid_scope"
        case loginRequired = "login_required"
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        case temporarilyUnavailable = "temporarily_unavailable"
    }

    let code: Code
    let why: String
    /// After too many failures: the seconds to wait.
    var retryAfter: Int?

    init(_ code: Code, _ why: String, retryAfter: Int? = nil) {
        self.code = code
        self.why = why
        self.retryAfter = retryAfter
    }

    /// The response of an endpoint that apps call.
    func response(byHeader: Bool) -> WebResponse {
        var response = WebResponse.oauth(
            .object([("error", .string(code.rawValue)), ("error_description", .string(why))]),
            status: retryAfter != nil
                ? .tooManyRequests
                : code == .invalidClient
                    ? .unauthorized : code == .temporarilyUnavailable ? .serviceUnavailable : .badRequest)
        if code == .invalidClient, byHeader { response.headers[.wwwAuthenticate] = "Basic realm=\"roost\"" }
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}

extension WebResponse {
    /// The scripts of any site may read it: the response belongs to the party that sent the code or the token, and no
    /// cookie authenticates the request.
    static func oauth(_ value: JSONText, status: HTTPResponse.Status = .ok) -> WebResponse {
        var response = WebResponse.json(value, status: status)
        response.allowAnyOrigin()
        response.headers[HTTPField.Name("Pragma")!] = "no-cache"
        return response
    }
}
