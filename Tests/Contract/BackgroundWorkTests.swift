import Console
import Core
import Logging
import Support
import Testing

@testable import roost

/// What a server does beside answering requests: nobody sees on a page that one of these has gone.
@Suite struct BackgroundWorkTests {
    private static let timers: Set<String> = [
        "answers to repeated calls", "applied templates", "archives of people", "bulk actions", "counts of answers",
        "counts of users", "files of trackers whose time is over", "files that no answer names",
        "images that nothing names", "imports", "keys and leftovers of accounts", "notices",
        "provider events that wait", "reports to mail", "requests about the erased", "retention",
        "sessions and attempts to sign in", "stored exports", "subscriptions that ended", "tenants to delete",
        "timetables to fetch", "values under earlier keys",
    ]
    private static let buffers: Set<String> = ["DownloadCounts", "ReportOpenings", "UserTouches"]

    private func background(_ console: TestConsole, archives: String?) -> Background {
        Background(
            housekeeping: Housekeeping(
                services: console.services,
                checkpoints: CheckpointsAcrossTenants(
                    place: .directory("/nowhere"), key: console.services.keys.checkpoints),
                archives: archives),
            worker: JobWorker(services: console.services), cluster: nil, traces: nil,
            keyring: console.installation.keyring, bound: Bound(), logger: .init(label: "tests"))
    }

    @Test func `13: each work that a server does by itself is registered, by its name`() throws {
        let background = background(try TestInstallation().console(), archives: "/nowhere")
        #expect(
            background.works.map(\.name).sorted() == [
                "PostgreSQL", "freed memory", "housekeeping", "jobs", "master key file", "traces of the erased",
            ])
        let names = background.housekeeping.works.map(\.name)
        #expect(Set(names).count == names.count, "two of one name")
        let own: Set<String> = ["session touches", "uses of keys", "readings", "checkpoints", "archives"]
        #expect(Set(names).symmetricDifference(own.union(Self.timers).union(Self.buffers)).sorted() == [])
    }

    @Test func `13: every declared timer runs, twice in a row, and none waits longer than six hours`() async throws {
        let installation = try TestInstallation()
        let console = installation.console()
        let tenant = try installation.makeTenant()
        _ = try installation.fill(tenant, by: installation.makeAdmin(.owner, in: tenant))
        for timer in ConsoleApplication.declarations.timers {
            #expect((1...21_600).contains(timer.seconds), "\(timer.name)")
            for round in 0..<2 {
                do { try await timer.run(console.services, round) } catch { Issue.record("\(timer.name): \(error)") }
            }
        }
    }
}
