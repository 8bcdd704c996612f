import Foundation
import Mail
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Reports that come by mail: to whom, when, about which days, and what the trail says.
    @Suite(.serialized) struct ReportMailTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let server: TestMailServer

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant(name: "Orchard \"<&>\" باغ")
            try installation.set("update tenants set zone = 'Asia/Tehran', currency = 'EUR' where id = \(tenant.id)")
            server = try TestMailServer()
            console = installation.console(
                mail: MailSender(
                    smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
            )
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Ada Owner")
        }

        private var base: String { "/t/\(tenant.slug)" }

        private func time(_ text: String) throws -> Timestamp {
            try #require(
                try installation.database.connection(.superuser).send("select \(text)::timestamptz as t").rows().first?
                    .time("t"))
        }

        private func next() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select to_char(next_at at time zone 'Asia/Tehran', 'YYYY-MM-DD HH24:MI') from report_mails
                    where tenant_id = \(tenant.id) order by asked_at, id) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        private func sweep(at moment: Timestamp = .now) throws {
            try SendReportMailsAcrossTenants(services: console.services).sweep(
                on: installation.database.connection(.app), now: moment)
        }

        private func actions() throws -> [String] {
            try installation.database.connection(.superuser).send(
                "select array(select action from audit_events where tenant_id = \(tenant.id) order by sequence) as v"
            ).rows().first?.texts("v") ?? []
        }

        /// The parts of a message, as they were before they were wrapped for the way.
        private func part(_ type: String, of message: String) throws -> String {
            let body = try #require(
                message.components(separatedBy: "Content-Type: \(type)").last?.components(separatedBy: "\r\n\r\n")
                    .dropFirst().first)
            return String(
                decoding: try #require(Base64Reader.decode(body.components(separatedBy: "\r\n--").first ?? "")),
                as: UTF8.self)
        }

        @Test(arguments: [("day", "2026-03-11 06:00"), ("week", "2026-03-16 06:00"), ("month", "2026-04-01 06:00")])
        func `the first comes on the next morning, Monday or first of the month by the tenant's clock`(
            frequency: String, due: String
        ) async throws {
            // Half past five in the morning of Wednesday the 11th in Tehran.
            var browser = try console.browser(of: owner, now: try time("2026-03-11 02:00Z"))
            let answer = await browser.post(
                "\(base)/reports/users/mail", [("by", "day"), ("rhythm", frequency), ("format", "xlsx")])
            #expect(answer.location == "\(base)/reports/mails")
            #expect(try next() == [due])
            #expect(try actions().last == "report_mail.added")
        }

        @Test func `13.31: what is mailed is the whole question, whatever the report asks beside the days`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let page = "\(base)/reports/catalogue"
            let form = await browser.get("\(page)/mail?by=month&list=texts&from=2026-03-01&until=2026-03-31")
            #expect(form.hidden("list") == "texts" && form.hidden("by") == "month" && form.hidden("from") == nil)
            let answer = await browser.post(
                "\(page)/mail",
                [("by", "month"), ("list", "texts"), ("more", "x"), ("rhythm", "week"), ("format", "csv")])
            #expect(answer.location == "\(base)/reports/mails")
            let stored = try installation.database.connection(.superuser).send(
                "select query from report_mails where tenant_id = \(tenant.id)"
            ).rows().first?.text("query")
            #expect(stored == "by=month&list=texts")
            #expect(await browser.get("\(base)/reports/mails").has("\(page)?by=month&amp;list=texts"))
        }

        @Test func `at six in the morning the next one is tomorrow's`() async throws {
            var browser = try console.browser(of: owner, now: try time("2026-03-11 02:30Z"))
            _ = await browser.post("\(base)/finance/mail", [("rhythm", "day"), ("format", "csv")])
            #expect(try next() == ["2026-03-12 06:00"])
        }

        @Test(arguments: [
            ("day", "2026-03-31", "2026-03-31"), ("week", "2026-03-23", "2026-03-29"),
            ("month", "2026-03-01", "2026-03-31"),
        ])
        func `it is about the last whole day, week or month`(frequency: String, first: String, last: String) throws {
            let now = try time("2026-04-01 04:00Z")
            let requested = ReportMailQueries.days(
                try #require(ReportMail.Frequency(rawValue: frequency)), before: now, zone: "Asia/Tehran")
            let row = try #require(try installation.database.connection(.superuser).send(requested).rows().first)
            #expect(try row.text("first") == first && row.text("last") == last)
        }

        @Test func `what is due is mailed once, with the report's own file, and the trail has its beginning and end`()
            async throws
        {
            try installation.add([TestUser("Zoë"), TestUser("Åsa")], to: tenant)
            try installation.set(
                "update users set created_at = now() - interval '1 day' where tenant_id = \(tenant.id)")
            try installation.addReportMail(to: tenant, by: owner, next: "now() - interval '1 minute'")
            try sweep()
            // Whoever looks a second time, or on another server, finds nothing to do.
            try sweep()
            let worker = JobWorker(services: console.services)
            #expect(try await worker.step())
            #expect(try await worker.step() == false)
            let mail = try #require(server.received.last)
            #expect(server.received.count == 1 && mail.to == [owner.email])
            let words = try part("text/plain", of: mail.message)
            #expect(
                words.contains(tenant.name) && words.contains("Ada Owner")
                    && words.contains("https://roost.example\(base)/reports/users?from="))
            let file = try part("text/csv", of: mail.message)
            #expect(file.contains(",2,") && file.split(whereSeparator: \.isNewline).count == 2)
            #expect(try actions().suffix(2) == ["list.exported", "list.export_finished"])
            #expect(
                try installation.number(
                    "select count(*) as n from report_mails where sent_at is not null and next_at > now()") == 1)
        }

        @Test(arguments: ["disabled", "outside", "analyst"])
        func `who may see the report no more gets nothing, and it ends`(how: String) async throws {
            let other = try installation.makeAdmin(how == "analyst" ? .editor : .manager, in: tenant)
            try installation.addReportMail(to: tenant, by: other, next: "now() - interval '1 minute'")
            switch how {
            case "disabled": try installation.set("update admins set disabled_at = now() where id = \(other.id)")
            case "outside": try installation.set("delete from memberships where admin_id = \(other.id)")
            default: try installation.set("update report_mails set report = 'finance' where asked_by = \(other.id)")
            }
            try sweep()
            #expect(try await JobWorker(services: console.services).step() == false)
            #expect(server.received.isEmpty)
            #expect(try next().isEmpty)
            #expect(try actions().last == "report_mail.ended")
        }

        @Test func `who loses the right between the queue and the mail gets nothing`() async throws {
            let other = try installation.makeAdmin(.manager, in: tenant)
            try installation.addReportMail(to: tenant, by: other, next: "now() - interval '1 minute'")
            try sweep()
            try installation.set("delete from memberships where admin_id = \(other.id)")
            #expect(try await JobWorker(services: console.services).step())
            #expect(server.received.isEmpty)
        }

        @Test func `in an archived tenant nothing comes, and it goes on when that is back`() async throws {
            try installation.addReportMail(to: tenant, by: owner, next: "now() - interval '1 minute'")
            try installation.set("update tenants set archived_at = now() where id = \(tenant.id)")
            try sweep()
            #expect(try installation.number("select count(*) as n from jobs") == 0)
            #expect(try installation.number("select count(*) as n from report_mails where next_at > now()") == 1)
        }

        @Test func `nobody sees or stops another's`() async throws {
            let other = try installation.makeAdmin(.owner, in: tenant)
            let id = try installation.addReportMail(to: tenant, by: other)
            var browser = try console.browser(of: owner)
            let list = await browser.get("\(base)/reports/mails")
            #expect(list.status == 200 && !list.has("/\(id)/deletion"))
            #expect(await browser.post("\(base)/reports/mails/\(id)/deletion", []).status == 404)
            var theirs = try console.browser(of: other)
            #expect(await theirs.get("\(base)/reports/mails").has("/\(id)/deletion"))
            #expect(await theirs.post("\(base)/reports/mails/\(id)/deletion", []).status == 303)
            #expect(try next().isEmpty)
            #expect(try actions().last == "report_mail.ended")
        }

        @Test func `a rhythm that is none, and one too many, are said beside the field, and what was asked stays`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let wrong = await browser.post(
                "\(base)/reports/users/mail", [("by", "country"), ("rhythm", "hour"), ("format", "pdf")])
            #expect(
                wrong.status == 422 && wrong.has("name=\"by\" value=\"country\"") && wrong.has("rhythm-error")
                    && wrong.has("format-error"))
            for _ in 0..<ReportMail.most { try installation.addReportMail(to: tenant, by: owner) }
            #expect(
                await browser.post("\(base)/reports/users/mail", [("rhythm", "day"), ("format", "csv")]).status == 422)
            #expect(try next().count == ReportMail.most)
        }
    }
}
