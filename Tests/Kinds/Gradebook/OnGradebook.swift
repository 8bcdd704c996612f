import Console
import Core
import Postgres
import Support
import Testing

@testable import Gradebook
@testable import roost

/// One after another: each has a console.
@Suite(.serialized) enum OnGradebook {}

/// A school with a manager, two teachers and a class of each.
struct TestSchool {
    static let made = Result { try TestInstallation() }

    let installation: TestInstallation
    let tenant: Tenant
    let console: TestConsole
    let manager: TestAdmin
    let hall: TestAdmin
    let reed: TestAdmin

    init() throws {
        installation = try Self.made.get()
        _ = ConsoleApplication.declarations
        tenant = try installation.makeTenant(kind: "gradebook")
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        manager = try installation.makeAdmin(.manager, in: tenant)
        hall = try installation.makeAdmin(.editor, in: tenant, name: "Ms Hall")
        reed = try installation.makeAdmin(.editor, in: tenant, name: "Mr Reed")
    }

    func inTenant<T>(_ body: (borrowing TenantTransaction) throws -> T) throws -> T {
        try installation.database.with(.app) { try $0.inTenant(tenant.id) { try body($0) } }
    }

    var classes: String { "/t/\(tenant.slug)/classes" }

    /// Its id.
    func makeClass(_ name: String, by admin: TestAdmin, _ more: [(String, String)] = []) async throws -> ID {
        var browser = try console.browser(of: admin)
        let answer = await browser.post(
            classes,
            [
                ("name", name), ("term", "Autumn 2026"), ("weighting", "weights"), ("scale", "A 90, B 80, C 70, F 0"),
                ("category-1", "Tests"), ("category-1-weight", "100"),
            ] + more)
        return try #require(answer.location.flatMap { ID(String($0.suffix(36))) })
    }

    func addStudents(_ names: String, to id: ID, by admin: TestAdmin) async throws -> [ID] {
        var browser = try console.browser(of: admin)
        let answer = await browser.post("\(classes)/\(id)/students", [("names", names)])
        #expect(answer.status == 303, "\(answer.text)")
        return try inTenant { tx in
            try tx.rows(ClassQueries.students(of: id)).map { try $0.id("id") }
        }
    }

    func addAssignment(
        _ name: String, possible: String = "20", to id: ID, by admin: TestAdmin, day: String = "2026-11-20",
        _ more: [(String, String)] = []
    )
        async throws -> ID
    {
        let category = try inTenant { tx in
            try #require(try tx.first(ClassQueries.categories(of: id))).id("id")
        }
        var browser = try console.browser(of: admin)
        let answer = await browser.post(
            "\(classes)/\(id)/assignments",
            [("name", name), ("category", category.description), ("day", day), ("possible", possible)] + more)
        #expect(answer.status == 303, "\(answer.text)")
        return try inTenant { tx in
            try #require(try tx.rows(ClassQueries.assignments(of: id)).first { try $0.text("name") == name }).id("id")
        }
    }

    func save(_ cells: [(ID, ID, Int, String)], in id: ID, by admin: TestAdmin) async throws -> Answer {
        var browser = try console.browser(of: admin)
        return await browser.post(
            "\(classes)/\(id)/cells",
            [("cells", cells.map { "\($0.0)\t\($0.1)\t\($0.2)\t\($0.3)" }.joined(separator: "\n"))])
    }

    func book(_ id: ID) throws -> Book { try inTenant { try Book.read(id, in: $0) } }

    func events(_ action: String) throws -> Int {
        try installation.number(
            "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = \(action)")
    }
}
