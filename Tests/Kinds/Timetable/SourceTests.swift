import Console
import Postgres
import Support
import Testing
import Web

@testable import Timetable

/// Another server whose schedules come into the draft.
@Suite(.serialized) struct SourceTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var address: String { "\(site.base)/timetable-source" }

    @Test(
        "TT6: an address inside a network, without TLS or with a name in it is no source",
        arguments: [
            "http://example.org/api", "https://127.0.0.1/api", "https://10.1.2.3/api", "https://[::1]/api",
            "https://localhost/api", "https://a:b@example.org/", "https://example.org/?a=b", "https://169.254.169.254/",
            "ftp://example.org", "https://192.168.0.1:8443/x", "https://192.88.99.1/",
            // Whoever reads it again reads another name.
            // Whoever connects reads an address of this machine in them, or no public server has them.
            "https://127.1", "https://0x7f.0.0.1", "https://017700000001.0", "https://0.0/", "https://1.2.3.0x",
            "https://127.0.0.0x1:8443/", "https://a.localhost/", "https://localhost.localdomain/",
            "https://printer.local/", "https://metadata.google.internal/",
            "https://a%2eb.example.org/", "https://127.0.0.1%2f.example.org/", "https://a;b.example.org/",
        ])
    func refused(_ url: String) async throws {
        #expect(OutsideServer(url) == nil)
        var browser = try site.browser()
        let answer = await browser.post(address, [("url", url), ("frequency", "daily")])
        #expect(answer.status == 422 && answer.has("id=\"url-error\""), "\(url)")
    }

    @Test func `TT6: however the name is spelled, the address names the host that is looked up`() throws {
        #expect(
            try #require(OutsideServer("https://Schedule.EXAMPLE.org:8443/API/v1/")).base
                == "https://schedule.example.org:8443/API/v1")
        #expect(try #require(OutsideServer("https://Example.org")).base == "https://example.org")
    }

    @Test func `TT6: a source that somebody else has changed is shown with both values, and saved only then`()
        async throws
    {
        var browser = try site.browser()
        let first = [("url", "https://schedule.example.org/api"), ("groups", "253501"), ("frequency", "daily")]
        #expect(await browser.post(address, first).status == 303)
        #expect(await browser.get(address).has("name=\"version\" value=\"1\""))
        let opened = [("version", "1")] + first.map { ("was_" + $0.0, $0.1) }
        func changed(_ groups: String, _ frequency: String) -> [(String, String)] {
            [("url", "https://schedule.example.org/api"), ("groups", groups), ("frequency", frequency)]
        }
        #expect(await browser.post(address, changed("253501", "weekly") + opened).status == 303)
        let refused = await browser.post(address, changed("253502", "daily") + opened)
        #expect(refused.status == 409 && refused.has("value=\"253502\"") && refused.has("name=\"version\" value=\"2\""))
        let stored: SQL =
            "select groups || ' ' || frequency as v from timetable_sources where tenant_id = \(site.tenant.id)"
        #expect(try site.one(stored)?.text("v") == "253501 weekly")
        let seen = [("version", "2")] + changed("253501", "weekly").map { ("was_" + $0.0, $0.1) }
        #expect(await browser.post(address, changed("253502", "weekly") + seen).status == 303)
        #expect(try site.one(stored)?.text("v") == "253502 weekly")
    }

    @Test func `TT6: a source is saved with its rhythm, is due in time, and gives one job`() async throws {
        var browser = try site.browser()
        #expect(await browser.get(address).status == 200)
        let fields = [
            ("url", "https://schedule.example.org/api/v1/"), ("groups", "253501, 253502"), ("frequency", "daily"),
            ("makes_missing", "yes"),
        ]
        #expect(await browser.post(address, fields).status == 303)
        let page = await browser.get(address)
        #expect(page.has("253501, 253502") && page.has("Next time"))
        let due = Timestamp.now.adding(seconds: 90_000)
        func sweep() throws {
            try site.installation.database.with(.app) {
                try FetchSourcesAcrossTenants.sweep(on: $0, site.console.services, now: due)
            }
        }
        func jobs() throws -> Int? {
            try site.one(
                "select count(*) as n from jobs where tenant_id = \(site.tenant.id) and kind = 'timetable.fetch'")?.int(
                    "n")
        }
        try sweep()
        #expect(try jobs() == 1)
        try sweep()
        #expect(try jobs() == 1)
    }

    @Test func `TT6: a tenant whose source can't be queued keeps no other's from being queued`() async throws {
        let installation = site.installation
        let sites = try [site, TimetableSite(installation)].sorted { $0.tenant.id < $1.tenant.id }
        for site in sites {
            var browser = try site.browser()
            let fields = [("url", "https://schedule.example.org/api/v1/"), ("groups", "1"), ("frequency", "daily")]
            #expect(await browser.post("\(site.base)/timetable-source", fields).status == 303)
        }
        func sweep() throws {
            try installation.database.with(.app) {
                try FetchSourcesAcrossTenants.sweep(
                    on: $0, site.console.services, now: Timestamp.now.adding(seconds: 90_000))
            }
        }
        func jobs() throws -> [Int] {
            try sites.map {
                try installation.number(
                    "select count(*) as n from jobs where tenant_id = \($0.tenant.id) and kind = 'timetable.fetch'")
            }
        }
        try installation.database.with(.superuser) { connection in
            for statement in [
                "create table failing_tenants (tenant_id uuid)",
                "insert into failing_tenants values (\(sites[0].tenant.id))",
                """
                create function refuse_one() returns trigger language plpgsql security definer as $$
                begin
                    if exists (select from roost.failing_tenants where tenant_id = new.tenant_id) then
                        raise exception 'this one fails';
                    end if;
                    return new;
                end $$
                """,
                "create trigger refuse_one before update on timetable_sources for each row execute function refuse_one()",
            ] as [SQL] { _ = try connection.send(statement).rows() }
        }
        try sweep()
        #expect(try jobs() == [0, 1])
        try installation.database.with(.superuser) { connection in
            for statement in [
                "drop trigger refuse_one on timetable_sources", "drop function refuse_one()",
                "drop table failing_tenants",
            ] as [SQL] { _ = try connection.send(statement).rows() }
        }
        try sweep()
        #expect(try jobs() == [1, 1])
    }

    @Test func `TT6: a source is fetched when somebody asks, and where there is none, nothing is`() async throws {
        var browser = try site.browser()
        #expect(await browser.post("\(address)/\(ID.make())/fetch", []).status == 404)
        #expect(
            await browser.post(address, [("url", "https://schedule.example.org"), ("frequency", "never")]).status == 303
        )
        let source = try #require(
            try site.one("select id from timetable_sources where tenant_id = \(site.tenant.id)")?.id("id"))
        #expect(await browser.get(address).has("\(address)/\(source)/fetch"))
        let answer = await browser.post("\(address)/\(source)/fetch", [])
        #expect(answer.status == 303 && answer.location == address)
        #expect(
            try site.one(
                "select count(*) as n from jobs where tenant_id = \(site.tenant.id) and kind = 'timetable.fetch'")?.int(
                    "n") == 1)
        #expect(
            try site.one(
                "select count(*) as n from audit_events where tenant_id = \(site.tenant.id) and action = 'timetable.fetched'"
            )?.int("n") == 1)
    }

    @Test func `TT6: groups are asked for one by one, or all that the server has`() async throws {
        let asked = Asked()
        let get: ([String]) async throws -> [[UInt8]] = { paths in
            await asked.add(paths)
            if paths == ["/student-groups"] { return [Array(#"[{"name": "253501"}, {"name": "ИТ-21"}]"#.utf8)] }
            return paths.map { _ in
                Array(#"{"studentGroupDto": {"name": "253501"}, "schedules": {}, "exams": []}"#.utf8)
            }
        }
        #expect(try await SourceWork.fetch([], get: get).count == 2)
        #expect(
            await asked.paths == [
                "/auditories", "/faculties", "/specialities", "/student-groups", "/employees/all",
                "/schedule?studentGroup=253501",
                "/schedule?studentGroup=%D0%98%D0%A2-21",
            ])
    }

    @Test func `TT6: a server with more groups than are fetched is not fetched in part without a word`() async throws {
        let groups = (0...3000).map { "{\"name\": \"g\($0)\"}" }.joined(separator: ",")
        await #expect(throws: OutsideServer.Problem.tooMuch("schedules")) {
            _ = try await SourceWork.fetch([]) { paths in
                paths == ["/student-groups"] ? [Array("[\(groups)]".utf8)] : paths.map { _ in [] }
            }
        }
    }

    /// A server of that shape, under TLS on loopback.
    private func server(by authority: TestAuthority, _ answers: [String: String]) async throws -> TestServer {
        let files = try authority.certify()
        let paths = [
            "/api/v1/auditories", "/api/v1/student-groups", "/api/v1/employees/all", "/api/v1/schedule",
            "/api/v1/employees/schedule/:teacher",
        ]
        return try await TestServer(
            routes: paths.map { path in
                WebServer.Route(.get, path) { request in
                    let key = request.query["studentGroup"] ?? request.parameters["teacher"] ?? path
                    return answers[key].map { WebResponse.text($0) } ?? .text("no", status: .notFound)
                }
            }, change: { ($0.certificate, $0.privateKey) = (files.certificate, files.key) })
    }

    @Test func `TT6: a job fetches groups, teachers and rooms of a server, and its import is written`() async throws {
        func lesson(_ subject: String, _ groups: String, _ starts: String) -> String {
            """
            {"weekNumber": [1], "numSubgroup": 0, "studentGroups": [\(groups)], "auditories": ["777-7 к."],
             "startLessonTime": "\(starts)", "endLessonTime": "17:10", "subject": "\(subject)", "lessonTypeAbbrev": "ЛК",
             "employees": [{"lastName": "Петров", "firstName": "Олег", "urlId": "o-petrov"}]}
            """
        }
        let shared = lesson("ОАиП", "{\"name\": \"253501\"}", "09:00")
        let authority = try TestAuthority()
        let server = try await server(
            by: authority,
            [
                "/api/v1/auditories": """
                [{"id": 1, "name": "777-7 к.", "capacity": 45, "auditoryType": {"id": 1, "name": "x", "abbrev": "лк"},
                  "buildingNumber": {"id": 1, "name": "7 к."}}]
                """,
                "/api/v1/student-groups": #"[{"name": "253501"}, {"name": "253599"}]"#,
                "/api/v1/employees/all": #"[{"urlId": "o-petrov"}]"#,
                "253501": """
                {"studentGroupDto": {"name": "253501"}, "exams": [], "schedules": {"Вторник": [\(shared)]}}
                """,
                "o-petrov": """
                {"employeeDto": {"lastName": "Петров", "firstName": "Олег", "urlId": "o-petrov"}, "exams": [],
                 "schedules": {"Вторник": [\(shared), \(lesson("Кафедра", "", "15:50"))]}}
                """,
            ])
        defer { Task { await server.stop() } }
        var browser = try site.browser()
        // The form takes servers of the internet alone; this one stands on this machine.
        let fields = [
            ("url", "https://schedule.example.org/api/v1"), ("frequency", "never"), ("writes", "yes"),
            ("makes_missing", "yes"),
        ]
        #expect(await browser.post(address, fields).status == 303)
        try site.installation.set(
            """
            update timetable_sources set url = \("https://127.0.0.1:\(server.port)/api/v1") where tenant_id = \(site.tenant.id)
            """)
        let source = try #require(
            try site.one("select id from timetable_sources where tenant_id = \(site.tenant.id)")?.id("id"))
        let work = SourceWork(tenant: site.tenant.id, id: source)
        // An address inside a network is not asked, whatever the table says.
        try await work.run(.make(), site.console.services)
        #expect(await browser.get(address).has("could not be reached"))
        let reach = try OutsideReach(inner: ["127.0.0.1:\(server.port)"], roots: authority.root)
        try await work.run(site.console.services, reach: reach)
        try await site.console.work()
        #expect(try site.draft() == ["Кафедра 2 950-1030 1", "ОАиП 2 540-1030 1"])
        #expect(
            try site.one(
                "select capacity as n from timetable_rooms where tenant_id = \(site.tenant.id) and name = '777-7 к.'")?
                .int("n") == 45)
        let page = await browser.get(address)
        #expect(page.has("Its import") && !page.has("could not be reached"))
        // A second time nothing changes.
        try await work.run(site.console.services, reach: reach)
        try await site.console.work()
        #expect(
            try site.one(
                """
                select string_agg(distinct state, ' ') as v from import_rows
                where tenant_id = \(site.tenant.id) and import_id = (select import_id from timetable_sources
                    where timetable_sources.tenant_id = \(site.tenant.id))
                """)?.text("v") == "unchanged")
    }

    @Test func `TT6: a server that has more lessons than are taken is left at the schedule that says so`() async throws
    {
        let lessons = Array(repeating: "{\"subject\":\"a\"}", count: 60_000).joined(separator: ",")
        let schedule = Array(
            "{\"studentGroupDto\": {\"name\": \"G\"}, \"schedules\": {\"Вторник\": [\(lessons)]}}".utf8)
        // What is behind the second one is not even read.
        await #expect(throws: OutsideServer.Problem.tooMuch("lessons")) {
            _ = try await SourceWork.fetch(["1", "2", "3"]) { _ in [schedule, schedule, Array("no JSON".utf8)] }
        }
    }

    private actor Asked {
        var paths: [String] = []
        func add(_ paths: [String]) { self.paths += paths }
    }

    @Test
    func
        `TT6: what was fetched waits for a look, or is written at once where the tenant says so, and is never published`()
        async throws
    {
        let schedule = """
            {"studentGroupDto": {"name": "G1"}, "exams": [], "schedules": {"Вторник": [{"weekNumber": [1], "numSubgroup": 0,
             "studentGroups": [{"name": "G1"}], "auditories": ["201"], "startLessonTime": "09:00", "endLessonTime": "10:20",
             "subject": "Maths", "lessonTypeAbbrev": "ЛК", "employees": []}]}}
            """
        let sources = try #require(try CompatibleFile.schedules(Array(schedule.utf8)))
        var browser = try site.browser()
        for (writes, draft) in [("no", 0), ("yes", 1)] {
            let form = await browser.get(address).form(address, ["url": "https://schedule.example.org"])
            let asked = form.filter { !["frequency", "writes"].contains($0.0) }
            #expect(
                await browser.post(address, asked + [("frequency", "never"), ("writes", writes)]).status == 303)
            try site.installation.inTenant(site.tenant) { tx in
                let found = try #require(try TimetableSource.find(in: tx))
                let actor = try #require(try found.requester.actor(in: tx))
                #expect(
                    try SourceWork.begin(sources, found, named: "x", in: tx, by: actor, site.console.services) != nil)
            }
            try await site.console.work()
            #expect(try site.draft().count == draft, "\(writes)")
        }
        #expect(try site.published() == [])
    }
}
