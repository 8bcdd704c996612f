import Glibc
import HTTPTypes
import JSON
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What people ask for about their data, from the request to the receipt.
    @Suite(.serialized) struct PrivacyRequestTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let user: TestUser

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Ada Owner")
            user = try installation.addWholeUser("Marie Curie", to: tenant)
        }

        private var base: String { "/t/\(tenant.slug)" }

        private func text(_ sql: SQL) throws -> String {
            try installation.database.with(.superuser) {
                try $0.send("select (\(sql))::text as v").rows().first?.textOrNil("v") ?? ""
            }
        }

        private func request(_ kind: String, of user: TestUser? = nil, _ browser: inout TestBrowser) async throws
            -> String
        {
            let answer = await browser.post(
                "\(base)/users/\((user ?? self.user).id)/privacy", [("kind", kind), ("note", "by letter")])
            return String(try #require(answer.location).split(separator: "/").last ?? "")
        }

        private func state(_ id: String) throws -> String {
            try text("select state from privacy_requests where id = \(ID(id))")
        }

        private func actions(of id: String) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send(
                    "select array(select action from audit_events where object_id = \(ID(id)) order by sequence) as v"
                ).rows().first?.texts("v") ?? []
            }
        }

        @Test func `G1: an archive is made, and taken once by its link`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await request("access", &browser)
            #expect(await browser.get("\(base)/privacy").has("Marie Curie"))
            #expect(await browser.get("\(base)/privacy/\(id)").has("Make the archive"))
            #expect(await browser.post("\(base)/privacy/\(id)/archive").status == 303)
            #expect(try state(id) == "running")
            #expect(await browser.get("\(base)/privacy/\(id)").has("Making the archive"))
            try await console.work()
            #expect(try state(id) == "ready")
            let shown = await browser.post("\(base)/privacy/\(id)/link")
            let link = try #require(
                shown.text.firstRange(of: "https://roost.example/privacy/").map {
                    "/privacy/" + shown.text[$0.upperBound...].prefix { $0 != "<" }
                })
            var stranger = console.browser()
            let page = await stranger.get(link)
            #expect(page.status == 200 && page.has("Your data") && page.has(tenant.name))
            // Looking at it takes nothing.
            #expect(try state(id) == "ready")
            let form = page.form(link)
            let taken = await stranger.post(link, form)
            #expect(taken.status == 200 && taken.isWhole && taken.body.starts(with: [0x50, 0x4B, 3, 4]))
            #expect(taken.headers[.contentDisposition]?.contains(".zip") == true)
            #expect(try state(id) == "done")
            #expect(await stranger.post(link, form).status == 404)
            let gone = await stranger.get(link)
            // The person is nobody's admin: no page of the console awaits them.
            #expect(gone.status == 404 && gone.has("Ask for a new one") && !gone.has("Go to sign-in"))
            #expect(
                try actions(of: id) == [
                    "privacy.requested", "privacy.archive_started", "privacy.archive_made", "privacy.archive_linked",
                    "privacy.archive_fetched",
                ])
            // Another link of the same archive, while that is kept; none after.
            #expect(await browser.post("\(base)/privacy/\(id)/link").has("privacy/\(tenant.slug)/"))
            try installation.set(
                "update privacy_requests set archived_until = now() - interval '1 second' where id = \(ID(id))")
            try installation.database.with(.app) {
                try $0.inTenant(Tenant.installation.id) { _ = try $0.rows(PrivacyQueries.forgetArchives) }
            }
            #expect(try text("select count(*) from privacy_archives where tenant_id = \(tenant.id)") == "0")
            #expect(await browser.post("\(base)/privacy/\(id)/link").status == 409)
        }

        @Test func `G1: the link of an archive ends with the address that it was mailed to`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await request("access", &browser)
            #expect(await browser.post("\(base)/privacy/\(id)/archive").status == 303)
            try await console.work()
            func made() async throws -> String {
                let shown = await browser.post("\(base)/privacy/\(id)/link")
                return try #require(
                    shown.text.firstRange(of: "https://roost.example/privacy/").map {
                        "/privacy/" + shown.text[$0.upperBound...].prefix { $0 != "<" }
                    })
            }
            let link = try await made()
            var stranger = console.browser()
            #expect(await stranger.get(link).status == 200)
            try installation.inTenant(tenant) { tx in
                try tx.execute("update users set email = 'new-' || users.email where users.id = \(user.id)")
            }
            #expect(await stranger.get(link).status == 404)
            #expect(try state(id) == "ready")
            let renewed = try await made()
            #expect(await stranger.get(renewed).status == 200)
        }

        @Test func `G1: an archive's sheet has sums as people write them, with their currency`() throws {
            for (amount, currency) in [(499, "EUR"), (1200, "JPY"), (5, "KWD")] {
                _ = try installation.addPayment(of: user.id, amount: amount, tax: 0, currency: currency, in: tenant)
            }
            let parts = try installation.database.connection().inTenant(tenant.id, .snapshot) { tx in
                try PersonalArchive(
                    of: user.id, .en, tenant: tenant, tables: Declarations.current.personalData,
                    trail: installation.trail, now: .now, in: tx
                ).parts
            }
            func part(_ name: String) throws -> String {
                String(decoding: try #require(parts.first { $0.name == name }).bytes, as: UTF8.self)
            }
            let sheet = try part("data/payments.csv")
            for sum in ["4.99 EUR", "1200 JPY", "0.005 KWD"] { #expect(sheet.contains(sum), "\(sheet)") }
            #expect(!sheet.contains(",499,"))
            // The file for programs counts in minor units, as the service API does.
            #expect(try part("data/payments.json").contains("\"amount\":499"))
        }

        @Test func `G2: an erasure says what goes on being charged, and support who adds requests`() async throws {
            var browser = try console.browser(of: owner)
            let whole = try installation.addUser("Still Paying", to: tenant)
            let id = try await request("erasure", of: whole, &browser)
            let charged = "has a subscription that is still charged"
            #expect(await !browser.get("\(base)/privacy/\(id)").has(charged))
            let plan = try installation.makePlan(in: tenant)
            try installation.makeSubscription(of: whole.id, plan, in: tenant)
            #expect(await browser.get("\(base)/privacy/\(id)").has(charged))
            let (access, page) = (try await request("access", of: whole, &browser), "\(base)/users/\(whole.id)")
            #expect(await !browser.get("\(base)/privacy/\(access)").has(charged))
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let advice = "Requests are added by admins with the permission"
            #expect(await support.get(page).has(advice))
            #expect(await !browser.get(page).has(advice))
        }

        @Test func `G2: a hold stops an erasure before it begins, while it goes on, and in the database`() async throws
        {
            var browser = try console.browser(of: owner)
            let id = try await request("erasure", &browser)
            let page = await browser.get("\(base)/privacy/\(id)")
            #expect(page.has("What an erasure would do") && page.has("user_notes"))
            #expect(await browser.post("\(base)/users/\(user.id)/hold", [("reason", " ")]).status == 422)
            #expect(await browser.post("\(base)/users/\(user.id)/hold", [("reason", "Case 12")]).status == 303)
            #expect(await browser.get("\(base)/users/\(user.id)").has("Case 12"))
            let held = await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")])
            #expect(held.status == 409 && held.has("Case 12"))
            #expect(await browser.get("\(base)/privacy").has("On hold"))
            // Nor does the application delete a row of theirs by any other way.
            let connection = try installation.database.connection()
            func delete() throws -> Int {
                try connection.inTenant(tenant.id) {
                    try $0.execute("delete from user_notes where user_notes.user_id = \(user.id)")
                }
            }
            #expect(try delete() == 0)
            let end = "\(base)/privacy/holds/\(user.id)/end"
            #expect(await browser.post(end).status == 303)
            #expect(await browser.post(end).status == 404)
            #expect(try delete() == 0)
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            // A hold that comes while it goes on.
            let job = ErasureWork(tenant: tenant.id, id: try #require(ID(id)))
            #expect(try await console.workOneBatch(of: job))
            #expect(await browser.post("\(base)/users/\(user.id)/hold", [("reason", "Case 13")]).status == 303)
            #expect(try await console.workOneBatch(of: job) == false)
            #expect(try state(id) == "held" && text("select name from users where id = \(user.id)") == "Marie Curie")
            #expect(throws: DatabaseError.self) {
                try installation.database.connection().inTenant(tenant.id) {
                    _ = try $0.rows(PrivacyQueries.erased(user.id, at: .now))
                }
            }
            #expect(await browser.post(end).status == 303)
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            try await console.work()
            #expect(try state(id) == "done" && text("select name from users where id = \(user.id)") == "")
            #expect(try actions(of: id).contains("privacy.erasure_held"))
        }

        @Test func `G2: what the dry run says is what goes, the receipt is genuine, and nobody comes back`()
            async throws
        {
            let whole = try installation.fill(tenant, by: owner)
            try installation.set("delete from privacy_holds where tenant_id = \(tenant.id)")
            var browser = try console.browser(of: owner)
            let id = try await request("erasure", of: whole, &browser)
            let plan = try installation.database.connection().inTenant(tenant.id, .readOnly) {
                try ErasurePlan(of: whole.id, Declarations.current, in: $0)
            }
            let going = plan.going
            // Nothing is said twice, and the trail of a request calls the person “User”.
            let shared = plan.rows.filter { if case .ofAll = $0.fate { true } else { false } }
            #expect(Set(shared.map { "\($0.table) \($0.label.name)" }).count == shared.count)
            #expect(Declarations.current.auditField("user", of: .privacyRequest)?.field.scope == .of(.privacyRequest))
            #expect(going["user_notes"] == 1 && going["users"] == 1 && going["exports"] == 1)
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            try await console.work()
            #expect(try state(id) == "done")
            let gone = try installation.database.with(.superuser) {
                try $0.send(
                    "select key, value::bigint as n from privacy_requests, jsonb_each_text(gone) where id = \(ID(id))"
                ).rows().reduce(into: [String: Int]()) { $0[try $1.text("key")] = try $1.int("n") }
            }
            #expect(gone == going)
            let receipt = await browser.get("\(base)/privacy/\(id)/receipt")
            let statement = try #require(SignedStatement(receipt.text))
            #expect(statement.isSigned(by: installation.keys.statements.publicKey))
            #expect(statement.text.contains("user_notes: 1") && statement.text.contains("payments:"))
            #expect(!statement.text.contains("Marie") && !statement.text.contains("Curie"))
            #expect(try installation.erased.content().lines.contains { $0.user == whole.id && $0.tenant == tenant.id })
            let page = await browser.get("\(base)/users/\(whole.id)")
            #expect(page.status == 200 && page.has("This user was erased") && !page.has("Curie"))
            #expect(await browser.post("\(base)/users/\(whole.id)/deletion/end").status == 403)
            #expect(await browser.post("\(base)/users/\(whole.id)/privacy", [("kind", "access")]).status == 404)
            // Nobody writes about them any more; what they paid can still be refunded.
            #expect(!page.has("/users/\(whole.id)/notes"))
            #expect(await browser.post("\(base)/users/\(whole.id)/notes", [("body", "Was Marie")]).status == 404)
            let payment = try installation.addPayment(of: whole.id, provider: "manual", in: tenant)
            let refund = "\(base)/users/\(whole.id)/payments/\(payment)/refund"
            let form = await browser.get(refund).form(refund, ["reason": "Marie asked"])
            #expect(await browser.post(refund, form).status == 303)
            #expect(try text("select reason from refunds where payment_id = \(payment)") == "")
        }

        @Test
        func `G2: the history of a user has who asked for what about them, why, and what came of it, each linked`()
            async throws
        {
            var browser = try console.browser(of: owner)
            var auditor = try console.browser(of: try installation.makeAdmin(.auditor, in: tenant))
            let history = "\(base)/audit?object=\(user.id)"
            let access = try await request("access", &browser)
            #expect(await browser.post("\(base)/privacy/\(access)/refusal", [("reason", "Not them")]).status == 303)
            let refused = await auditor.get(history)
            #expect(refused.has("recorded a privacy request") && refused.has("refused a privacy request"))
            #expect(refused.has("Not them") && refused.has("Access to data: Marie Curie"))
            #expect(refused.has("href=\"\(base)/privacy/\(access)\""))
            // The trail of a request names its user, and leads to them.
            let steps = await auditor.get("\(base)/privacy/\(access)")
            #expect(steps.has("<a href=\"\(base)/users/\(user.id)\"><bdi>Marie Curie</bdi></a></ins>"))
            let id = try await request("erasure", &browser)
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "Asked by mail")]).status == 303)
            try await console.work()
            #expect(try state(id) == "done")
            let whole = await auditor.get(history)
            #expect(whole.has("started an erasure") && whole.has("Asked by mail") && whole.has("erased the user"))
            #expect(whole.has("<a href=\"\(base)/privacy/\(id)\"><bdi>Erasure</bdi></a></ins>"))
            #expect(!whole.has("Curie"))
            // Another user's history has none of it.
            let other = try installation.addUser("Pierre Curie", to: tenant)
            #expect(await !auditor.get("\(base)/audit?object=\(other.id)").has("Asked by mail"))
            for path in ["privacy/\(id)", "users/\(user.id)", "privacy"] {
                let page = await auditor.get("\(base)/\(path)")
                #expect(page.has("Erased user \(user.id.description.prefix(8))"), "\(path)")
            }
            let page = await auditor.get("\(base)/privacy/\(id)")
            #expect(page.has("Erasure: Erased user") && !page.has("erased.invalid"))
        }

        @Test func `G2: what is written while an erasure goes on goes too, and nothing comes after it`() async throws {
            var browser = try console.browser(of: owner)
            let (access, id) = (try await request("access", &browser), try await request("erasure", &browser))
            #expect(await browser.post("\(base)/privacy/\(access)/archive").status == 303)
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            let job = ErasureWork(tenant: tenant.id, id: try #require(ID(id)))
            #expect(try await console.workOneBatch(of: job))
            func write() throws {
                try installation.inTenant(tenant) { tx in
                    try tx.execute(
                        """
                        insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at)
                        values (\(tenant.id), \(user.id), gen_random_uuid(), 'ios', 'Phone of Marie', '1', now())
                        """)
                }
            }
            try write()
            while try await console.workOneBatch(of: job) {}
            #expect(try state(id) == "done")
            #expect(try text("select count(*) from user_devices where user_id = \(user.id)") == "0")
            #expect(throws: DatabaseError.self) { try write() }
            // Another request is closed: nobody could answer it, and none of its pieces are written any more.
            try await console.work()
            #expect(try state(access) == "refused" && actions(of: access).contains("privacy.refused"))
            #expect(try text("select count(*) from privacy_archives where request_id = \(ID(access))") == "0")
        }

        @Test func `G2: a line of the list of erased people that was torn costs none of the others`() throws {
            let list = ErasedPeople(path: TestCluster.ownDirectory("torn"))
            let people = (0..<2).map { _ in ErasedPeople.Line(tenant: tenant.id, user: .make()) }
            try list.append(people[0], at: .now)
            let file = try #require(fopen(list.path, "a"))
            fputs("erased \(tenant.id) 0197", file)
            fclose(file)
            try list.append(people[1], at: .now)
            let content = try list.content()
            #expect(content.lines == people && content.strange == [3])
        }

        @Test func `G2: an erasure takes mails that were given up and links to the address; nobody is seen after it`()
            async throws
        {
            let now = Timestamp.now
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    AccountQueries.addLink(
                        Array(repeating: 7, count: 32), .signUp, to: user.email.uppercased(), user: nil, request: "",
                        now: now, over: now.adding(seconds: 86_400)))
                try tx.execute(
                    """
                    insert into jobs (tenant_id, id, kind, payload, run_at, failed_at) values
                        (\(tenant.id), \(ID.make()), 'mail.account.link', '', now(), now()),
                        (\(tenant.id), \(ID.make()), 'mail.account.address', '', now(), now()),
                        (\(tenant.id), \(ID.make()), 'mail.report', '', now(), now())
                    """)
            }
            var browser = try console.browser(of: owner)
            let id = try await request("erasure", &browser)
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            try await console.work()
            #expect(try state(id) == "done")
            #expect(try text("select count(*) from account_links where tenant_id = \(tenant.id)") == "0")
            let left = try text(
                "select string_agg(kind, ' ') from jobs where tenant_id = \(tenant.id) and failed_at is not null")
            #expect(left == "mail.report")
            // A call from before was noted and is written only now.
            let touches = console.services[UserTouches.self]
            touches.note(user.id, of: tenant.id, at: now, stored: Timestamp(microseconds: 0))
            await touches.flush()
            #expect(try text("select seen_at = 'epoch' from users where id = \(user.id)") == "true")
        }

        @Test func `G2: what admins called like the erased is called otherwise, and the trail never had it`()
            async throws
        {
            // Another Marie is there, so that name alone is nobody's; no other Curie is.
            _ = try installation.addUser("Marie Sklodowska", to: tenant)
            for name in [
                "Marie Curie's refunds", "CURIE, Maríe", "Radium", "about \(user.email)", "Curie: refunds", "Maries",
                "Marie",
            ] {
                _ = try installation.addView(name, of: owner, to: tenant)
            }
            for (key, name, about) in [("a", "Friends of Curie", "x"), ("b", "Radium", "As Marie Curie wanted")] {
                try installation.set(
                    """
                    insert into segments (tenant_id, id, key, name, about, filter, created_at, changed_at, changed_by)
                    values (\(tenant.id), \(ID.make()), \(key), \(name), \(about), 'status=active', now(), now(), 'x')
                    """, in: tenant)
            }
            var browser = try console.browser(of: owner)
            let saved = await browser.post(
                "\(base)/users/views", [("name", "All of Marie Curie"), ("view", "status=active")])
            #expect(saved.status == 303)
            let id = try await request("erasure", &browser)
            #expect(await browser.get("\(base)/privacy/\(id)").has("saved_views"))
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            try await console.work()
            #expect(try state(id) == "done")
            let names = try text(
                "select string_agg(name, '|' order by name) from saved_views where tenant_id = \(tenant.id)")
            #expect(names.split(separator: "|").sorted() == ["Marie", "Maries", "Radium", "—", "—", "—", "—", "—"])
            #expect(try text("select gone ->> 'saved_views' from privacy_requests where id = \(ID(id))") == "5")
            let segments = try text(
                "select string_agg(name || ':' || about, '|' order by key) from segments where tenant_id = \(tenant.id)"
            )
            #expect(segments == "—:x|Radium:")
            let list = await browser.get("\(base)/users")
            #expect(list.has("Radium") && !list.has("Curie"))
            #expect(await !browser.get("\(base)/audit?action=view.saved").has("Curie"))
        }

        @Test func `G2: two words of a name name a person, its particles name nobody`() throws {
            for (words, person, isNamed) in [
                ("Pagos de María de la Cruz", "María de la Cruz", true), ("cruz, MARIA", "María de la Cruz", true),
                ("Clientes de la zona norte", "María de la Cruz", false), ("Cruz", "María de la Cruz", false),
                ("Madonna's refunds", "Madonna", true), ("Users of the plan", "", false),
                ("Von und zu", "Otto von und zu Stein", false), ("Возвраты: ПЕТРОВ Фёдор", "Фёдор Петров", true),
                // In whichever case a Russian sentence has them.
                ("Возвраты Фёдора Петрова", "Фёдор Петров", true), ("Письмо Марии Петровой", "Мария Петрова", true),
                ("С Максимом Горьким", "Максим Горький", true), ("Для Сергея Ильина", "Сергей Ильин", true),
                ("Марина Петровская", "Мария Петрова", false), ("Максимов и Горькавый", "Максим Горький", false),
                ("پرداخت‌های مریم گلستانی", "مریم گلستانی", true), ("about SOMEBODY@example.net", "", true),
            ] {
                #expect(
                    try text("names_person(\(words), \(person), 'somebody@example.net')") == String(isNamed), "\(words)"
                )
            }
        }

        @Test func `17: an erasure that was started is continued or held, and never refused`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await request("erasure", &browser)
            #expect(await browser.get("\(base)/privacy/\(id)").has("\(base)/privacy/\(id)/refusal"))
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "asked")]).status == 303)
            // Its last step has written the list, and its commit failed until the job gave up.
            try installation.erased.append(.init(tenant: tenant.id, user: user.id), at: .now)
            for state in ["waiting", "held"] {
                try installation.set("update privacy_requests set state = \(state) where id = \(ID(id))")
                let page = await browser.get("\(base)/privacy/\(id)")
                #expect(page.has("\(base)/privacy/\(id)/erasure") && !page.has("\(base)/privacy/\(id)/refusal"))
                #expect(await browser.post("\(base)/privacy/\(id)/refusal", [("reason", "Not them")]).status == 409)
                #expect(try self.state(id) == state)
            }
            #expect(await browser.post("\(base)/privacy/\(id)/erasure", [("reason", "again")]).status == 303)
            try await console.work()
            #expect(try state(id) == "done")
            // A request of which no archive came yet may be refused as before.
            let other = try installation.addUser("Irene Curie", to: tenant)
            let access = try await request("access", of: other, &browser)
            #expect(await browser.post("\(base)/privacy/\(access)/archive").status == 303)
            try installation.set("update privacy_requests set state = 'waiting' where id = \(ID(access))")
            #expect(await browser.post("\(base)/privacy/\(access)/refusal", [("reason", "Not them")]).status == 303)
        }

        @Test func `17: an archive has what was done about the person's own requests, and nobody else's`() async throws
        {
            var browser = try console.browser(of: owner)
            let other = try installation.addUser("Pierre Curie", to: tenant)
            let theirs = try await request("access", of: other, &browser)
            #expect(await browser.post("\(base)/privacy/\(theirs)/refusal", [("reason", "Not Pierre")]).status == 303)
            let erasure = try await request("erasure", &browser)
            #expect(await browser.post("\(base)/privacy/\(erasure)/refusal", [("reason", "Not Marie")]).status == 303)
            let access = try await request("access", &browser)
            #expect(await browser.post("\(base)/privacy/\(access)/archive").status == 303)
            let parts = try installation.database.connection().inTenant(tenant.id, .snapshot) { tx in
                try PersonalArchive(
                    of: user.id, .en, tenant: tenant, tables: Declarations.current.personalData,
                    trail: installation.trail, now: .now, in: tx
                ).parts
            }
            let part = try #require(parts.first { $0.name == "data/audit_events.json" })
            let events = try JSONReader.read(part.bytes).elements
            let steps = events.filter { $0["what"]?.text == "privacy_request" }.compactMap { $0["action"]?.text }
            #expect(
                steps == [
                    "privacy.requested", "privacy.refused", "privacy.requested", "privacy.archive_started",
                ])
            let text = String(decoding: part.bytes, as: UTF8.self)
            #expect(text.contains("Not Marie") && !text.contains("Not Pierre"))
        }

        @Test func `17: pictures in an archive end as what they are, and its first page leads to them`() throws {
            let image = try installation.addImage(to: tenant)
            try installation.set("update users set external_id = \(image.description) where users.id = \(user.id)")
            let table = PersonalTable(
                "users", Strings.user_profile, user: "id", columns: ["name"], images: ["external_id"], erased: .deleted)
            let archive = try installation.database.connection().inTenant(tenant.id, .snapshot) { tx in
                try PersonalArchive(
                    of: user.id, .en, tenant: tenant, tables: [table], trail: installation.trail, now: .now, in: tx)
            }
            #expect(archive.images.map(\.name) == ["images/\(image).svg"])
            let page = String(decoding: try #require(archive.parts.first).bytes, as: UTF8.self)
            #expect(page.contains("<a href=\"images/\(image).svg\">"))
        }

        @Test func `G2: several at once always wait for a second admin`() async throws {
            let others = try (0..<2).map { try installation.addWholeUser("Person \($0)", to: tenant) }
            var browser = try console.browser(of: owner)
            var ids: [String] = []
            for other in others { ids.append(try await request("erasure", of: other, &browser)) }
            let ticked = ids.map { ("erasures", $0) }
            #expect(await browser.get("\(base)/privacy/erasures").has("Person 1"))
            #expect(await browser.post("\(base)/privacy/erasures", []).status == 422)
            #expect(await browser.post("\(base)/privacy/erasures", ticked).has("This needs a second admin"))
            let kept = await browser.post("\(base)/privacy/erasures", ticked + [("approval_reason", "they all asked")])
            let approval = try #require(kept.location)
            #expect(try ids.map { try state($0) } == ["waiting", "waiting"])
            var second = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
            let shown = await second.get(approval)
            #expect(shown.has("Erasure: Person 0") && shown.has("Erasure: Person 1"))
            #expect(await second.post("\(approval)/approval", shown.form("\(approval)/approval")).status == 303)
            try await console.work()
            #expect(try ids.map { try state($0) } == ["done", "done"])
            #expect(try ids.allSatisfy { try actions(of: $0).contains("privacy.erasure_started") })
        }

        @Test func `G1: the clock runs a month of the tenant's calendar, three when extended, and overdue comes first`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let id = try await request("access", &browser)
            try installation.set(
                """
                update privacy_requests set received_at = '2026-01-31 12:00 Europe/Madrid', due_at = '2026-02-28 12:00 Europe/Madrid'
                where id = \(ID(id))
                """)
            #expect(await browser.post("\(base)/privacy/\(id)/extension", [("reason", "")]).status == 422)
            #expect(await browser.post("\(base)/privacy/\(id)/extension", [("reason", "Much data")]).status == 303)
            #expect(
                try text("select due_at = '2026-04-30 12:00 Europe/Madrid' from privacy_requests where id = \(ID(id))")
                    == "true")
            #expect(await browser.post("\(base)/privacy/\(id)/extension", [("reason", "More")]).status == 409)
            let late = try installation.addUser("Late One", to: tenant)
            let other = try await request("erasure", of: late, &browser)
            let due = try text(
                """
                select due_at = (received_at at time zone 'Europe/Madrid' + interval '1 month') at time zone 'Europe/Madrid'
                from privacy_requests where id = \(ID(other))
                """)
            #expect(due == "true")
            try installation.set(
                "update privacy_requests set due_at = now() - interval '2 days' where id = \(ID(other))")
            try installation.set("update privacy_requests set due_at = now() + interval '3 days' where id = \(ID(id))")
            let list = await browser.get("\(base)/privacy").text
            let (first, next) = (list.firstRange(of: "Late One"), list.firstRange(of: "Marie Curie"))
            #expect(try #require(first).lowerBound < (try #require(next)).lowerBound && list.contains("Overdue"))
            let home = await browser.get(base)
            #expect(home.has("1 privacy request is overdue") && home.has("1 privacy request is due within 7 days"))
            #expect(await browser.post("\(base)/privacy/\(id)/refusal", [("reason", "Not them")]).status == 303)
            #expect(try state(id) == "refused")
        }

        @Test func `S3: an app asks with a key for it, and asking twice is asking once`() async throws {
            let key = try installation.makeKey(in: tenant, scopes: ["privacy.read", "privacy.write"])
            let app = TestProgram(console, key: key.text)
            let path = "/v1/users/\(user.id)/privacy-requests"
            let first = await app.write(.post, path, "{\"kind\":\"erasure\"}")
            #expect(first.status == 200 && first.has("\"state\":\"waiting\""), "\(first.text)")
            #expect(await app.write(.post, path, "{\"kind\":\"erasure\"}").text == first.text)
            #expect(await app.write(.post, path, "{\"kind\":\"all\"}").status == 422)
            #expect(
                await app.write(.post, "/v1/users/\(ID.make())/privacy-requests", "{\"kind\":\"access\"}").status == 404
            )
            #expect(await app.get(path).has("\"kind\":\"erasure\""))
            let weak = try installation.makeKey(in: tenant, scopes: ["users.read"])
            #expect(await TestProgram(console, key: weak.text).get(path).status == 403)
            #expect(try text("select count(*) from privacy_requests where user_id = \(user.id)") == "1")
        }
    }
}
