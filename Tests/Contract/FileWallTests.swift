import Console
import Core
import JSON
import Postgres
import Support
import Testing

@testable import roost

extension TheWall {
    /// Every file that the console makes of its rows.
    @Suite struct FileWallTests {
        /// A tenant of one kind with rows in its lists, and its owner.
        private struct Home {
            let tenant: Tenant
            let user: ID
            let word: String
            let objects: [String: String]
            let owner: TestAdmin
        }

        private let installation: TestInstallation
        private let console: TestConsole
        private let homes: [String: Home]
        private static let usual = "alarm"
        private static let zone = "Asia/Tehran"

        /// Files for which no reason is asked.
        private static let withoutReason: Set<String> = [
            // What an admin has uploaded, back for correction.
            "/import/:import/wrong.xlsx"
        ]

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            var homes: [String: Home] = [:]
            for kind in Kinds.all where kind.id == Self.usual || kind.features.contains(where: { !$0.routes.isEmpty }) {
                homes[kind.id] = try Self.makeHome(kind, installation)
            }
            self.homes = homes
        }

        private static func makeHome(_ kind: any Kind, _ installation: TestInstallation) throws -> Home {
            let word = unique()
            let tenant = try installation.makeTenant(kind: kind.id, holdsPeople: kind.holdsPeople, zone: zone)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            // A row in every table; of the other kinds' tables only in a tenant of that kind.
            if kind.id == usual { _ = try installation.fill(tenant, by: owner) }
            let user = kind.holdsPeople ? try installation.addWholeUser("Whole \(word)", to: tenant).id : ID.make()
            let objects = try installation.makeObjects(in: tenant, of: user, word: word, ofAllKinds: false)
            return Home(tenant: tenant, user: user, word: word, objects: objects, owner: owner)
        }

        private var files: [Route] {
            console.console.routes.filter { route in
                route.isFile && [".csv", ".xlsx", ".jsonl"].contains { route.pattern.hasSuffix($0) }
                    && !Self.withoutReason.contains { route.pattern.hasSuffix($0) }
            }
        }

        private func home(_ route: Route) throws -> Home {
            if case .kind(let kind) = route.place { return try #require(homes[kind]) }
            return try #require(homes[Self.usual])
        }

        private func events() throws -> Int { try installation.number("select count(*) as n from audit_events") }

        @Test func `13.27, 13.28: no file goes without a reason, and no time in any of them without its zone`()
            async throws
        {
            let boss = try installation.makeAdmin()
            var times: Set<String> = []
            var hostile = 0
            try installation.set("update gradebook_assignments set name = \(Self.hostile)")
            #expect(files.count > 60)
            for route in files {
                let home = try home(route)
                var table = RouteTable(
                    tenant: home.tenant.slug, user: home.user.description, objectsWord: home.word)
                table.objects = home.objects
                let path = try #require(table.path(route))
                let isOperators = route.access == .operators
                var browser = try console.browser(of: isOperators ? boss : home.owner)
                let before = try events()
                let refused = await browser.get(String(path.prefix { $0 != "?" }))
                #expect(refused.status == 422 && refused.has("reason-error\""), "\(path): \(refused.status)")
                #expect(try events() == before, "\(path)")
                let answer = await browser.get(path)
                #expect(answer.status == 200 && answer.isWhole, "\(path): \(answer.status)")
                // A cell of a workbook is a date; its head is the same as in the other format, whoever named it.
                if route.pattern.hasSuffix(".xlsx") {
                    // A workbook to work in has sheets and formulas of its own.
                    guard files.contains(where: { $0.pattern == route.pattern.replacing(".xlsx", with: ".csv") }) else {
                        continue
                    }
                    let heads = try #require(try TestWorkbook.heads(of: answer.body), "\(path)")
                    let other = await browser.get(path.replacing(".xlsx", with: ".csv"))
                    // The reader of CSV above leaves quotes out, and what would start a formula has an apostrophe there.
                    let titles = csv(other.text).map(\.title).map { $0.hasPrefix("'") ? String($0.dropFirst()) : $0 }
                    #expect(Set(titles).isSubset(of: heads.map { $0.replacing("\"", with: "") }), "\(path)")
                    hostile += heads.count { $0 == Self.hostile }
                    continue
                }

                let cells = try route.pattern.hasSuffix(".csv") ? csv(answer.text) : lines(answer.text)
                let zone = isOperators ? Tenant.installation.zone : Self.zone
                for (title, cell) in cells {
                    guard let time = cell.wholeMatch(of: Self.time) else { continue }
                    times.insert("\(route.pattern) \(title)")
                    #expect(time.output.1 != nil || title.hasSuffix("(\(zone))"), "\(path), \(title): \(cell)")
                }
            }
            #expect(times.count > 40, "\(times)")
            #expect(hostile > 0, "no head of a workbook is a text of somebody's own")
        }

        @Test
        func `13.11: every file with personal data asks for a code, and one that asks for none has no person in it`()
            async throws
        {
            let boss = try installation.makeAdmin()
            let start = Timestamp.now
            var asked = 0
            for route in console.console.routes where route.isFile {
                guard route.pattern != "/t/:tenant/exports/:export/file", !route.pattern.contains(":import") else {
                    // What they hold belongs to one admin; their tests ask for the code.
                    let isPersonal = Declarations.current.imports.contains {
                        $0.isPersonal && route.pattern == "/t/:tenant/\($0.list)/import/:import/wrong.xlsx"
                    }
                    #expect(route.isStepUp == (isPersonal || route.pattern.hasSuffix("/file")), "\(route.pattern)")
                    continue
                }
                let home = try home(route)
                var table = RouteTable(
                    tenant: home.tenant.slug, user: home.user.description, objectsWord: home.word)
                table.objects = home.objects
                let path = try #require(table.path(route))
                var browser = try console.browser(of: route.access == .operators ? boss : home.owner, now: start)
                browser.now = start.adding(seconds: 301)
                let answer = await browser.get(path)
                if route.isStepUp {
                    asked += 1
                    #expect(answer.status == 403 && answer.has("step_up_code"), "\(path): \(answer.status)")
                } else {
                    #expect(answer.status == 200, "\(path): \(answer.status)")
                    let text = route.pattern.hasSuffix(".xlsx") ? "" : answer.text
                    let names = ["Whole \(home.word)", "User \(home.word)", home.user.description, "@example"]
                    #expect(!names.contains { text.contains($0) }, "\(path) holds a person")
                }
            }
            #expect(asked > 40, "\(asked)")
        }

        @Test func `13.11: a teacher takes out their own class without a code, and whoever sees all classes is asked`()
            async throws
        {
            let home = try #require(homes["gradebook"])
            let start = Timestamp.now
            let id = try #require(home.objects["class"])
            let role = try installation.makeRole(
                "Teacher", [.seeHome, Permission(id: "classes.see"), Permission(id: "classes.edit")].compactMap { $0 },
                in: home.tenant)
            let teacher = try installation.makeAdmin(.support, in: home.tenant)
            try installation.give(own: role, in: home.tenant, to: teacher)
            try installation.set(
                """
                insert into gradebook_teachers (tenant_id, class_id, admin_id)
                values (\(home.tenant.id), \(ID(id)), \(teacher.id)) on conflict do nothing
                """)
            let manager = try installation.makeAdmin(.manager, in: home.tenant)
            for file in ["workbook.xlsx", "grades.csv", "attendance.csv"] {
                let path = "/t/\(home.tenant.slug)/classes/\(id)/\(file)?reason=Marking"
                for (admin, status) in [(teacher, 200), (manager, 403), (home.owner, 403)] {
                    var browser = try console.browser(of: admin, now: start)
                    browser.now = start.adding(seconds: 301)
                    #expect(await browser.get(path).status == status, "\(file)")
                }
            }
        }

        /// A name that somebody gives to what becomes a column.
        private static let hostile = "=HYPERLINK(\"http://x\")</t><f>1+1</f>&]]>'\u{202E}"

        /// A time, with its offset if it has one.
        private static var time: Regex<(Substring, Substring?)> {
            /[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?/
        }

        /// The cells of a file and the titles of their columns (RFC 4180).
        private func csv(_ text: String) -> [(title: String, cell: String)] {
            var (rows, cell, isQuoted): ([[String]], String, Bool) = ([[]], "", false)
            for character in text.unicodeScalars {
                switch character {
                case "\"": isQuoted.toggle()
                case "," where !isQuoted, "\n" where !isQuoted:
                    rows[rows.count - 1].append(cell.replacing("\r", with: ""))
                    cell = ""
                    if character == "\n" { rows.append([]) }
                default: cell.unicodeScalars.append(character)
                }
            }
            guard let titles = rows.first else { return [] }
            return rows.dropFirst().flatMap { row in zip(titles, row).map { (title: $0, cell: $1) } }
        }

        private func lines(_ text: String) throws -> [(title: String, cell: String)] {
            try text.split(separator: "\n").flatMap { line -> [(title: String, cell: String)] in
                guard case .object(let members) = try JSONReader.read(Array(line.utf8)) else { return [] }
                return members.compactMap { name, value in value.text.map { (title: name, cell: $0) } }
            }
        }
    }
}
