import Console
import JSON
import Postgres
import Support
import Testing
import Web

@testable import Timetable

@Suite(.serialized) struct PublicAPITests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var api: String { "/public/\(site.tenant.slug)/api/v1" }

    private func publish(_ browser: inout TestBrowser) async {
        _ = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "For a test")])
    }

    @Test func `TT7: without a key anybody reads the published schedule of a group and of a teacher, in BSUIR's shape`()
        async throws
    {
        var browser = try site.browser()
        try await site.add(site.fields(weeks: "1, 3", subgroup: "2"), &browser)
        var anybody = site.console.browser()
        let before = await anybody.get("\(api)/schedule?studentGroup=G1")
        #expect(before.status == 200 && before.has("\"schedules\":{}"))
        await publish(&browser)
        // Another process answers what was cached for a minute at most; this one has been told.
        site.console.services.received("public \(site.tenant.id)")
        for address in ["\(api)/schedule?studentGroup=g1", "\(api)/employees/schedule/petrov-o"] {
            let answer = await anybody.get(address)
            #expect(answer.status == 200, "\(address)")
            for part in [
                "\"Понедельник\":[{\"weekNumber\":[1,3],", "\"numSubgroup\":2", "\"auditories\":[\"201\"]",
                "\"startLessonTime\":\"09:00\"",
                "\"subject\":\"Maths\"", "\"lessonTypeAbbrev\":\"ЛК\"", "\"startLessonDate\":\"07.09.2026\"",
                "\"urlId\":\"petrov-o\"",
                "\"startDate\":\"07.09.2026\"",
            ] { #expect(answer.has(part), "\(part)") }
        }
    }

    @Test func `TT7: the draft is nobody's to read, and neither is another kind of tenant`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields("Physics"), &browser)
        var anybody = site.console.browser()
        #expect(await anybody.get("\(api)/schedule?studentGroup=G1").has("Physics") == false)
        #expect(await anybody.get("\(api)/schedule?studentGroup=G9").status == 404)
        #expect(await anybody.get("\(api)/schedule").status == 404)
        #expect(await anybody.get("\(api)/employees/schedule/nobody").status == 404)
        let other = try site.installation.makeTenant()
        for list in ["student-groups", "employees/all", "auditories", "faculties"] {
            #expect(await anybody.get("\(api)/\(list)").status == 200, "\(list)")
            #expect(await anybody.get("/public/\(other.slug)/api/v1/\(list)").status == 404, "\(list)")
            #expect(await anybody.get("/public/nowhere/api/v1/\(list)").status == 404, "\(list)")
        }
    }

    @Test func `TT7: rooms have the types and buildings that BSUIR's clients decode, none of them null`() async throws {
        var browser = try site.browser()
        for (name, purpose) in [("112-2", "lecture"), ("113-2", "lab"), ("114-2", "practice")] {
            let fields = [("name", name), ("building", "2 к."), ("capacity", "0"), ("purpose", purpose)]
            #expect(await browser.post("\(site.base)/timetable-rooms", fields).status == 303)
        }
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let rooms = try JSONReader.read(Array((await anybody.get("\(api)/auditories")).text.utf8)).elements
        #expect(rooms.count == 5)
        var types: [String: String] = [:]
        for room in rooms {
            let name = try #require(room["name"]?.text)
            #expect(room["auditoryType"]?["id"]?.int != nil && room["auditoryType"]?["name"]?.text != nil, "\(name)")
            // Some clients read it in 16 bits.
            let building = try #require(room["buildingNumber"]?["id"]?.int)
            #expect((0...32_767).contains(building) && room["buildingNumber"]?["name"]?.text != nil, "\(name)")
            types[name] = room["auditoryType"]?["abbrev"]?.text
        }
        #expect(types == ["112-2": "лк", "113-2": "лб", "114-2": "пз", "201": "пз", "305": "пз"])
        // Nobody knows how many seats it has: not none.
        #expect(rooms.first { $0["name"]?.text == "112-2" }?["capacity"] == .some(.null))
    }

    @Test func `TT7: an answer has a tag, and who has it already gets 304`() async throws {
        var anybody = site.console.browser()
        let first = await anybody.get("\(api)/student-groups")
        let tag = try #require(first.headers[.eTag])
        anybody.headers[.ifNoneMatch] = tag
        let second = await anybody.get("\(api)/student-groups")
        #expect(second.status == 304 && second.body.isEmpty)
        #expect(await anybody.get("\(api)/auditories").status == 200)
    }
}
