import HTTPTypes
import JSON
import NIOCore
import Web

/// Why a call of the service API failed, in the form of RFC 9457. The texts are in English: programs and their
/// developers read them.
package enum ServiceProblem: Error, Sendable {
    /// No key, or none that is valid: the response does not say which.
    case noKey
    /// The same for calls on behalf of a user.
    case noToken
    case scopeMissing(Scope)
    case addressNotAllowed
    case switchedOff
    /// The tenant requires two admins for it: a program does not count as one.
    case needsAdmins
    case notFound
    /// The errors, by the name of the parameter or the path of the field.
    case invalid([(field: String, why: String)])
    /// The same for the body, by JSON pointer.
    case invalidBody([BodyFault])
    case notJSON(JSONReader.Fault)
    case notJSONType
    /// Of the media types that the endpoint takes as a body.
    case notFileType([String])
    case badHeader(String, String)
    case noIdempotencyKey
    case idempotencyKeyReused
    /// The same call, with the same Idempotency-Key, is still running.
    case stillRunning
    /// The stored version is newer than the one in If-Match or in the body.
    case outdated
    case noPrecondition
    case userDeleted
    /// Nothing brings them back, unlike a deleted user.
    case userErased
    /// Another user has the address: the body is valid, but conflicts with stored data. Contains the places in the
    /// body.
    case emailTaken([BodyFault])
    /// The same for the company's own id.
    case externalIDTaken([BodyFault])
    /// Apps no longer show it, so it can't be answered.
    case questionnaireRetired
    /// The version in the body was never published to apps, or is not published yet.
    /// `of` is what has versions, with its article: `this questionnaire`.
    case versionNotPublished(of: String, wanted: Int, newest: Int)
    /// No payment provider is set up, or the shop is closed.
    case checkoutOff
    case subscribedAlready
    /// The user's plan does not include it, or not as much.
    case notEntitled
    case limitReached
    /// The state of the stored data does not allow it. The feature explains it in its own words.
    case refused(type: String, title: String, detail: String)
    case tooMany(retryAfterSeconds: Int)
    /// The user has changed it as often as one may within a day.
    case tooManyToday(RateStanding)
    /// More of one kind than a user may do in a while. Says what and how many.
    case tooManyOfKind(String, retryAfterSeconds: Int)
    case busy
    /// A problem of the database as a whole.
    case database(DatabaseTrouble)
    /// The image store does not respond.
    case pictureAway
    case methodNotAllowed([HTTPRequest.Method])
    case other(HTTPResponse.Status)

    package var status: HTTPResponse.Status {
        switch self {
        case .noKey, .noToken: .unauthorized
        case .scopeMissing, .addressNotAllowed, .switchedOff, .needsAdmins, .notEntitled, .limitReached: .forbidden
        case .notFound: .notFound
        case .invalid, .invalidBody, .idempotencyKeyReused, .versionNotPublished: .unprocessableContent
        case .notJSON, .badHeader, .noIdempotencyKey: .badRequest
        case .notJSONType, .notFileType: .unsupportedMediaType
        case .stillRunning, .userDeleted, .userErased, .emailTaken, .externalIDTaken, .checkoutOff, .subscribedAlready,
            .questionnaireRetired, .refused:
            .conflict
        case .outdated: .preconditionFailed
        case .noPrecondition: .preconditionRequired
        case .tooMany, .tooManyToday, .tooManyOfKind: .tooManyRequests
        case .database(let trouble): trouble.status
        case .busy, .pictureAway: .serviceUnavailable
        case .methodNotAllowed: .methodNotAllowed
        case .other(let status): status
        }
    }

    private var words: (type: String, title: String, detail: String) {
        switch self {
        case .noKey:
            (
                "no-key", "No valid key",
                "Send a key that is enabled and not expired in the header Authorization, behind the word Bearer."
            )
        case .noToken:
            (
                "no-token", "No valid access token",
                "Send an access token of a user who is signed in, in the header Authorization, behind the word Bearer. Refresh it when it is over."
            )
        case .scopeMissing(let scope):
            (
                "scope-missing", "Scope missing",
                "The key does not have the scope \(scope.id), which this endpoint needs."
            )
        case .addressNotAllowed:
            ("address-not-allowed", "Address not allowed", "The key may not be used from this address.")
        case .switchedOff:
            ("service-api-off", "Service API off", "The service API of this tenant is switched off.")
        case .needsAdmins:
            (
                "needs-two-admins", "Needs two admins",
                "This tenant wants two admins for this. One asks for it in the console, another approves."
            )
        case .notFound: ("not-found", "Not found", "There is nothing here, or not for this key.")
        case .invalid: ("invalid", "Invalid request", "What is wrong stands in errors, by field.")
        case .invalidBody: ("invalid-body", "Invalid body", "What is wrong stands in errors, by its place in the body.")
        case .notJSON(let fault):
            ("not-json", "Not JSON", "The body can't be read as JSON: \(fault.why), at byte \(fault.offset).")
        case .notJSONType: ("not-json", "Not JSON", "Send the body as application/json.")
        case .notFileType(let types):
            (
                "not-a-file", "Not a file",
                "Send the file itself as the body, as one of \(types.joined(separator: ", "))."
            )
        case .badHeader(let name, let why): ("bad-header", "Bad header", "\(name): \(why)")
        case .noIdempotencyKey:
            (
                "idempotency-key-missing", "Idempotency-Key missing",
                "A write needs the header Idempotency-Key with a text of your making, a new one for each new write; the same call with the same key gets the same answer for 24 hours."
            )
        case .idempotencyKeyReused:
            (
                "idempotency-key-reused", "Idempotency-Key used before",
                "Another call was sent with this Idempotency-Key in the last 24 hours."
            )
        case .stillRunning:
            (
                "still-running", "Still running",
                "A call with this Idempotency-Key is being worked on. Repeat it to get its answer."
            )
        case .outdated:
            ("outdated", "Changed meanwhile", "A newer version is stored than the call names. Get it, and decide anew.")
        case .noPrecondition:
            (
                "if-match-missing", "If-Match missing",
                "Send the ETag of the version that you have seen in the header If-Match."
            )
        case .userDeleted:
            ("user-deleted", "User deleted", "This user is deleted. An admin can restore them in the console.")
        case .userErased:
            (
                "user-erased", "User erased",
                "The personal data of this user was erased, and nothing restores it. Whoever comes back is a new user, with a new id."
            )
        case .externalIDTaken:
            ("external-id-taken", "External id taken", "Another user of this tenant has this external id.")
        case .emailTaken: ("email-taken", "E-mail taken", "Another user of this tenant has this e-mail.")
        case .questionnaireRetired:
            ("questionnaire-retired", "Questionnaire retired", "This questionnaire is retired and takes no answers.")
        case .versionNotPublished(let what, let wanted, let newest):
            (
                "version-not-published", "Version not published",
                "Version \(wanted) of \(what) is not published. The newest is \(newest)."
            )
        case .checkoutOff:
            ("checkout-off", "Checkout off", "This tenant sells nothing at the moment, or not through this provider.")
        case .subscribedAlready: ("subscribed-already", "Subscribed already", "The user has this plan, and it goes on.")
        case .notEntitled: ("not-entitled", "Not in the plan", "The user's plan does not give this.")
        case .limitReached:
            ("limit-reached", "Limit reached", "The user's plan gives no more of this. Nothing was taken.")
        case .refused(let type, let title, let detail): (type, title, detail)
        case .tooMany: ("too-many-requests", "Too many requests", "Wait as many seconds as Retry-After says.")
        case .tooManyToday:
            (
                "too-many-today", "Too many changes today",
                "This user has changed it as often as one may within a day. Wait as many seconds as Retry-After says."
            )
        case .tooManyOfKind(let detail, _): ("too-many-of-kind", "Too many of this kind", detail)
        case .busy: ("busy", "Too busy", "Roost has more to do than it can at the moment. Try again in a second.")
        case .database(.busy): Self.busy.words
        case .database(.away):
            (
                "database-unavailable", "Database unavailable",
                "The database does not answer at the moment. Try again as many seconds later as Retry-After says."
            )
        case .database(.readOnly):
            (
                "read-only", "Read-only",
                "The database takes no changes at the moment. Reading works; try a write again as many seconds later as Retry-After says."
            )
        case .database(.diskFull):
            (
                "disk-full", "No space left",
                "The database has no space left, so nothing was saved. Try again as many seconds later as Retry-After says."
            )
        case .database(.ownShare):
            (
                "too-many-at-once", "Too many calls at once",
                "Calls of the same user, key or tenant that are still running take all that one may have at a time. Try again as many seconds later as Retry-After says."
            )
        case .pictureAway:
            (
                "picture-unavailable", "Picture unavailable",
                "The picture can't be had at the moment. Try again as many seconds later as Retry-After says."
            )
        case .methodNotAllowed:
            ("method-not-allowed", "Method not allowed", "Allow says which methods this endpoint has.")
        case .other(let status):
            switch status.code {
            case 400: ("bad-request", "Not understood", "Roost could not read this request.")
            case 404: ("not-found", "Not found", "There is nothing here, or not for this key.")
            case 413: ("too-large", "Too large", "The body is larger than Roost accepts.")
            default: ("failed", "Failed", "This is Roost's fault. Its log has the cause under the request id.")
            }
        }
    }

    private var bodyFaults: [BodyFault]? {
        switch self {
        case .invalidBody(let faults), .emailTaken(let faults), .externalIDTaken(let faults): faults
        case .versionNotPublished: [BodyFault("/version", "The number of a published version.")]
        default: nil
        }
    }

    package func response(to request: WebRequest) -> WebResponse {
        let words = words
        var members: [(String, JSONText)] = [
            ("type", .string("/problems/" + words.type)), ("title", .string(words.title)),
            ("status", .int(status.code)),
            ("detail", .string(words.detail)), ("request_id", .string(request.id)),
        ]
        if case .invalid(let errors) = self {
            members.append(
                ("errors", .array(errors.map { .object([("field", .string($0.field)), ("detail", .string($0.why))]) })))
        }
        if let faults = bodyFaults { members.append(("errors", .array(faults.map(\.json)))) }
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        switch self {
        case .noKey: headers[.wwwAuthenticate] = "Bearer realm=\"roost\""
        case .noToken: headers[.wwwAuthenticate] = "Bearer realm=\"roost\", error=\"invalid_token\""
        case .tooManyToday(let standing): headers[.retryAfter] = String(standing.retryAfter)
        case .tooMany(let seconds), .tooManyOfKind(_, let seconds): headers[.retryAfter] = String(seconds)
        case .busy, .stillRunning: headers[.retryAfter] = "1"
        case .database(let trouble): headers[.retryAfter] = String(trouble.retryAfterSeconds)
        case .pictureAway: headers[.retryAfter] = "10"
        case .methodNotAllowed(let methods): headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        default: break
        }
        var response = WebResponse(
            status: status, headers: headers, body: .bytes(ByteBuffer(bytes: JSONText.object(members).bytes)))
        if case .tooManyToday(let standing) = self { standing.tell(in: &response) }
        return response
    }
}
