import Console
import Core
import HTTPTypes
import JSON
import Postgres
import Support
import Testing

@testable import Fitness
@testable import roost

/// One after another: each has a console.
@Suite(.serialized) enum OnFitness {}

/// A tenant with two goal types, a recipient and two sponsors, each signed in to the app.
struct FitnessSite {
    static let made = Result { try TestInstallation() }

    let installation: TestInstallation
    let tenant: Tenant
    let console: TestConsole
    let manager: TestAdmin
    private let tokens: [ID: String]
    let anna: TestUser
    let igor: TestUser
    let olga: TestUser

    init(mail: MailSender? = nil) async throws {
        installation = try Self.made.get()
        _ = ConsoleApplication.declarations
        tenant = try installation.makeTenant(kind: "fitness")
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all, mail: mail)
        manager = try installation.makeAdmin(.manager, in: tenant)
        anna = try installation.addUser("Anna", to: tenant)
        var sponsors = [TestUser("Igor"), TestUser("Olga")]
        for index in sponsors.indices { sponsors[index].role = "sponsor" }
        try installation.add(sponsors, to: tenant)
        (igor, olga) = (sponsors[0], sponsors[1])
        let app = try installation.makeApp(in: tenant)
        var tokens: [ID: String] = [:]
        for user in [anna, igor, olga] {
            try installation.givePassword(to: user, in: tenant)
            var browser = console.browser()
            tokens[user.id] = try #require(await browser.tokens(of: user, for: app)).access
        }
        self.tokens = tokens
        for (key, fields) in [
            (
                "run",
                #""fields.1.key":"km","fields.1.kind":"number","fields.1.required":"yes","fields.1.least":"1","fields.1.label.en":"How far?""#
            ), ("walk", #""fields.1.key":"steps","fields.1.kind":"number","fields.1.label.en":"Steps""#),
        ] {
            let entry = try installation.makeEntry(
                "goals", ["published"], in: tenant, content: "{\"name.en\":\"Type \(key)\",\(fields)}")
            try installation.set("update catalogue_entries set key = \(key) where id = \(entry)")
        }
    }

    func inTenant<T>(_ body: (borrowing TenantTransaction) throws -> T) throws -> T {
        try installation.database.with(.app) { try $0.inTenant(tenant.id) { try body($0) } }
    }

    /// The app in that user's hands. Made anew for each call: it calls at the time at which it is made.
    func app(of user: TestUser) -> TestProgram { TestProgram(console, key: tokens[user.id]) }

    func get(_ user: TestUser, _ path: String) async -> Answer { await app(of: user).get("/v1/me/\(path)") }

    func write(
        _ method: HTTPRequest.Method, _ user: TestUser, _ path: String, _ body: String = ""
    ) async -> Answer {
        await app(of: user).write(method, "/v1/me/\(path)", body)
    }

    /// What a form about that session carries as the page shows it now.
    func opened(session: String) throws -> [(String, String)] {
        let id = try #require(ID(session))
        return try inTenant { tx in
            let row = try #require(
                try tx.first(
                    """
                    select sessions.version, sessions.day::text as day, sessions.title, sessions.detail,
                        coalesce(sessions.minutes::text, '') as minutes
                    from fitness_sessions as sessions where sessions.id = \(id)
                    """))
            return [
                ("version", String(try row.int("version"))), ("was_day", try row.text("day")),
                ("was_title", try row.text("title")), ("was_minutes", try row.text("minutes")),
                ("was_detail", try row.text("detail")),
            ]
        }
    }

    /// What the forms of percent and rule carry as the goal's page shows it now.
    func opened(goal: ID) -> [(String, String)] {
        let version = try? installation.number(
            "select fitness_goals.version::bigint as n from fitness_goals where fitness_goals.id = \(goal)")
        return [("version", String(version ?? 0))]
    }

    /// The day so many days after today, in UTC. The day after tomorrow has begun nowhere.
    func day(_ step: Int) -> String { Session.iso(Int(Timestamp.now.seconds / 86_400) + step) }

    var goals: String { "/t/\(tenant.slug)/fitness-goals" }

    func draft(_ sponsors: [TestUser], type: String = "run") -> String {
        let ids = sponsors.map { "\"\($0.id)\"" }.joined(separator: ",")
        let answers = type == "run" ? #"{"km":42}"# : "{}"
        return
            #"{"type":"\#(type)","answers":\#(answers),"sponsors":[\#(ids)],"reward":{"text":"Shoes","minor":500000,"currency":"RUB"}}"#
    }

    /// A draft of Anna's; its id.
    func add(_ sponsors: [TestUser], by user: TestUser? = nil) async throws -> ID {
        // A sponsor chooses the other role for as long as that.
        if let user, user.role == "sponsor" {
            #expect(await write(.put, user, "role", #"{"role":"recipient"}"#).status == 204)
        }
        let answer = await write(.post, user ?? anna, "goals", draft(sponsors))
        #expect(answer.status == 200, "\(answer.text)")
        if let user, user.role == "sponsor" {
            #expect(await write(.put, user, "role", #"{"role":"sponsor"}"#).status == 204)
        }
        return try #require(try JSONReader.read(Array(answer.text.utf8))["id"]?.text.flatMap { ID($0) })
    }

    /// A goal of Anna's that Igor has accepted.
    func inProgress() async throws -> ID {
        let goal = try await add([igor])
        #expect(await act(anna, goal, "proposal").status == 200)
        #expect(try await accept(igor, goal).status == 200)
        return goal
    }

    func act(_ user: TestUser, _ goal: ID, _ what: String, _ body: String = "") async -> Answer {
        await write(.post, user, "goals/\(goal)/\(what)", body)
    }

    /// As the goal is now.
    func accept(_ user: TestUser, _ goal: ID) async throws -> Answer {
        let version = try installation.number(
            "select fitness_goals.version::bigint as n from fitness_goals where fitness_goals.id = \(goal)")
        return await act(user, goal, "acceptance", "{\"version\":\(version)}")
    }

    func state(_ goal: ID) throws -> String {
        try inTenant { tx in
            try #require(
                try tx.first("select fitness_goals.state from fitness_goals where fitness_goals.id = \(goal)")
            ).text("state")
        }
    }

    func events(_ action: String) throws -> Int {
        try installation.number(
            "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = \(action)")
    }

    /// How many events of that action tell of the field.
    func number(of field: String, _ action: String) throws -> Int {
        try installation.number(
            "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = \(action) and \(field) = any(fields)"
        )
    }
}
