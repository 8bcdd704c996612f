import Console
import Core
import HTML
import JSON
import Mail
import Postgres
import Secrets
import Sheets
import Support
import Templates
import Testing

@testable import Fitness
@testable import roost

extension OnFitness {
    /// What people are told by itself: declared by event, audience and key of the text; mailed to those who wait for it.
    @Suite struct MessageTests {
        private let server: TestMailServer
        private let site: FitnessSite

        init() async throws {
            server = try TestMailServer()
            site = try await FitnessSite(
                mail: MailSender(
                    smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
            )
        }

        private func mails() async throws -> [(to: String, message: String)] {
            try await site.console.work()
            return server.received.map { ($0.to.first ?? "", $0.message) }
        }

        /// The parts of a mail that are encoded: its text, and what is attached.
        private func parts(_ message: String) -> [[UInt8]] {
            message.split(separator: "\r\n\r\n").compactMap { part in
                Base64.padded.decode(part.split(separator: "\r\n").prefix { !$0.hasPrefix("--") }.joined().utf8)
            }
        }

        private func text(_ key: String, _ content: String) throws {
            let id = try site.installation.makeEntry("texts", ["published"], in: site.tenant, content: content)
            try site.installation.set("update catalogue_entries set key = \(key) where id = \(id)")
        }

        @Test func `FC5: each step tells those who wait for it, by the tenant's own text or in plain words`()
            async throws
        {
            try text(
                "message.goal_accepted", #"{"headline.en":"Off you go!","text.en":"{recipient}, {goal} is accepted."}"#)
            let goal = try await site.add([site.igor, site.olga])
            #expect(try await mails().isEmpty)
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let proposed = try await mails()
            #expect(Set(proposed.map(\.to)) == [site.igor.email, site.olga.email])
            let plain = String(Strings.fitness_message_proposed.resolve(in: .en).dropLast())
            // The subject ends without a full stop, and the body doesn't say it once more.
            #expect(proposed.allSatisfy { $0.message.contains("Subject: \(plain)\r\n") })
            let bodies = parts(proposed[0].message).map { String(decoding: $0, as: UTF8.self) }
            #expect(
                !bodies.contains {
                    !$0.hasPrefix("<!doctype") && $0.contains(plain + ".") || $0.contains(plain + ".</p>")
                })
            #expect(try await site.accept(site.igor, goal).status == 200)
            let accepted = try await mails().dropFirst(2)
            #expect(accepted.map(\.to) == [site.anna.email])
            #expect(accepted.first?.message.contains("Subject: Off you go!") == true)
            // A comment is in the feed, and mailed to nobody.
            #expect(await site.act(site.igor, goal, "comments", #"{"text":"Well done"}"#).status == 200)
            #expect(try await mails().count == 3)
            // Done: the recipient and whoever has not rejected it.
            var browser = try site.console.browser(of: site.manager)
            #expect(
                await browser.post(
                    "\(site.goals)/\(goal)/percent", [("percent", "60"), ("note", "")] + site.opened(goal: goal)
                ).status == 303)
            #expect(try await mails().count == 3)
            #expect(
                await browser.post(
                    "\(site.goals)/\(goal)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal)
                ).status == 303)
            #expect(
                Set(try await mails().dropFirst(3).map(\.to)) == [site.anna.email, site.igor.email, site.olga.email])
        }

        @Test func `FI3: a recipient is told of a rejection, and the sponsor who rejected of nothing that follows`()
            async throws
        {
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let before = try await mails().count
            #expect(await site.act(site.igor, goal, "rejection", #"{"comment":"No"}"#).status == 200)
            #expect(try await mails().dropFirst(before).map(\.to) == [site.anna.email])
            #expect(try await site.accept(site.olga, goal).status == 200)
            #expect(await site.act(site.anna, goal, "abandonment").status == 200)
            let all = try await mails()
            #expect(all.dropFirst(before + 1).map(\.to) == [site.anna.email, site.olga.email])
        }

        @Test func `FI8: how a dispute ended is told to the recipient as well as to the sponsor`() async throws {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let hundred = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
            #expect(hundred.status == 303)
            #expect(await site.act(site.igor, goal, "reward", "{}").status == 200)
            let dispute = await site.act(
                site.anna, goal, "sponsors/\(site.igor.id)/dispute", #"{"note":"Never came"}"#)
            #expect(dispute.status == 200)
            let reward = try site.inTenant { tx in
                try #require(
                    try tx.first(
                        "select backings.id from fitness_backings as backings where backings.goal_id = \(goal)")
                ).id("id")
            }
            let before = try await mails().count
            let reopening = "/t/\(site.tenant.slug)/fitness-rewards/\(reward)/reopening"
            #expect(await browser.post(reopening, [("note", "")]).status == 303)
            #expect(Set(try await mails().dropFirst(before).map(\.to)) == [site.anna.email, site.igor.email])
        }

        @Test func `FC5: a mail of a rejection has its words, and asks for nothing that is refused`() async throws {
            try text(
                "message.goal_declined",
                #"{"text.en":"{goal}. Reward: {reward}. Instead: {proposal}.\nIt said: {comment}"}"#)
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let before = try await mails().count
            func said(_ mail: (to: String, message: String)?) -> String {
                parts(mail?.message ?? "").map { String(decoding: $0, as: UTF8.self) }.joined()
            }
            let answer = #"{"type":"walk","comment":"Too far. Walk first."}"#
            #expect(await site.act(site.igor, goal, "rejection", answer).status == 200)
            let first = said(try await mails().dropFirst(before).first)
            #expect(
                first.contains("Instead: Type walk.") && first.contains("It said: Too far. Walk first."), "\(first)")
            // The last one to reject leaves the goal to be amended; a sentence about what is not there is left out.
            #expect(await site.act(site.olga, goal, "rejection", "{}").status == 200)
            let last = try #require(try await mails().dropFirst(before + 1).first)
            // Its subject is long, so a mail encodes it: three bytes are four letters.
            let subject = Base64.padded.encode(Strings.fitness_message_rejected.resolve(in: .en).utf8.prefix(24))
            #expect(last.message.contains(subject) && !said(last).contains("Too far"), "\(last.message)")
            #expect(Placeholders.fillSentences("Done! Reward: {reward}. Well.", with: ["reward": ""]) == "Done! Well.")
        }

        @Test func `FC5: without a text of the tenant's own a mail says whom and what it is about`() async throws {
            let goal = try await site.add([site.igor])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let mail = try #require(try await mails().first)
            let said = parts(mail.message).map { String(decoding: $0, as: UTF8.self) }.joined()
            for words in ["Anna", "Type run", "Shoes · RUB\u{A0}5,000.00"] { #expect(said.contains(words), "\(words)") }
            #expect(said.contains("Of the table") == false)
        }

        @Test
        func `FC5: whoever amends a goal again and again fills nobody's mailbox, and keeps no other's mails away`()
            async throws
        {
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            for number in 0..<25 {
                let draft = site.draft([site.igor, site.olga]).replacing("500000", with: "\(500_001 + number)")
                #expect(await site.write(.put, site.anna, "goals/\(goal)", draft).status == 200)
            }
            let sent = try await mails()
            for sponsor in [site.igor, site.olga] {
                #expect((2...11).contains(sent.count { $0.to == sponsor.email }), "\(sponsor.email)")
            }
            #expect(try site.events("goal.amended") == 25)
            // The sponsor's answer is somebody else's act.
            #expect(try await site.accept(site.igor, goal).status == 200)
            #expect(try await mails().dropFirst(sent.count).map(\.to) == [site.anna.email])
        }

        @Test func `FI8: a sponsor's statement of a month is mailed as a file, and both ends are in the trail`()
            async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            _ = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
            let before = try await mails().count
            let sponsor = "/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)"
            #expect(await browser.get(sponsor).has(Strings.fitness_statement_mail.resolve(in: .en)))
            #expect(await browser.post("\(sponsor)/statement", [("period", "soon")]).status == 404)
            let period = try #require(RewardPeriod.months(until: Int(Timestamp.now.seconds / 86_400), .en).first?.value)
            #expect(await browser.post("\(sponsor)/statement", [("period", period)]).status == 303)
            let mail = try #require(try await mails().dropFirst(before).first)
            #expect(mail.to == site.igor.email && mail.message.contains(".xlsx"))
            // For a person: names and states in words, the sum as it is paid.
            let file = try #require(parts(mail.message).first { $0.starts(with: "PK".utf8) })
            let reader = try XLSXReader(file)
            var cells: [String] = []
            while let row = try reader.next() { cells += row.cells }
            let due = LocalText(RewardState.due.label).resolve(in: .en)
            for words in ["Anna", "Type run", "Shoes", "RUB", due] { #expect(cells.contains(words), "\(words)") }
            #expect(cells.contains { $0 == "5000" || $0 == "5000.00" }, "\(cells)")
            // It says whose it is and of which days, as does the file's name; and it has the page's totals.
            let days = try #require(RewardPeriod(period))
            let title = Strings.fitness_statement_of(sponsor: "Igor").resolve(in: .en)
            for words in [title, days.words(.en), Strings.fitness_statement_totals.resolve(in: .en)] {
                #expect(cells.contains(words), "\(words): \(cells)")
            }
            #expect(mail.message.contains("statement-igor-\(days.from)-\(days.until).xlsx"))
            #expect(!cells.contains("500000") && !cells.contains("run") && !cells.contains("Of the table"))
            #expect(try site.events("sponsor.statement_mailed") == 1)
        }

        @Test func `FC5: what a file in pieces ticks is told as what a call ticks`() async throws {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let plan = [("day", "2024-05-01"), ("title", "Run 2 km")]
            #expect(await browser.post("\(site.goals)/\(goal)/plan", plan).status == 303)
            #expect(
                await browser.post(
                    "\(site.goals)/\(goal)/rule", [("rule", "ticks"), ("whole", "yes")] + site.opened(goal: goal)
                ).status == 303)
            let before = try await mails().count
            let begun = await site.write(.post, site.anna, "activity-uploads", #"{"format":"gpx"}"#)
            let upload = try #require(try JSONReader.read(Array(begun.text.utf8))["id"]?.text)
            let path = "/v1/me/activity-uploads/\(upload)"
            let file = Array(TrackerSamples.garminGPX.utf8)
            #expect(
                await site.app(of: site.anna).write(
                    .post, "\(path)/pieces", type: "application/octet-stream", file
                ).status == 200)
            #expect(await site.write(.post, site.anna, "activity-uploads/\(upload)/completion").status == 200)
            let told = try await mails().dropFirst(before).map(\.to)
            #expect(try site.state(goal) == "done")
            #expect(told.contains(site.igor.email), "\(told)")
        }

        @Test func `FI8: a statement is offered to mail for whoever gets mail`() async throws {
            _ = try await site.inProgress()
            try site.installation.set("update users set status = 'suspended' where id = \(site.igor.id)")
            var browser = try site.console.browser(of: site.manager)
            let sponsor = "/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)"
            let page = await browser.get(sponsor)
            #expect(page.status == 200 && !page.has(Strings.fitness_statement_mail.resolve(in: .en)))
            let period = [("period", "2026-11-01..2026-11-30")]
            #expect(await browser.post("\(sponsor)/statement", period).status == 404)
        }

        @Test func `FC5: what is refused tells nobody, and who is suspended meanwhile gets nothing`() async throws {
            let goal = try await site.add([site.igor])
            #expect(try await site.accept(site.igor, goal).status == 404)
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            try site.installation.set("update users set status = 'suspended' where id = \(site.igor.id)")
            // Jobs that tests before this one have left are done as well.
            let told = try await mails().map(\.to).filter([site.anna.email, site.igor.email].contains)
            #expect(told == [])
        }

        @Test func `FC5: the page of automatic messages says event, audience and whose text it is`() async throws {
            try text("message.goal_done", #"{"text.en":"{recipient} is done."}"#)
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("/t/\(site.tenant.slug)/message-triggers")
            #expect(page.status == 200 && page.has(Strings.fitness_message_done.resolve(in: .en)))
            for part in ["message.goal_done", "message.goal_new", "{recipient} {goal}"] { #expect(page.has(part)) }
            #expect(page.has(Strings.messages_text_own.resolve(in: .en)))
            // A text that is missing is a click away, with its key.
            var editor = try site.console.browser(of: site.installation.makeAdmin(.editor, in: site.tenant))
            let list = await editor.get("/t/\(site.tenant.slug)/message-triggers")
            #expect(list.has("/texts/new?key=message.goal_new"))
            let form = await editor.get("/t/\(site.tenant.slug)/texts/new?key=message.goal_new")
            #expect(form.status == 200 && form.has("value=\"message.goal_new\""))
        }

        @Test func `FC5: a text may name its reader; a name that nothing replaces is pointed out`() async throws {
            try text("message.goal_accepted", #"{"text.en":"{name}, off you go with {goal}!"}"#)
            try text("message.goal_rejected", #"{"text.en":"{goa} was rejected."}"#)
            let goal = try await site.inProgress()
            let mail = try #require(try await mails().first { $0.to == site.anna.email })
            let said = parts(mail.message).map { String(decoding: $0, as: UTF8.self) }.joined()
            #expect(said.contains("Anna, off you go with Type run!"), "\(goal): \(said)")
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("/t/\(site.tenant.slug)/message-triggers")
            #expect(page.has(Strings.messages_text_unknown(names: "{goa}").resolve(in: .en)))
            #expect(!page.has(Strings.messages_text_unknown(names: "{name}").resolve(in: .en)))
        }

        @Test func `FC5, FC8: triggers are declared once for each text, and their texts could be written`() {
            let all = GoalTriggers.all
            #expect(Set(all.map(\.text)).count == all.count)
            #expect(all.allSatisfy { CatalogueEntry.isKey($0.text) && !$0.events.isEmpty })
            // Every step of a goal, and of a reward, tells somebody, and is in the feed.
            // A like that is taken back tells nobody.
            for action in GoalAct.allCases.filter({ $0 != .unlike }).map(\.action) + RewardAct.allCases.map(\.action) {
                #expect(all.contains { $0.events.contains(action) && $0.ways.contains(.feed) }, "\(action.id)")
            }
            for action in [AuditAction.goalProposed, .rewardDisputed] {
                #expect(all.contains { $0.audience.users == nil && $0.ways.contains(.home) && $0.events == [action] })
            }
        }
    }
}
