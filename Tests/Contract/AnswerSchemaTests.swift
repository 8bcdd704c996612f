import Console
import Core
import HTTPTypes
import JSON
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// Every operation of the service API, called for what is there, again, and with each kind of fault: the responses
    /// are those that the API's document declares.
    @Suite struct AnswerSchemaTests {
        /// A tenant of one kind, with a program and a user's phone that may call everything in it.
        private struct Home {
            let marked: MarkedTenant
            let program: TestProgram
            let phone: TestProgram
            let picture: ID
        }

        private struct Call {
            let path: String
            let body: [UInt8]
            /// nil: a call without a body.
            let type: String?
        }

        private let installation: TestInstallation
        private let console: TestConsole
        private let routes: [Route]
        /// By the kind of the tenant; endpoints of every kind are called in the first kind's.
        private let homes: [String: Home]
        private static let usual = "alarm"
        /// A program of a tenant that has only the endpoints of every tenant.
        private let elsewhere: TestProgram

        init() async throws {
            let installation = try TestInstallation()
            let console = installation.console()
            (self.installation, self.console) = (installation, console)
            routes = console.console.routes.filter { $0.summary != nil }
            var homes: [String: Home] = [:]
            for kind in Kinds.all where routes.contains(where: { Self.home($0) == kind.id }) {
                homes[kind.id] = try await Self.makeHome(kind, installation, console)
            }
            self.homes = homes
            let empty = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            elsewhere = TestProgram(console, key: try installation.makeKey(in: empty).text)
        }

        private static func home(_ route: Route) -> String {
            if case .kind(let id) = route.place { id } else { usual }
        }

        private static func makeHome(
            _ kind: any Kind, _ installation: TestInstallation, _ console: TestConsole
        ) async throws -> Home {
            let marked = try MarkedTenant(installation, kind: kind)
            let tenant = marked.tenant
            let picture = try installation.addPicture(to: tenant)
            _ = try installation.makePlan(in: tenant)
            // The plan of users without a purchase.
            let free =
                #"{"name.en":"Free","entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"2"}"#
            _ = try installation.makePlan("free", [free], in: tenant)
            try installation.openShop(in: tenant)
            try installation.givePassword(to: marked.user, in: tenant)
            // The examples' own, which signs nothing yet.
            try installation.set("delete from account_keys where tenant_id = \(tenant.id)")
            let app = try installation.makeApp(in: tenant)
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: marked.user, for: app))
            return Home(
                marked: marked, program: TestProgram(console, key: marked.key.text),
                phone: TestProgram(console, key: tokens.access), picture: picture)
        }

        /// A call that is accepted. What it names is made anew, since earlier calls have changed or deleted it.
        private func good(_ route: Route, in home: Home) async throws -> Call {
            let (tenant, word) = (home.marked.tenant, home.marked.word)
            let isOwn = route.access == .user || route.method == .get
            let user = isOwn ? home.marked.user : try installation.addUser("Fresh \(word)", to: tenant)
            var table = RouteTable(tenant: tenant.slug, user: user.id.description, objectsWord: word)
            table.objects = try installation.makeObjects(for: route, in: tenant, of: user.id, word: word)
            table.image = home.picture.description
            let call = try call(route, table)
            switch "\(route.method) \(route.pattern)" {
            case "DELETE /v1/me/files/:userfile":
                // One that an answer names stays, and so does everything of a person whose data is on hold.
                try installation.set("delete from privacy_holds where tenant_id = \(tenant.id)", in: tenant)
                try installation.set(
                    "delete from submission_files where tenant_id = \(tenant.id)", in: tenant)
            case "DELETE /v1/me/consents/:text":
                // What can be withdrawn was given.
                #expect(await home.phone.write(.put, call.path, #"{"version":1,"source":"app"}"#).status < 300)
            default: break
            }
            return call
        }

        private func missing(_ route: Route, in home: Home) throws -> Call {
            var table = RouteTable(tenant: home.marked.tenant.slug, user: ID.make().description)
            table.questionnaire = "nobody_asks_it"
            return try call(route, table)
        }

        private func call(_ route: Route, _ table: RouteTable) throws -> Call {
            let path = try #require(table.path(route), "\(route.pattern)")
            if let file = table.file(route) { return Call(path: path, body: file.bytes, type: file.type) }
            let json = table.json(route) ?? ""
            return Call(path: path, body: Array(json.utf8), type: json.isEmpty ? nil : "application/json")
        }

        private func send(
            _ call: Call, _ route: Route, by caller: TestProgram, key: String? = unique(), ifMatch: String? = "*",
            _ body: String? = nil, type: String? = nil, known: String? = nil
        ) async throws -> Answer {
            var caller = caller
            if route.summary?.isWrite == true { caller.headers[.idempotencyKey] = key }
            if route.summary?.match != nil { caller.headers[.ifMatch] = ifMatch }
            caller.headers[.ifNoneMatch] = known
            caller.headers[.contentType] = type ?? call.type
            if route.access == .user {
                // Some calls end the session of their caller.
                try installation.set(
                    "update account_sessions set ended_at = null, ended_because = null where ended_at is not null")
            }
            return await caller.call(route.method, call.path, body.map { Array($0.utf8) } ?? call.body)
        }

        /// Lists that no response of this walk fills: nothing is shown of their elements.
        private static let emptyLists: Set<String> = [
            "getAnswers/answers/*/answers/+",
            "getCatalogue/categories",
            "getCatalogue/cycle-articles",
            "getCatalogue/cycle-disclaimers",
            "getCatalogue/cycle-releases",
            "getCatalogue/cycle-rules",
            "getCatalogue/fitness-popups",
            "getCatalogue/fitness-popups/*/fields",
            "getCatalogue/fitness-popups/*/fields/*/choices",
            "getCatalogue/goals/*/categories",
            "getCatalogue/goals/*/fields",
            "getCatalogue/goals/*/fields/*/choices",
            "getCatalogue/plans/*/products",
            "getCatalogue/recommendations",
            "getCatalogue/recommendations/*/goals",
            "getDashboard/answers/+",
            "getDashboard/sessions",
            "getFood/questionnaires",
            "getFood/questionnaires/*/answers/+",
            "getFood/questionnaires/*/other",
            "getFood/questionnaires/*/other/*/choices",
            "getFood/questionnaires/*/weekend",
            "getFood/questionnaires/*/weekend/*/choices",
            "getFood/questionnaires/*/workday",
            "getFood/questionnaires/*/workday/*/choices",
            "getGoal/answers/+",
            "getMyAnswers/answers/*/answers/+",
            "getMyConsents/texts",
            "getMyWeek/goal/answers/+",
            "getRecommendations/questionnaires/*/answers/+",
            "getSegments/segments",
            "listBackedGoals/goals",
            "listBackedGoals/goals/*/answers/+",
            "listBackedGoals/goals/*/sponsors",
            "listGoalTypes/goal_types/*/fields/*/choices",
            "listMyGoals/goals/*/answers/+",
            "listPopups/popups",
            "listPopups/popups/*/fields",
            "listPopups/popups/*/fields/*/choices",
            "listSponsors/sponsors",
            "saveUsers/results/*/errors",
        ]

        @Test func `13.24: every response of every operation is one that the API's document declares`() async throws {
            var contract = try ServiceContract(await TestProgram(console, key: nil).get("/v1/openapi.json").body)
            let operations = contract.operations
            #expect(operations.count == routes.count && routes.count > 90)
            for (number, route) in routes.enumerated() {
                let (summary, home) = (try #require(route.summary), try #require(homes[Self.home(route)]))
                let path = route.pattern.split(separator: "/").map {
                    $0.first == ":" ? "/{\($0.dropFirst())}" : "/\($0)"
                }
                let name = "\(route.method.rawValue) \(path.joined())"
                let operation = try #require(operations[name], "\(name)")
                let caller = route.access == .user ? home.phone : home.program
                func expect(_ answer: Answer, _ statuses: ClosedRange<Int>, _ what: String) {
                    #expect(
                        statuses.contains(answer.status),
                        "\(name), \(what): \(answer.status) \(answer.text.prefix(300))")
                    let faults = contract.faults(of: answer, of: operation)
                    #expect(faults.isEmpty, "\(name), \(what): \(faults)")
                }

                let good = try await self.good(route, in: home)
                if summary.body != nil {
                    let bodies: [JSONText?] = [try JSONReader.read(good.body), summary.example]
                    for body in bodies {
                        let faults = contract.faults(ofBody: try #require(body, "\(name)"), of: operation)
                        #expect(faults.isEmpty, "\(name): \(faults)")
                    }
                }
                let key = unique()
                let first = try await send(good, route, by: caller, key: key)
                expect(first, 200...299, "good")
                if summary.isWrite {
                    expect(try await send(good, route, by: caller, key: key), 200...409, "repeated")
                    // What was good once may be refused now.
                    expect(try await send(good, route, by: caller), 200...422, "a second time")
                    expect(try await send(good, route, by: caller, key: nil), 400...400, "without a key")
                }
                if summary.hasTag, route.method == .get {
                    let tag = try #require(first.headers[.eTag], "\(name)")
                    expect(try await send(good, route, by: caller, known: tag), 304...304, "known")
                }

                let anew = try await self.good(route, in: home)
                var stranger = TestProgram(console, key: nil)
                // A network of its own: a single one would soon be blocked after too many failures.
                stranger.address = "198.51.100.\(number)"
                expect(try await send(anew, route, by: stranger), 401...401, "by a stranger")
                if route.place != .everyTenant, let other = other(than: route) {
                    expect(try await send(anew, route, by: other), 404...404, "where it does not exist")
                }
                if route.pattern.contains(":") {
                    // With PUT a caller may choose the id of something new.
                    let statuses = route.method == .put ? 200...422 : 404...404
                    expect(try await send(try missing(route, in: home), route, by: caller), statuses, "missing")
                }
                let odd = Call(path: anew.path + "?no_such_parameter=1", body: anew.body, type: anew.type)
                expect(try await send(odd, route, by: caller), 422...422, "with a parameter that there is not")
                if summary.body != nil {
                    expect(
                        try await send(anew, route, by: caller, #"{"no_such_member":1}"#), 422...422,
                        "with another body")
                    expect(try await send(anew, route, by: caller, "{"), 400...400, "with what is no JSON")
                }
                if summary.body != nil || !summary.file.isEmpty {
                    expect(
                        try await send(anew, route, by: caller, type: "text/x-other"), 415...415,
                        "of another media type")
                }
                if let match = summary.match, match != .inBody {
                    expect(try await send(anew, route, by: caller, ifMatch: "\"999\""), 412...412, "outdated")
                    let status = match == .demanded ? 428...428 : 200...299
                    expect(try await send(anew, route, by: caller, ifMatch: nil), status, "without If-Match")
                }
            }
            #expect(contract.emptyLists.subtracting(Self.emptyLists).isEmpty)
        }

        /// A caller of a tenant without the endpoint; nil if no tenant of such callers lacks it.
        private func other(than route: Route) -> TestProgram? {
            guard route.access == .user else { return elsewhere }
            return homes.values.first { !route.place.includes($0.marked.tenant) }?.phone
        }
    }
}
