import Console
import JSON
import Postgres
import Secrets
import Web

/// An app in the hands of one simulated user: it signs in over the hosted pages as apps do, and calls the service API.
package struct SimulatedPhone: Sendable {
    package enum Problem: Error, CustomStringConvertible {
        case signIn(String)
        case server(String, Int, String)

        package var description: String {
            switch self {
            case .signIn(let why): "a simulated user could not sign in: \(why)"
            case .server(let what, let status, let body): "\(what) was answered \(status): \(body.prefix(300))"
            }
        }
    }

    package let person: SimulatedPeople.Person
    private let simulation: Simulation
    private let app: ID
    private var access = ""
    private var refresh = ""
    private var signedIn = Timestamp.now
    /// Answers by their status.
    package private(set) var counts: [Int: Int] = [:]
    /// What was refused by the rules, and why: a simulation plays what apps do, so there should be none.
    package private(set) var refused: [String] = []

    private var base: String { "\(simulation.address)/accounts/\(simulation.tenant.slug)" }
    /// Access tokens work for ten minutes.
    private static let secondsToRefresh: Int64 = 480

    package init(
        _ person: SimulatedPeople.Person, of people: SimulatedPeople, in simulation: Simulation
    ) async throws {
        (self.person, self.simulation, app) = (person, simulation, people.app)
        let verifier = Token.random().text
        let query = Query(
            [
                ("response_type", "code"), ("client_id", app.description),
                ("redirect_uri", SimulatedPeople.redirect), ("scope", "openid profile email"), ("state", "x"),
                ("code_challenge", Base64.url.encode(MAC.sha256(Array(verifier.utf8)))),
                ("code_challenge_method", "S256"),
            ].map { (name: $0.0, value: $0.1) })
        let address = "\(base)/authorize?\(String(decoding: query.urlEncoded, as: UTF8.self))"
        let page = try await OutboundHTTP.exchange(address)
        let html = String(decoding: page.body, as: UTF8.self)
        guard page.status == 200, let mark = html.firstRange(of: "name=\"csrf\" value=\"") else {
            throw Problem.signIn("the sign-in page was answered \(page.status)")
        }
        let cookies = page.headers.filter { $0.name == "set-cookie" }.compactMap {
            $0.value.split(separator: ";").first
        }
        let answer = try await Self.post(
            address,
            [
                ("csrf", String(html[mark.upperBound...].prefix { $0 != "\"" })), ("email", person.email),
                ("password", people.password),
            ], headers: [("cookie", cookies.joined(separator: "; ")), ("origin", simulation.address)])
        guard let location = answer.header("location"), let start = location.firstIndex(of: "?"),
            let code = Query(urlEncoded: Array(location[location.index(after: start)...].utf8))["code"]
        else { throw Problem.signIn("e-mail and password were answered \(answer.status)") }
        try await take([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", SimulatedPeople.redirect),
            ("code_verifier", verifier),
        ])
    }

    private static func post(_ url: String, _ form: [(String, String)], headers: [(String, String)] = []) async throws
        -> OutboundHTTP.Answer
    {
        try await OutboundHTTP.exchange(
            url, method: "POST", headers: headers + [("content-type", "application/x-www-form-urlencoded")],
            body: Query(form.map { (name: $0.0, value: $0.1) }).urlEncoded)
    }

    private mutating func take(_ form: [(String, String)]) async throws {
        let answer = try await Self.post("\(base)/token", form + [("client_id", app.description)])
        guard answer.status == 200, let json = try? JSONReader.read(answer.body),
            let access = json["access_token"]?.text, let refresh = json["refresh_token"]?.text
        else { throw Problem.signIn("the token endpoint answered \(answer.status)") }
        (self.access, self.refresh, signedIn) = (access, refresh, .now)
    }

    // MARK: Calls

    package mutating func get(_ path: String) async throws -> JSONText { try await call("GET", path).json }

    /// What is refused by the rules of the house is an answer too.
    @discardableResult
    package mutating func write(_ method: String, _ path: String, _ body: JSONText? = nil) async throws -> (
        status: Int, json: JSONText
    ) { try await call(method, path, body) }

    private mutating func call(_ method: String, _ path: String, _ body: JSONText? = nil) async throws -> (
        status: Int, json: JSONText
    ) {
        if Timestamp.now.seconds - signedIn.seconds > Self.secondsToRefresh {
            try await take([("grant_type", "refresh_token"), ("refresh_token", refresh)])
        }
        var headers = [("authorization", "Bearer \(access)")]
        if method != "GET" { headers.append(("idempotency-key", ID.make().description)) }
        if body != nil { headers.append(("content-type", "application/json")) }
        while true {
            let answer = try await OutboundHTTP.exchange(
                "\(simulation.address)/v1/me/\(path)", method: method, headers: headers, body: body?.bytes)
            counts[answer.status, default: 0] += 1
            if answer.status == 429 {
                let seconds = answer.header("retry-after").flatMap { Int($0) } ?? 5
                try await Task.sleep(for: .seconds(min(max(seconds, 1), 60)))
                continue
            }
            guard answer.status < 500, answer.status != 401 else {
                throw Problem.server(
                    "\(method) /v1/me/\(path)", answer.status, String(decoding: answer.body, as: UTF8.self))
            }
            let json = (try? JSONReader.read(answer.body)) ?? .null
            if answer.status >= 400 {
                refused.append(
                    "\(method) \(path): \(answer.status) \(json["type"]?.text ?? "") \(json["detail"]?.text ?? "")")
            }
            return (answer.status, json)
        }
    }
}
