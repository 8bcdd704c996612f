import Console
import Postgres
import Support
import Testing

@testable import roost

/// What doctor says of a database that somebody has worked on past Roost.
@Suite struct DoctorTests {
    private static let (walls, triggers, rights) = (
        "every tenant table is behind row-level security", "every trigger is on",
        "the server can only add to the audit log"
    )
    private let installation: TestInstallation

    init() throws { installation = try TestInstallation() }

    private func remedies() throws -> [String: String] {
        let checks = try DoctorChecks.all(installation.database.connection())
        return Dictionary(checks.compactMap { check in check.remedy.map { (check.what, $0) } }) { $1 }
    }

    private func remedy(_ what: String, after change: SQL) throws -> String {
        try installation.set(change)
        return try remedies()[what] ?? ""
    }

    @Test func `13.18: doctor finds nothing in a database as migrations make it`() throws {
        let remedies = try remedies()
        for what in [Self.walls, Self.triggers, Self.rights] { #expect(remedies[what] == nil, "\(what)") }
    }

    @Test func `13.18: doctor names the table without row-level security, and what turns it on`() throws {
        let told = try remedy(Self.walls, after: "alter table roost.users disable row level security")
        #expect(told.contains("not so users;") && told.contains("enable row level security"), "\(told)")
        #expect(!told.contains("roost migrate"))
        try installation.set("alter table roost.users enable row level security")
        #expect(try remedies()[Self.walls] == nil)
        #expect(
            try remedy(Self.walls, after: "alter table roost.users no force row level security")
                .contains("not so users;"))
    }

    @Test func `13.18: doctor finds triggers that are off, and an audit log that the server may change`() throws {
        let off = try remedy(Self.triggers, after: "alter table roost.audit_events disable trigger user")
        #expect(off.contains("some are off on audit_events;") && off.contains("enable trigger all"), "\(off)")
        try installation.set("alter table roost.audit_events enable trigger user")
        #expect(try remedies()[Self.triggers] == nil)

        #expect(
            try remedy(Self.rights, after: "grant update (reason) on roost.audit_events to roost_app")
                .hasPrefix("roost_app may write audit_events;"))
        try installation.set("revoke update (reason) on roost.audit_events from roost_app")
        #expect(try remedies()[Self.rights] == nil)
        #expect(
            try remedy(Self.rights, after: "drop trigger audit_events_leave on roost.audit_events")
                .hasPrefix("the trigger audit_events_leave is gone;"))
    }

    @Test func `13.18: doctor names an audit log that ends before its checkpoints`() throws {
        let (first, second) = (ID.make(), ID.make())
        #expect(CheckpointCheck.remedy(reached: [:], heads: [first: 3]) == nil)
        #expect(CheckpointCheck.remedy(reached: [first: 3], heads: [first: 3, second: 1]) == nil)
        let told = try #require(CheckpointCheck.remedy(reached: [first: 8, second: 1], heads: [first: 3, second: 1]))
        #expect(told.hasPrefix("1 audit log ending before") && told.contains("\(first): 3, not 8"), "\(told)")
    }
}
