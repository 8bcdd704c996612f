import Foundation

/// The reason why a call has no response. A call whose task was cancelled throws `CancellationError` instead.
public enum CallFault: Error, Sendable {
    /// Nobody is signed in, or the server has ended the session. The app shows its sign-in.
    case signedOut
    /// The server refuses the call, and would refuse it again.
    case refused(Problem)
    /// The server was too busy, or the app called too often, in all attempts. `retryAfter` is the pause that the server
    /// asks for.
    case unavailable(Problem, retryAfter: Duration?)
    /// The server could not be reached in any attempt. It is not known whether a write was performed; sent again with
    /// the same `Idempotency-Key`, it is performed once.
    case network(URLError)
    /// The deadline has passed. It is not known whether a write was performed.
    case deadline
    /// The response is not of the declared form: usually a network with a sign-in page of its own, or a much older app.
    case unreadable(String)
}

extension CallFault {
    /// True if the server has certainly not performed the call: it did not get it, or said so.
    var isSurelyUndone: Bool {
        switch self {
        case .signedOut, .refused: true
        case .unavailable(let problem, _): problem.status == 429 || problem.status == 503
        case .network(let error): Self.beforeSending.contains(error.code)
        case .deadline, .unreadable: false
        }
    }

    private static let beforeSending: Set<URLError.Code> = [
        .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .dataNotAllowed,
        .internationalRoamingOff, .callIsActive, .secureConnectionFailed, .serverCertificateUntrusted,
        .serverCertificateHasBadDate, .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot,
        .appTransportSecurityRequiresSecureConnection,
    ]
}

/// The server's description of a refused call: problem+json (RFC 9457). Texts are in English, for app developers.
public struct Problem: Error, Codable, Hashable, Sendable {
    /// One error of the request.
    public struct Fault: Codable, Hashable, Sendable {
        /// The name of a parameter.
        public let field: String?
        /// A JSON pointer into the body (RFC 6901).
        public let pointer: String?
        public let detail: String
    }

    /// A word that never changes, such as `not-found`, `limit-reached` or `outdated`: apps decide by it.
    public let type: String
    public let title: String
    /// The HTTP status.
    public let status: Int
    public let detail: String
    /// The id of the call in the server's logs; empty if a network device on the way has answered.
    public let requestID: String
    public let errors: [Fault]

    private enum CodingKeys: String, CodingKey {
        case type, title, status, detail, errors
        case requestID = "request_id"
    }

    init(type: String, title: String, status: Int, detail: String, requestID: String = "", errors: [Fault] = []) {
        (self.type, self.title, self.status, self.detail) = (type, title, status, detail)
        (self.requestID, self.errors) = (requestID, errors)
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let type = try values.decode(String.self, forKey: .type)
        self.type = type.hasPrefix(Self.place) ? String(type.dropFirst(Self.place.count)) : type
        title = try values.decode(String.self, forKey: .title)
        status = try values.decode(Int.self, forKey: .status)
        detail = try values.decode(String.self, forKey: .detail)
        requestID = try values.decodeIfPresent(String.self, forKey: .requestID) ?? ""
        errors = try values.decodeIfPresent([Fault].self, forKey: .errors) ?? []
    }

    private static let place = "/problems/"

    init(_ answer: HTTPAnswer) {
        if let told = try? JSONDecoder().decode(Problem.self, from: answer.body) {
            self = told
        } else {
            self.init(
                type: "http-\(answer.status)", title: "HTTP \(answer.status)", status: answer.status,
                detail: "The answer says nothing more.")
        }
    }

    /// True if another attempt may succeed.
    var isTransient: Bool {
        [408, 425, 429, 500, 502, 503, 504].contains(status) || status == 409 && type == "still-running"
    }

    /// True if no call of this user's would be answered before the time that the server names.
    var holdsAll: Bool { status == 503 || status == 429 && type != "too-many-today" }

    /// True if the refusal applies to all calls of the user, until an admin changes that or the user signs in again.
    var isAboutAll: Bool { type == "service-api-off" || status == 401 }
}
