import Console
import Core
import Glibc
import HTTPTypes
import Postgres
import Sandbox
import Templates
import Web

/// The console of one process, assembled like in `roost serve`, without a socket.
package final class TestConsole: Sendable {
    package let installation: TestInstallation
    package let services: Services
    package let console: Console
    private let finder: RouteFinder

    package init(
        _ installation: TestInstallation, declarations: Declarations, kinds: [any Kind], pool: Database? = nil,
        reader: ConfinedProgram = .built,
        mail: MailSender? = nil,
        imageStore: ImageStore? = nil, providers: ProviderAccess? = nil, identities: IdentityAccess? = nil,
        log: TestLog? = nil, address: String = "https://roost.example"
    ) {
        self.installation = installation
        services = Services(
            database: pool ?? installation.database.pool(), keyring: installation.keyring, keys: installation.keys,
            assets: .sample, address: address, kinds: kinds, declarations: declarations,
            mail: mail, imageStore: imageStore,
            settings: [MetricsAccess(token: "for-tools"), installation.erased] + (providers.map { [$0] } ?? [])
                + (identities.map { [$0] } ?? []),
            reader: reader,
            metrics: Metrics(),
            logger: log?.logger ?? .silent)
        console = Console(services: services, routes: declarations.routes)
        finder = RouteFinder(declarations.routes)
    }

    deinit { services.database.stop() }

    package func answer(_ request: WebRequest) async -> Answer { await Answer(response(to: request)) }

    /// Returns a response whose body is not read yet.
    package func response(to request: WebRequest) async -> WebResponse {
        guard let (route, parameters) = finder.find(request.method, request.path) else {
            return console.unrouted(request, .notFound)
        }
        var request = request
        request.parameters = parameters
        return await console.answer(route, request)
    }

    /// True if some method of that path is answered.
    package func hasRoute(_ path: String) -> Bool {
        [.get, .post].contains { finder.find($0, path) != nil }
    }

    func takesFiles(_ path: String) -> Bool {
        finder.find(.post, path).map { $0.0.fileLimit > 0 } ?? false
    }

    package func browser() -> TestBrowser { TestBrowser(self) }

    /// Returns a browser in which the admin is signed in.
    package func browser(of admin: TestAdmin, stage: String = "full", now: Timestamp = .now) throws -> TestBrowser {
        let session = try installation.makeSession(admin.id, stage: stage, now: now)
        var browser = TestBrowser(self)
        browser.now = now
        browser.cookies["roost"] = session.token
        browser.csrf = session.csrf
        return browser
    }
}

/// A response whose body is read to the end.
package struct Answer: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let body: [UInt8]
    /// False if a stream broke off.
    package let isWhole: Bool

    package init(_ response: WebResponse) async {
        status = response.status.code
        headers = response.headers
        switch response.body {
        case .none: (body, isWhole) = ([], true)
        case .bytes(let bytes): (body, isWhole) = (Array(bytes.readableBytesView), true)
        case .stream(let pipe):
            var all: [UInt8] = []
            var whole = true
            do { for try await chunk in pipe { all += chunk } } catch { whole = false }
            if !whole { pipe.abandon() }
            (body, isWhole) = (all, whole)
        }
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var location: String? { headers[.location] }

    /// The cookies that were set; the empty string for one that was removed.
    package var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for header in headers[values: .setCookie] {
            let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            cookies[String(pair[0])] = header.contains("Max-Age=0") ? "" : String(pair[1])
        }
        return cookies
    }

    /// The value of the first hidden field with that name.
    package func hidden(_ name: String) -> String? {
        text.firstRange(of: "name=\"\(name)\" value=\"").map { found in
            String(text[found.upperBound...].prefix { $0 != "\"" })
        }
    }

    package func has(_ part: String) -> Bool { text.contains(part) }
}

extension ConfinedProgram {
    /// The `roost` binary beside the tests, since the tests are a different program.
    package static let built: ConfinedProgram = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let folder = String(decoding: path[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: "/").dropLast().joined(separator: "/")
        return ConfinedProgram(path: "/\(folder)/roost")
    }()
}
