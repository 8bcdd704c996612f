import Foundation

/// Why a call has no answer. A call whose task was cancelled throws `CancellationError` instead.
public enum CallFault: Error, Sendable {
    /// Nobody is signed in, or the server has ended the session. The app shows its sign-in.
    case signedOut
    /// The server refuses the call, and would refuse it again.
    case refused(Problem)
    /// The server is too busy, or the app too eager, and stayed so in all attempts. `retryAfter` is what the server asks for.
    case unavailable(Problem, retryAfter: Duration?)
    /// The server could not be reached in any attempt. Whether a write was done is not known; sent again with the same
    /// `Idempotency-Key` it is done once.
    case network(URLError)
    /// The time for the call is over. Whether a write was done is not known.
    case deadline
    /// The server answered something else than is declared: mostly a network that asks to sign in, or a much older app.
    case unreadable(String)
}

extension CallFault {
    /// The server has surely not done what was sent: it never got it, or said so.
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

/// What the server says about a call that it refuses: problem+json (RFC 9457). Texts are in English, for the makers of apps.
public struct Problem: Error, Codable, Hashable, Sendable {
    /// What is wrong in one place.
    public struct Fault: Codable, Hashable, Sendable {
        /// The name of a parameter.
        public let field: String?
        /// A place in the body (RFC 6901).
        public let pointer: String?
        public let detail: String
    }

    /// A word that stays the same, such as `not-found`, `limit-reached` or `outdated`: what an app decides by.
    public let type: String
    public let title: String
    /// Of HTTP.
    public let status: Int
    public let detail: String
    /// By which the server's logs name the call; empty when something between here and there has answered.
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

    /// Another attempt may succeed.
    var isTransient: Bool {
        [408, 425, 429, 500, 502, 503, 504].contains(status) || status == 409 && type == "still-running"
    }

    /// It holds for all calls of the user, until somebody at the server's side changes it or the user signs in again.
    var isAboutAll: Bool { type == "service-api-off" || status == 401 }
}
