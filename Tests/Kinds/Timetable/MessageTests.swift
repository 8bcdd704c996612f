import Console
import Core
import Mail
import Postgres
import Support
import Templates
import Testing

@testable import Timetable
@testable import roost

/// TT4: those affected are told by mail, and nobody else is.
@Suite(.serialized) struct TimetableMessageTests {
    private let server: TestMailServer
    private let site: TimetableSite
    private let mine: TestUser
    private let other: TestUser
    private let teacher: TestUser

    init() throws {
        server = try TestMailServer()
        site = try TimetableSite(
            try TestInstallation(),
            mail: MailSender(
                smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>"))))
        mine = try site.installation.addUser("Anna", to: site.tenant)
        other = try site.installation.addUser("Olga", to: site.tenant)
        // As apps write a name.
        teacher = try site.installation.addUser("Oleg Petrov", to: site.tenant)
        for (user, role, facts) in [
            (mine, "student", #"{"group":"g1"}"#), (other, "student", #"{"group":"G2"}"#), (teacher, "teacher", "{}"),
        ] {
            try site.installation.set(
                "update users set role = \(role), facts = \(facts)::jsonb where tenant_id = \(site.tenant.id) and id = \(user.id)"
            )
        }
    }

    /// Who got a mail since the last time, and what all of them say.
    private func told(_ before: inout Int) async throws -> (to: Set<String>, text: String) {
        try await site.console.work()
        let new = server.received.dropFirst(before)
        before += new.count
        return (Set(new.compactMap(\.to.first)), new.map(\.message).joined())
    }

    @Test func `TT4: a publication tells the students of its groups and its teachers by mail, and nobody else`()
        async throws
    {
        var (browser, before) = (try site.browser(), 0)
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        let id = try await site.add(site.fields(), &browser)
        #expect(try await told(&before).to.isEmpty)
        #expect(await browser.post(publication, [("reason", "Autumn begins")]).status == 303)
        let first = try await told(&before)
        #expect(first.to == [mine.email, teacher.email])
        #expect(first.text.contains(Strings.timetable_message_published.resolve(in: .en)))
        // Another group's lesson concerns the others.
        try await site.add(site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", room: "", day: 2), &browser)
        #expect(await browser.post(publication).status == 303)
        #expect(try await told(&before).to == [other.email])
        // Going back takes it away from them again.
        let back = [("version", "1"), ("reason", "Too early")]
        #expect(await browser.post(publication + "/return", back).status == 303)
        #expect(try await told(&before).to == [other.email])
        // A day of a published lesson, at once; and as usual again.
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-14"), ("change", "cancelled")]).status == 303)
        let day = try await told(&before)
        #expect(day.to == [mine.email, teacher.email])
        #expect(day.text.contains(Strings.timetable_message_day.resolve(in: .en)))
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id)")?.id("id"))
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        #expect(try await told(&before).to == [mine.email, teacher.email])
        // A lesson of the draft alone is nobody's yet.
        let draft = try await site.add(site.fields(room: "", day: 3), &browser)
        #expect(
            await browser.post(
                "\(site.base)/timetable-lessons/\(draft)/exceptions", [("day", "2026-09-16"), ("change", "cancelled")]
            ).status == 303)
        #expect(try await told(&before).to.isEmpty)
    }

    @Test func `TT4: the values of a message say the day and the change, in the reader's language`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        #expect(await browser.post(publication, [("reason", "Autumn begins")]).status == 303)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(
            await browser.post(
                lesson + "/exceptions", [("day", "2026-09-14"), ("change", "cancelled"), ("new_note", "Болезнь")]
            ).status == 303)
        try site.installation.inTenant(site.tenant) { tx in
            let values = try TimetableAudience.day(id, .en, in: tx)
            #expect(values["day"] == "14 Sep 2026" && values["change"]?.contains("Болезнь") == true, "\(values)")
            #expect(values["lesson"]?.contains("Maths") == true && values["lesson"]?.contains("09:00") == true)
            #expect(try TimetableAudience.day(id, .ru, in: tx)["day"]?.contains("сен") == true)
            #expect(
                try TimetableAudience.publication(site.term, .en, in: tx) == [
                    "term": "Autumn", "reason": "Autumn begins",
                ])
            #expect(try TimetableAudience.day(.make(), .en, in: tx).isEmpty)
        }
    }
}
