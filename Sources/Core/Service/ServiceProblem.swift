import HTTPTypes
import NIOCore
import Web

/// Why a call of the service API was not answered, as RFC 9457 has it. Texts are in English: programs and their makers
/// read them.
package enum ServiceProblem: Error, Sendable {
    /// No key, or none that works: which of these it is, nobody is told.
    case noKey
    case scopeMissing(Scope)
    case addressNotAllowed
    case switchedOff
    case notFound
    /// What is wrong, by the name of the parameter or the path of the field.
    case invalid([(field: String, why: String)])
    case tooMany(retryAfterSeconds: Int)
    case busy
    case methodNotAllowed([HTTPRequest.Method])
    case other(HTTPResponse.Status)

    package var status: HTTPResponse.Status {
        switch self {
        case .noKey: .unauthorized
        case .scopeMissing, .addressNotAllowed, .switchedOff: .forbidden
        case .notFound: .notFound
        case .invalid: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .busy: .serviceUnavailable
        case .methodNotAllowed: .methodNotAllowed
        case .other(let status): status
        }
    }

    private var words: (type: String, title: String, detail: String) {
        switch self {
        case .noKey:
            ("no-key", "No valid key", "Send a key that is enabled and not expired in the header Authorization, behind the word Bearer.")
        case .scopeMissing(let scope):
            ("scope-missing", "Scope missing", "The key does not have the scope \(scope.rawValue), which this endpoint needs.")
        case .addressNotAllowed:
            ("address-not-allowed", "Address not allowed", "The key may not be used from this address.")
        case .switchedOff:
            ("service-api-off", "Service API off", "The service API of this tenant is switched off.")
        case .notFound: ("not-found", "Not found", "There is nothing here, or not for this key.")
        case .invalid: ("invalid", "Invalid request", "What is wrong stands in errors, by field.")
        case .tooMany: ("too-many-requests", "Too many requests", "Wait as many seconds as Retry-After says.")
        case .busy: ("busy", "Too busy", "Roost has more to do than it can at the moment. Try again in a second.")
        case .methodNotAllowed: ("method-not-allowed", "Method not allowed", "Allow says which methods this endpoint has.")
        case .other(let status):
            switch status.code {
            case 400: ("bad-request", "Not understood", "Roost could not read this request.")
            case 404: ("not-found", "Not found", "There is nothing here, or not for this key.")
            case 413: ("too-large", "Too large", "The body is larger than Roost accepts.")
            default: ("failed", "Failed", "This is Roost's fault. Its log has the cause under the request id.")
            }
        }
    }

    package func response(to request: WebRequest) -> WebResponse {
        let words = words
        var members: [(String, JSONText)] = [
            ("type", .string("/problems/" + words.type)), ("title", .string(words.title)), ("status", .int(status.code)),
            ("detail", .string(words.detail)), ("request_id", .string(request.id)),
        ]
        if case .invalid(let errors) = self {
            members.append(
                ("errors", .array(errors.map { .object([("field", .string($0.field)), ("detail", .string($0.why))]) })))
        }
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        switch self {
        case .noKey: headers[.wwwAuthenticate] = "Bearer realm=\"roost\""
        case .tooMany(let seconds): headers[.retryAfter] = String(seconds)
        case .busy: headers[.retryAfter] = "1"
        case .methodNotAllowed(let methods): headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        default: break
        }
        return WebResponse(status: status, headers: headers, body: .bytes(ByteBuffer(bytes: JSONText.object(members).bytes)))
    }
}
