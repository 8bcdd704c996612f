import Console
import Core
import Foundation
import Postgres
import Support
import Testing
import Web

@testable import RoostClient
@testable import roost

/// A teacher's app: what is written offline waits in the library's queue, and conflicts come back cell by cell.
@Suite(.serialized) struct GradebookFlowTests {
    private static let made = Result { try TestInstallation() }
    private static let origin = "https://roost.example"

    @Test func `GB10: grades written offline arrive once, and a colleague's grade comes back as a conflict`()
        async throws
    {
        let installation = try Self.made.get()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let server = try await TestServer(console)
        let network = Loopback(origin: Self.origin, port: server.port)
        let tenant = try installation.makeTenant(kind: "gradebook")
        let app = try installation.makeApp(in: tenant)
        let user = try installation.addAccount("Nora Hall", to: tenant)
        let scratch = try Scratch()
        let store = MemoryTokenStore()
        let manager = try installation.makeAdmin(.manager, in: tenant)
        let hall = try installation.makeAdmin(.editor, in: tenant, name: "Ms Hall")

        // A class with two students and an assignment, and the user as its teacher's app.
        try installation.set("update users set role = 'teacher' where users.id = \(user.id)", in: tenant)
        let base = "/t/\(tenant.slug)"
        var office = try console.browser(of: manager)
        #expect(await office.post("\(base)/users/\(user.id)/teacher", [("teacher", hall.id.description)]).status == 303)
        var desk = try console.browser(of: hall)
        let made = await desk.post(
            "\(base)/classes",
            [
                ("name", "Biology"), ("term", "Autumn"), ("weighting", "points"), ("scale", "A 90, F 0"),
                ("category-1", "Tests"), ("category-1-weight", "100"),
            ])
        let path = try #require(made.location)
        #expect(await desk.post("\(path)/students", [("names", "Adams\nBaranov")]).status == 303)
        let form = await desk.get("\(path)/assignments/new")
        let category = try #require(form.text.firstMatch(of: /<option value="([0-9a-f-]{36})"/)?.output.1)
        #expect(
            await desk.post(
                "\(path)/assignments",
                [("name", "Essay"), ("day", "2026-11-20"), ("possible", "20"), ("category", String(category))]
            ).status == 303)

        var settings = try ClientSettings(
            issuer: Self.origin + app.base, clientID: app.id.description, redirect: app.redirect,
            folder: scratch.folder)
        settings.deadline = .seconds(300)
        let client = RoostClient(settings, tokens: store, transport: network)
        let attempt = try client.beginSignIn()
        var browser = console.browser()
        let page = String(attempt.address.absoluteString.dropFirst(Self.origin.count))
        #expect(await browser.get(page).status == 200)
        let answer = await browser.post(page, [("email", user.email), ("password", TestAdmin.password)])
        let callback = try #require(answer.location.flatMap { URL(string: $0) })
        _ = try await client.finishSignIn(attempt, callback: callback)

        let list = try await client.send(ListMyClasses())
        #expect(list.teacher == "Ms Hall" && list.classes.map(\.name) == ["Biology"] && !list.more)
        let id = list.classes[0].id
        let book = try await client.send(GetMyClass(class: id))
        #expect(book.students.map(\.name) == ["Adams", "Baranov"] && book.grades.isEmpty)
        let (adams, baranov, essay) = (book.students[0].id, book.students[1].id, book.assignments[0].id)

        network.isOffline = true
        let queue = try await client.queue()
        func write(_ student: UUID, _ grade: String) async throws {
            try await queue.add(
                SaveMyGrades(
                    class: id,
                    .init(grades: [
                        .init(operation: UUID(), student: student, assignment: essay, version: 0, grade: grade)
                    ])))
        }
        try await write(adams, "18")
        try await write(baranov, "7.5 L")
        await #expect(throws: (any Error).self) { try await queue.drain() }
        #expect(await queue.waiting.count == 2)
        // Meanwhile a colleague marks one of the two.
        let cells = "\(baranov.uuidString.lowercased())\t\(essay.uuidString.lowercased())\t0\t12"
        #expect(await office.post("\(path)/cells", [("cells", cells)]).status == 200)

        network.isOffline = false
        network.loseAnswers(1)
        var events = await queue.events().makeAsyncIterator()
        await #expect(throws: (any Error).self) { try await queue.drain() }
        try await queue.drain()
        var results: [SaveMyGrades.Answer.Result] = []
        for _ in 0..<2 {
            guard case .done(_, let data)? = await events.next() else {
                Issue.record("a call was not done")
                continue
            }
            results += try JSON.decoder.decode(SaveMyGrades.Answer.self, from: data).results
        }
        #expect(results.map(\.result.rawValue) == ["saved", "conflict"])
        #expect(results.map(\.version) == [1, 1] && results.last?.grade == "12" && results.last?.by == manager.name)
        let later = try await client.send(GetMyClass(class: id, after: String(book.revision)))
        #expect(Set(later.grades.map(\.grade)) == ["18", "12"] && later.revision > book.revision)
        #expect(
            try installation.number(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'grade.changed'")
                == 2)
        try await client.send(
            SaveMyAttendance(
                class: id,
                .init(attendance: [
                    .init(
                        operation: UUID(), student: adams, day: "2026-11-23", version: 0,
                        state: .init(rawValue: "absent"))
                ])))
        #expect(try await client.send(GetMyClass(class: id)).attendance.map(\.day) == ["2026-11-23"])
    }
}
