import Console
import Core
import Postgres
import Support
import Synchronization
import Testing

@testable import Fitness
@testable import roost

extension OnFitness {
    /// `roost simulate fitness`, against the console itself through a socket.
    @Suite struct SimulatorTests {
        private let installation: TestInstallation
        private let tenant: Tenant

        init() throws {
            installation = try FitnessSite.made.get()
            _ = ConsoleApplication.declarations
            tenant = try installation.makeTenant(kind: "fitness")
            for (key, fields) in [
                (
                    "weight_loss",
                    #""fields.1.key":"sports","fields.1.kind":"several","fields.1.required":"yes","fields.1.label.en":"What?","fields.1.choices.en":"run: Running""#
                ),
                (
                    "own",
                    #""fields.1.key":"what","fields.1.kind":"text","fields.1.required":"yes","fields.1.label.en":"What?""#
                ),
                (
                    "proof",
                    #""fields.1.key":"it","fields.1.kind":"file","fields.1.required":"yes","fields.1.label.en":"It""#
                ),
            ] {
                let entry = try installation.makeEntry(
                    "goals", ["published"], in: tenant, content: "{\"name.en\":\"\(key)\",\(fields)}")
                try installation.set("update catalogue_entries set key = \(key) where id = \(entry)")
            }
        }

        private func count(_ sql: SQL) throws -> Int { try installation.number(sql) }

        @Test func `4: some people live for some weeks, and nothing that their apps do is refused`() async throws {
            // A port that is free, since pages are bound to the address at which they are read.
            let first = try await TestServer(routes: [])
            let port = first.port
            await first.stop()
            let console = TestConsole(
                installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all,
                address: "http://127.0.0.1:\(port)")
            let server = try await TestServer(console) { $0.port = port }
            let said = Mutex<[String]>([])
            try await FitnessSimulator.run(
                Simulation(
                    address: "http://127.0.0.1:\(port)", tenant: tenant, people: 6, days: 21, seed: 7,
                    keys: installation.keys, trail: installation.trail,
                    connect: { [installation] in try installation.database.connection() },
                    say: { line in said.withLock { $0.append(line) } }))
            let lines = said.withLock { $0 }
            #expect(!lines.contains { $0.hasPrefix("refused") }, "\(lines.joined(separator: "\n"))")
            // They have done what makes a history, over the days and not all at once.
            let ticks: SQL = """
                select count(distinct sessions.ticked_at::date) as n from fitness_sessions as sessions
                where sessions.tenant_id = \(tenant.id)
                """
            #expect(try count(ticks) >= 14)
            for act in ["tick", "move", "weigh", "comment", "accept", "reject"] {
                let posts: SQL =
                    "select count(*) as n from fitness_posts where tenant_id = \(tenant.id) and act = \(act)"
                #expect(try count(posts) > 0, "\(act): \(lines.joined(separator: "\n"))")
            }
            let rules: SQL = "select count(distinct rule) as n from fitness_goals where tenant_id = \(tenant.id)"
            #expect(try count(rules) >= 2)
            withExtendedLifetime(server) {}
        }
    }
}
