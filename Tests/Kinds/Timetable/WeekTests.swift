import Console
import Postgres
import Support
import Testing
import Web

@testable import Timetable

/// The week of a group, a teacher or a room: how it is found and what it shows.
@Suite(.serialized) struct WeekTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    @Test func `TT2: the search for anything finds groups, teachers and rooms, each with its week`() async throws {
        try site.installation.set(
            "update timetable_rooms set building = 'North' where tenant_id = \(site.tenant.id) and name = '201'",
            in: site.tenant)
        let rooms = "\(site.base)/timetable-rooms"
        var browser = try site.browser()
        for name in ["1201", "201a"] {
            let fields = [("name", name), ("building", ""), ("capacity", "0"), ("purpose", "any")]
            #expect(await browser.post(rooms, fields).status == 303)
        }
        func find(_ text: String, by browser: inout TestBrowser) async -> Answer {
            await browser.get("\(site.base)/find.json?\(TestBrowser.encoded([("q", text)]))")
        }
        var support = try site.console.browser(of: try site.installation.makeAdmin(.support, in: site.tenant))
        for (kind, table, name, text): (String, SQL, String, String) in [
            ("group", "timetable_groups", "G1", "g1"), ("teacher", "timetable_teachers", "Petrov Oleg", "oleg PÉTROV"),
            ("room", "timetable_rooms", "201", "201 north"),
        ] {
            let found = await find(text, by: &support)
            let week = "\(site.base)/timetable?\(kind)=\(try site.id(table, name))"
            #expect(found.has("\"href\":\"\(week)\""), "\(found.text)")
            #expect(await support.get(week).has("<bdi>\(name)"), "\(kind)")
        }
        // What begins with the words comes first, the shortest of it before the others.
        let labels = await find("201", by: &support).text.matches(of: /"label":"([^"]*)"/).map { String($0.output.1) }
        #expect(labels == ["201", "201a", "1201"])
        let other = try site.installation.makeTenant()
        var elsewhere = try site.console.browser(of: try site.installation.makeAdmin(.owner, in: other))
        #expect(await elsewhere.get("/t/\(other.slug)/find.json?q=petrov").has("Petrov") == false)
    }
}
