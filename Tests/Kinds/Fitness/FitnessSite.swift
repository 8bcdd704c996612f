import Console
import Core
import JSON
import Postgres
import Support
import Testing

@testable import Fitness
@testable import roost

/// One after another: each has a console.
@Suite(.serialized) enum OnFitness {}

/// A tenant with one goal type, a recipient and two sponsors, and a program that acts for its users.
struct FitnessSite {
    static let made = Result { try TestInstallation() }

    let installation: TestInstallation
    let tenant: Tenant
    let console: TestConsole
    let manager: TestAdmin
    private let key: String
    let anna: TestUser
    let igor: TestUser
    let olga: TestUser

    init() throws {
        installation = try Self.made.get()
        _ = ConsoleApplication.declarations
        tenant = try installation.makeTenant(kind: "fitness")
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        manager = try installation.makeAdmin(.manager, in: tenant)
        key = try installation.makeKey(in: tenant, scopes: ["fitness.read", "fitness.write"]).text
        anna = try installation.addUser("Anna", to: tenant)
        var sponsors = [TestUser("Igor"), TestUser("Olga")]
        for index in sponsors.indices { sponsors[index].role = "sponsor" }
        try installation.add(sponsors, to: tenant)
        (igor, olga) = (sponsors[0], sponsors[1])
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

    /// Made anew for each call: it calls at the time at which it is made.
    var program: TestProgram { TestProgram(console, key: key) }

    var goals: String { "/t/\(tenant.slug)/fitness-goals" }

    func path(_ user: TestUser, _ rest: String) -> String { "/v1/users/\(user.id)/\(rest)" }

    func draft(_ sponsors: [TestUser], type: String = "run") -> String {
        let ids = sponsors.map { "\"\($0.id)\"" }.joined(separator: ",")
        let answers = type == "run" ? #"{"km":42}"# : "{}"
        return
            #"{"type":"\#(type)","answers":\#(answers),"sponsors":[\#(ids)],"reward":{"text":"Shoes","minor":500000,"currency":"RUB"}}"#
    }

    /// A draft of Anna's; its id.
    func add(_ sponsors: [TestUser], by user: TestUser? = nil) async throws -> ID {
        let answer = await program.write(.post, path(user ?? anna, "goals"), draft(sponsors))
        #expect(answer.status == 200, "\(answer.text)")
        return try #require(try JSONReader.read(Array(answer.text.utf8))["id"]?.text.flatMap { ID($0) })
    }

    func act(_ user: TestUser, _ goal: ID, _ what: String, _ body: String = "") async -> Answer {
        await program.write(.post, path(user, "goals/\(goal)/\(what)"), body)
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
}
