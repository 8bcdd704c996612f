import Console
import Core
import HTML
import Mail
import Postgres
import Secrets
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

    /// A subject ends without the full stop of its sentence.
    private static func subject(_ sentence: StringKey) -> String {
        let words = LocalText(sentence).resolve(in: .en)
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// What a mail's parts say: their bodies are base64.
    private static func words(_ message: String) -> String {
        message.split(separator: "\r\n\r\n").map { part in
            let body = part.split(separator: "\r\n").prefix { !$0.hasPrefix("--") }.joined()
            return Base64.padded.decode(body.utf8).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }.joined(separator: "\n")
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
        #expect(first.text.contains(Self.subject(Strings.timetable_message_published)))
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
        #expect(day.text.contains(Self.subject(Strings.timetable_message_day)))
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
            let values = try TimetableAudience.day(id, "2026-09-14", .en, in: tx)
            #expect(values["day"] == "14 Sep 2026" && values["change"]?.contains("Болезнь") == true, "\(values)")
            #expect(values["lesson"]?.contains("Maths") == true && values["lesson"]?.contains("09:00") == true)
            #expect(try TimetableAudience.day(id, "", .ru, in: tx)["day"]?.contains("сен") == true)
            #expect(
                try TimetableAudience.publication(site.term, "1", .en, in: tx) == [
                    "term": "Autumn", "reason": "Autumn begins",
                ])
            #expect(try TimetableAudience.day(.make(), "", .en, in: tx).isEmpty)
        }
    }

    @Test(arguments: ["Pacific/Honolulu", "Europe/Madrid", "Pacific/Kiritimati"])
    func `TT4: a mail about a single day names that day, whatever the zone and whatever other day has changed since`(
        zone: String
    ) async throws {
        try site.installation.set("update tenants set zone = \(zone) where id = \(site.tenant.id)")
        var (browser, before) = (try site.browser(), 0)
        let id = try await site.add(site.fields(), &browser)
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        #expect(await browser.post(publication, [("reason", "Autumn begins")]).status == 303)
        _ = try await told(&before)
        /// What each of the mails to the group's student says since the last time.
        func mails() async throws -> [String] {
            try await site.console.work()
            let new = server.received.dropFirst(before)
            before += new.count
            return new.filter { $0.to.first == mine.email }.map { Self.words($0.message) }
        }
        let exceptions = "\(site.base)/timetable-lessons/\(id)/exceptions"
        // Both are changed before a mail is sent.
        #expect(await browser.post(exceptions, [("day", "2026-09-14"), ("change", "cancelled")]).status == 303)
        let move = [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-23"), ("new_starts", "10:35")]
        #expect(await browser.post(exceptions, move).status == 303)
        let two = try await mails()
        #expect(two.count == 2)
        #expect(two.contains { $0.contains("14 Sep 2026") && $0.contains("Cancelled") && !$0.contains("21 Sep 2026") })
        #expect(
            two.contains { $0.contains("21 Sep 2026") && $0.contains("23 Sep 2026") && !$0.contains("14 Sep 2026") })
        // The day that is as usual again is not the one that changed last.
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id) and day = '2026-09-14'")?.id("id")
        )
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        let usual = try await mails()
        #expect(usual.count == 1)
        #expect(
            usual.allSatisfy { $0.contains("14 Sep 2026") && $0.contains("as usual") && !$0.contains("21 Sep 2026") })
    }

    @Test func `TT4: who stands in is told of that day, and of its end, and of no other day`() async throws {
        let substitute = try site.installation.addUser("Anna Ivanova", to: site.tenant)
        try site.installation.set(
            "update users set role = 'teacher' where tenant_id = \(site.tenant.id) and id = \(substitute.id)")
        var (browser, before) = (try site.browser(), 0)
        let id = try await site.add(site.fields(), &browser)
        #expect(
            await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "Autumn")]).status
                == 303)
        _ = try await told(&before)
        let exceptions = "\(site.base)/timetable-lessons/\(id)/exceptions"
        let change = [("day", "2026-09-14"), ("change", "substituted"), ("new_teachers", "Ivanova Anna")]
        #expect(await browser.post(exceptions, change).status == 303)
        #expect(try await told(&before).to == [mine.email, teacher.email, substitute.email])
        #expect(await browser.post(exceptions, [("day", "2026-09-21"), ("change", "cancelled")]).status == 303)
        #expect(try await told(&before).to == [mine.email, teacher.email])
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id) and day = '2026-09-14'")?.id("id")
        )
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        #expect(try await told(&before).to == [mine.email, teacher.email, substitute.email])
    }

    @Test func `TT4: who is relieved is known by who they are: no namesake is told, and a name may have a comma`()
        async throws
    {
        // Two of one name, told apart by their addresses.
        for address in ["ivanova-a-2", "ivanova-a-3"] {
            try site.installation.set(
                """
                insert into timetable_teachers (tenant_id, id, name, address, degree)
                values (\(site.tenant.id), gen_random_uuid(), 'Ivanova, Maria', \(address), '')
                """, in: site.tenant)
        }
        var users: [String: TestUser] = [:]
        for address in ["ivanova-a-2", "ivanova-a-3"] {
            let user = try site.installation.addUser("Ivanova, Maria", to: site.tenant)
            try site.installation.set(
                """
                update users set role = 'teacher', facts = jsonb_build_object('teacher', \(address.uppercased())::text)
                where tenant_id = \(site.tenant.id) and id = \(user.id)
                """)
            users[address] = user
        }
        let (meant, namesake) = (try #require(users["ivanova-a-2"]), try #require(users["ivanova-a-3"]))
        var (browser, before) = (try site.browser(), 0)
        let id = try await site.add(site.fields(), &browser)
        #expect(
            await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "Autumn")]).status
                == 303)
        _ = try await told(&before)
        let exceptions = "\(site.base)/timetable-lessons/\(id)/exceptions"
        let change = [("day", "2026-09-14"), ("change", "substituted"), ("new_teachers", "ivanova-a-2")]
        #expect(await browser.post(exceptions, change).status == 303)
        #expect(try await told(&before).to == [mine.email, teacher.email, meant.email])
        // Another one takes over: both are told, and the namesake is not.
        let next = [
            ("day", "2026-09-14"), ("change", "substituted"), ("new_teachers", "ivanova-a"),
            try site.seen(id, "2026-09-14"),
        ]
        #expect(await browser.post(exceptions, next).status == 303)
        let told = try await told(&before).to
        #expect(told == [mine.email, teacher.email, meant.email] && !told.contains(namesake.email))
    }

    @Test func `TT4: a mail about a publication says its own reason, whatever was published since`() async throws {
        var browser = try site.browser()
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        try await site.add(site.fields(), &browser)
        #expect(await browser.post(publication, [("reason", "Autumn begins")]).status == 303)
        try await site.add(site.fields("Physics", room: "", day: 2), &browser)
        #expect(await browser.post(publication, [("reason", "Physics comes")]).status == 303)
        try site.installation.inTenant(site.tenant) { tx in
            let first = try TimetableAudience.publication(site.term, "1", .en, in: tx)
            #expect(first["reason"] == "Autumn begins")
            let second = try TimetableAudience.publication(site.term, "2", .en, in: tx)
            #expect(second["reason"] == "Physics comes")
        }
    }
}
