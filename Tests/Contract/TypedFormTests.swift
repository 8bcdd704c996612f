import Console
import Core
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// A refused form loses nothing: the page that answers it has every text that was typed into it.
    @Suite struct TypedFormTests {
        /// Fields into which people write what they would not like to write again.
        private static let written: Set = ["reason", "note", "body", "comment", "name"]
        /// Fields that say which state the form was opened with.
        private static let opened: Set = ["version", "was"]

        private let installation: TestInstallation
        private let console: TestConsole
        private let pairs: [String: (mine: MarkedTenant, theirs: MarkedTenant)]
        private let mine: MarkedTenant

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            mine = try MarkedTenant(installation)
            pairs = try MarkedTenant.pairs(installation)
        }

        @Test func `14: whatever refuses a form, its page has what was typed`() async throws {
            var refused: Set<String> = []
            for route in console.console.routes where route.method == .post {
                // After a tenant's archive nothing else could be tried in it.
                guard case .tenant = route.access, case .changing = route.work, !route.pattern.hasSuffix("/archive")
                else { continue }
                var mine = mine
                if case .kind(let kind) = route.place, let pair = pairs[kind] { mine = pair.mine }
                var table = RouteTable(tenant: mine.tenant.slug, user: mine.user.id.description)
                table.key = mine.key.id.description
                table.objects = mine.objects
                guard let form = table.form(route), form.contains(where: { Self.written.contains($0.0) }),
                    let path = table.path(route)
                else { continue }
                var browser = try console.browser(of: #require(mine.admins[.owner]))
                // As in the example; again, when it is done already; from a page that is out of date; and too long.
                for way in ["sent", "again", "out of date", "too long"] {
                    var marks: [String] = []
                    let typed = form.map { name, value -> (String, String) in
                        if way == "out of date", Self.opened.contains(name) { return (name, "0") }
                        guard Self.written.contains(name) else { return (name, value) }
                        marks.append("typed" + unique())
                        let rest = way == "too long" ? String(repeating: "n", count: 4000) : ""
                        return (name, marks[marks.count - 1] + rest)
                    }
                    let answer = await browser.post(path, typed)
                    guard [409, 422].contains(answer.status) else { continue }
                    refused.insert(route.pattern)
                    for mark in marks { #expect(answer.has(mark), "\(route.pattern), \(way)") }
                }
            }
            // Else the examples don't come so far any more.
            #expect(refused.count >= 20, "\(refused.sorted())")
        }
    }
}
