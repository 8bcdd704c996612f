import Crypto
import Glibc
import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core
@testable import Sheets
@testable import roost

extension OnCore {
    /// Somebody with a mark of its own in every column that can hold one: all of them are told, and none is left.
    @Suite(.serialized) struct CanaryTests {
        private let here: TestInstallation
        private let tenant: Tenant
        private let owner: TestAdmin
        private let user: TestUser
        private let console: TestConsole
        private let log = TestLog()

        init() throws {
            here = try TestInstallation()
            tenant = try here.makeTenant()
            // The archive is in a language of the workspace.
            try here.set("update tenants set languages = array['en', 'fa'] where id = \(tenant.id)")
            console = TestConsole(here, declarations: ConsoleApplication.declarations, kinds: Kinds.all, log: log)
            owner = try here.makeAdmin(.owner, in: tenant)
            user = try here.fill(tenant, by: owner)
            // What the fillers leave to somebody else.
            // Why somebody is suspended is kept when they are deleted.
            for change in [
                "update users set status = 'suspended' where id = \(user.id)",
                "update import_rows set object_id = \(user.id)", "update bulk_members set user_id = \(user.id)",
                "update approvals set object_id = \(user.id)", "delete from privacy_holds",
            ] as [SQL] { try here.set(change) }
        }

        private enum Exception: String {
            /// The column can't hold a mark.
            case refused
            /// Its mark is not in the archive.
            case untold
            /// Its mark is there after the erasure.
            case kept
        }

        /// The columns that canary-exceptions.txt names, each with its reason there.
        private static func exceptions(_ what: Exception) -> Set<String> {
            let path = #filePath.replacing("CanaryTests.swift", with: "canary-exceptions.txt")
            let lines = (SmallFile.text(path) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
            return Set(lines.filter { $0.count > 2 && $0[0] == what.rawValue }.map { String($0[1]) })
        }

        /// Marks every column of the tables in which a row of theirs can hold a text, and says what refused.
        private static let marking: SQL = """
            create function pg_temp.mark(held text[], keys text[], who uuid)
            returns table (place text, mark text, trouble text) language plpgsql as $$
            declare
                found record;
                n bigint := 0;
                marked bigint;
                written text;
            begin
                for found in
                    select pg_class.relname as name, pg_attribute.attname as col, pg_attribute.atttypid::regtype::text as type,
                        owned.key
                    from unnest(held, keys) as owned (name, key)
                    join pg_class on pg_class.relname = owned.name and pg_class.relnamespace = 'roost'::regnamespace
                    join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0
                        and not pg_attribute.attisdropped and pg_attribute.attgenerated = ''
                    where pg_attribute.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype,
                        'varchar'::regtype, 'varchar[]'::regtype)
                    order by 1, pg_attribute.attnum
                loop
                    n := n + 1;
                    place := found.name || '.' || found.col;
                    -- Long enough that no random text has it by chance.
                    mark := 'q' || n || 'zxjq';
                    trouble := null;
                    written := case found.type
                        when 'jsonb' then 'case jsonb_typeof(coalesce(%2$I, ''{}'')) when ''array'' then %2$I || to_jsonb($1)
                            else coalesce(%2$I, ''{}'') || jsonb_build_object(''canary'', $1) end'
                        when 'text[]' then 'coalesce(%2$I, ''{}'') || $1'
                        else 'coalesce(%2$I, '''') || $1' end;
                    begin
                        execute format('update roost.%1$I set %2$I = ' || written || ' where %3$I = $2',
                            found.name, found.col, found.key) using mark, who;
                        get diagnostics marked = row_count;
                        if marked = 0 then trouble := 'there is no row'; end if;
                    exception when others then
                        trouble := sqlerrm;
                    end;
                    return next;
                end loop;
            end $$
            """

        /// Puts a mark of its own into every column of the declared tables that can hold a text, whether or not the
        /// column is declared. Returns the marks by column, and why columns refused theirs.
        private func mark() throws -> (marks: [String: String], refused: [String: String]) {
            let tables = Declarations.current.personalData
            return try here.database.connection(.superuser).inTenant(tenant.id) { tx in
                try tx.execute(Self.marking)
                let rows = try tx.rows(
                    """
                    select marked.place, marked.mark, marked.trouble
                    from pg_temp.mark(\(tables.map { $0.table.name }), \(tables.map { $0.user.name }), \(user.id)) as marked
                    """)
                var (marks, refused): ([String: String], [String: String]) = ([:], [:])
                for row in rows {
                    let place = try row.text("place")
                    if let trouble = try row.textOrNil("trouble") {
                        refused[place] = trouble
                    } else {
                        marks[place] = try row.text("mark")
                    }
                }
                return (marks, refused)
            }
        }

        /// The columns whose marks are in a backup of the database, as text or as bytes.
        private func left(_ marks: [String: String], in database: TestDatabase) throws -> Set<String> {
            let dump = try database.dump()
            #expect(dump.contains(tenant.slug), "this is no dump of it")
            // One pass over the dump, rather than one for each mark.
            let words = Set(dump.matches(of: /q[0-9]+zxjq/).map { String($0.output) })
            #expect(marks.values.filter { dump.contains(Hex.encode(Array($0.utf8))) } == [])
            return Set(marks.filter { words.contains($0.value) }.keys)
        }

        private func verifies(_ installation: TestInstallation) throws -> Bool {
            try installation.database.with(.app) { connection in
                try connection.inTenant(tenant.id, .readOnly) {
                    try AuditVerification.verify(in: $0, checkpoints: []).finding == nil
                }
            }
        }

        /// The archive as the person downloads it, unpacked.
        private func archive(_ browser: inout TestBrowser) async throws -> [String: String] {
            let added = await browser.post("/t/\(tenant.slug)/users/\(user.id)/privacy", [("kind", "access")])
            let request = try #require(added.location)
            #expect(await browser.post("\(request)/archive").status == 303)
            try await console.work()
            let shown = await browser.post("\(request)/link")
            let link = try #require(
                shown.text.firstRange(of: "https://roost.example/privacy/").map {
                    "/privacy/" + shown.text[$0.upperBound...].prefix { $0 != "<" }
                })
            var stranger = console.browser()
            let page = await stranger.get(link)
            let zip = try ZipReader(await stranger.post(link, page.form(link)).body)
            let names = Declarations.current.personalData.flatMap {
                ["data/\($0.table.name).json", "data/\($0.table.name).csv"]
            }
            var parts: [String: String] = [:]
            for name in names + ["index.html"] {
                guard let part = try zip.part(name) else { continue }
                var bytes: [UInt8] = []
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
                defer { buffer.deallocate() }
                while case let count = try part.read(buffer), count > 0 { bytes += buffer[..<count] }
                parts[name] = String(decoding: bytes, as: UTF8.self)
            }
            return parts
        }

        @Test
        func `G1, G2: every mark is in the archive, none is left after the erasure, nor after older data came back`()
            async throws
        {
            let (marks, refused) = try mark()
            let unexpected = Set(refused.keys).symmetricDifference(Self.exceptions(.refused)).sorted()
            #expect(unexpected == [], "\(unexpected.map { "\($0): \(refused[$0] ?? "takes a mark")" })")
            #expect(marks.count >= 14, "\(marks.keys.sorted())")
            try here.set(
                "update users set language = 'fa' where id = \(user.id)", in: tenant)
            try here.inTenant(tenant) { tx in
                try here.trail.append(
                    AuditEvent(
                        .userChanged, on: .user, user.id, subject: user.id,
                        changes: [.init("name", old: "sealedzx", new: "x", isPersonal: true)]),
                    by: .script("t", in: tenant), in: tx)
            }
            // Sealed copies: a file, a search.
            let work = try here.database.connection()
            let name = try #require(
                try work.inTenant(tenant.id) {
                    try $0.first("select name from users where id = \(user.id)")?.text("name")
                })
            _ = try await console.requestExport(by: owner, in: tenant)
            var browser = try console.browser(of: owner)
            _ = await browser.post(
                "/t/\(tenant.slug)/users/bulk/suspension", [("all", "1"), ("filter", "q=Curie")])
            try await console.work()

            let archive = try await archive(&browser)
            let told = archive.values.joined()
            let untold = Set(marks.filter { !told.contains($0.value) }.keys)
            #expect(untold.symmetricDifference(Self.exceptions(.untold)).sorted() == [])
            #expect(told.contains("sealedzx") && told.contains(name))
            #expect(archive["index.html"]?.contains("dir=\"rtl\"") == true)
            #expect(archive["data/user_notes.csv"] != nil)
            // No table is called by its name in the database: the person doesn't know it.
            #expect(archive["index.html"]?.contains(/<th scope="row">[^<]*_[^<]*</) == false)
            #expect(archive["index.html"]?.contains(" UTC<") == true)

            // The tenant as it was, in a file.
            let directory = TestCluster.ownDirectory("canary")
            mkdir(directory, 0o700)
            let key = SymmetricKey(size: .bits256)
            try here.set("delete from imports where tenant_id = \(tenant.id)")
            try here.set("delete from approvals where tenant_id = \(tenant.id)")
            try here.set("delete from jobs where tenant_id = \(tenant.id)")
            try here.set("delete from account_keys where tenant_id = \(tenant.id)")
            try here.set("delete from pending_readings where tenant_id = \(tenant.id)")
            try here.set("delete from privacy_archives where tenant_id = \(tenant.id)")
            try here.set("update payment_providers set secrets = null where tenant_id = \(tenant.id)")
            try here.set("update bulk_actions set filter = null where length(filter) < 9")
            try here.set("delete from exports where length(query) < 9")
            _ = try await ExportTenantAcrossTenants(
                keyring: here.keyring, keys: here.keys, trail: here.trail, archives: "\(directory)/here", images: nil
            ).run(tenant, to: "\(directory)/file", key: key, reason: "moves", on: here.database.connection(.owner))
            // The whole database as it was, in a backup.
            let backup = try here.database.dump()

            // 14: what was sealed is found by whoever knows it, until it is erased.
            #expect(await browser.get("/t/\(tenant.slug)/audit?q=SEALEDZX").has("class=\"serial\""))
            #expect(
                try here.number("select count(*) as n from audit_sealed_values where subject_id = \(user.id)") > 0)

            let added = await browser.post("/t/\(tenant.slug)/users/\(user.id)/privacy", [("kind", "erasure")])
            let request = try #require(added.location)
            #expect(await browser.post("\(request)/erasure", [("reason", "asked")]).status == 303)
            #expect(await browser.get("/t/\(tenant.slug)/users?status=suspended").has("Curie"))
            try await console.work()
            #expect(await browser.get("/t/\(tenant.slug)/audit?q=sealedzx").has("class=\"serial\"") == false)
            // Records that the law wants, and what its columns say of no person.
            let kept = Self.exceptions(.kept)
            let remaining = try left(marks, in: here.database)
            #expect(remaining.subtracting(kept).sorted() == [])
            #expect(kept.subtracting(remaining).sorted() == [])
            #expect(!(await browser.get("/t/\(tenant.slug)/users?status=deleted").has("Curie")))
            #expect(try here.number("select count(*) as n from exports where tenant_id = \(tenant.id)") == 0)
            #expect(try here.number("select count(*) as n from bulk_actions where filter is not null") == 0)
            #expect(try here.number("select count(*) as n from subject_keys where subject_id = \(user.id)") == 0)
            #expect(try here.number("select count(*) as n from audit_sealed_values where subject_id = \(user.id)") == 0)
            #expect(try verifies(here))
            let payments = try here.number("select count(*) as n from payments where user_id = \(user.id)")
            #expect(payments > 0)

            // Into another installation, where the list knows better.
            let there = try TestInstallation()
            _ = try ImportTenantAcrossTenants(
                keyring: there.keyring, keys: there.keys, trail: there.trail, archives: "\(directory)/there",
                kinds: Kinds.all
            ).run("\(directory)/file", key: key, on: there.database.connection(.owner))
            #expect(try left(marks, in: there.database).contains("users.name"))
            let done = try ReplayErasuresAcrossTenants(
                Declarations.current, keys: there.keys, trail: there.trail, list: here.erased
            ).run(on: there.database.connection())
            #expect(done.erased == [user.id] && done.held == [])
            let imported = try left(marks, in: there.database).subtracting(kept).sorted()
            #expect(imported == [])
            #expect(try verifies(there))
            #expect(try there.number("select count(*) as n from payments where user_id = \(user.id)") == payments)
            // Once more changes nothing.
            let again = try ReplayErasuresAcrossTenants(
                Declarations.current, keys: there.keys, trail: there.trail, list: here.erased
            ).run(tenant.id, on: there.database.connection())
            #expect(again.erased == [])

            // The whole database comes back from its backup, and a server starts on it.
            let restored = try TestDatabase.restored(from: backup)
            #expect(try left(marks, in: restored).contains("users.name"))
            let replay = ReplayErasuresAcrossTenants(
                Declarations.current, keys: here.keys, trail: here.trail, list: here.erased)
            func remedy() throws -> String? {
                try ReturnedPeopleCheck.run(replay, restored.connection(), here.erased.path).remedy
            }
            let words = try #require(try remedy())
            #expect(words.hasPrefix("1 user of the 1 in ") && words.contains("roost privacy replay"))
            try ReturnedPeopleCheck.mend(replay, restored.connection(), here.erased.path, log.logger)
            #expect(try remedy() == nil)
            let returned = try left(marks, in: restored).subtracting(kept).sorted()
            #expect(returned == [])
            // What was logged meanwhile names nobody either.
            let logged = log.text
            #expect(marks.values.filter { logged.contains($0) } == [] && !logged.contains(name))
            #expect(logged.contains("were erased again"))
        }

        @Test func `17.2: who came back under a legal hold stays, is recorded once, and goes when it ends`() throws {
            try here.erased.append(.init(tenant: tenant.id, user: user.id), at: .now)
            try here.erased.append(.init(tenant: .make(), user: .make()), at: .now)
            // What the fillers left sealed with nothing.
            for change in [
                "delete from imports", "delete from approvals", "delete from jobs", "delete from exports",
                "update bulk_actions set filter = null",
            ] as [SQL] { try here.set(change) }
            try here.set(
                """
                insert into privacy_holds (tenant_id, user_id, reason, set_by, set_at)
                values (\(tenant.id), \(user.id), 'court', 'Owner', now())
                """, in: tenant)
            let replay = ReplayErasuresAcrossTenants(
                Declarations.current, keys: here.keys, trail: here.trail, list: here.erased)
            func check() throws -> DoctorChecks.Check {
                try ReturnedPeopleCheck.run(replay, here.database.connection(), here.erased.path)
            }
            func mend() throws {
                try ReturnedPeopleCheck.mend(replay, here.database.connection(), here.erased.path, log.logger)
            }
            for _ in 1...2 { try mend() }
            #expect(log.text.contains("a legal hold that came back as well keeps them"))
            #expect(try check().remedy == nil && check().what.contains("1 user whom a legal hold keeps"))
            let held = try here.number(
                "select count(*) as n from audit_events where action = \(AuditAction.erasureHeld.id)")
            #expect(held == 1)
            try here.set("delete from privacy_holds")
            #expect(try check().remedy?.contains("1 user of the 2 in") == true)
            try mend()
            #expect(try here.number("select count(*) as n from users where id = \(user.id) and name = ''") == 1)
            #expect(log.text.contains("were erased again"))
            // A list that is there and can't be read: nobody knows who is back.
            unlink(here.erased.path)
            mkdir(here.erased.path, 0o700)
            defer { rmdir(here.erased.path) }
            #expect(try check().remedy?.contains("can't be read") == true)
            #expect(throws: (any Error).self) { try mend() }
        }

        @Test func `G2: damaged lines of the list are said at every start and by doctor, and never skipped in silence`()
            throws
        {
            let log = TestLog()
            let whole = "\nerased \(tenant.id) \(ID.make()) 2026-11-01T00:00:00Z\n"
            let lines = whole + "\nerased \(tenant.id) 0198\n" + whole + "\n\u{0}\u{0}\u{0}\n"
            #expect(SmallFile.write(Array(lines.utf8), to: here.erased.path))
            let replay = ReplayErasuresAcrossTenants(
                Declarations.current, keys: here.keys, trail: here.trail, list: here.erased)
            let check = try ReturnedPeopleCheck.run(replay, here.database.connection(), here.erased.path)
            #expect(check.remedy?.contains("2 lines of \(here.erased.path) can't be read (4, 8)") == true, "\(check)")
            try ReturnedPeopleCheck.mend(replay, here.database.connection(), here.erased.path, log.logger)
            #expect(log.text.contains("the list of erased people is damaged"))
            #expect(log.text.contains("2 lines of \(here.erased.path)"))
        }

        @Test func `17.2: a list of 100,000 lines is read whole, and asked about in a few statements`() throws {
            var lines: [UInt8] = []
            for number in 0..<100_000 {
                let line = number == 99_999 ? (tenant.id, user.id) : (tenant.id, ID.make())
                lines += Array("\nerased \(line.0) \(line.1) 2026-11-01T00:00:00Z\n".utf8)
            }
            #expect(SmallFile.write(lines, to: here.erased.path))
            let replay = ReplayErasuresAcrossTenants(
                Declarations.current, keys: here.keys, trail: here.trail, list: here.erased)
            let returned = try replay.returned(on: here.database.connection())
            #expect(returned.lines.map(\.user) == [user.id] && returned.strange == [] && returned.known == 100_000)
        }

        @Test func `G2: a list that can't be written keeps everybody`() async throws {
            let request = try await self.request()
            mkdir(here.erased.path, 0o700)
            try await console.work()
            #expect(try here.number("select count(*) as n from users where id = \(user.id) and name <> ''") == 1)
            // The failure was logged, without the person.
            #expect(log.text.contains(here.erased.path) && !log.text.contains("Curie"))
            rmdir(here.erased.path)
            try here.set("update jobs set run_at = now(), claimed_until = null")
            try await console.work()
            #expect(try here.number("select count(*) as n from users where id = \(user.id) and name = ''") == 1)
            #expect(try here.erased.content().lines.map(\.user) == [user.id])
            _ = request
        }

        private func request() async throws -> String {
            var browser = try console.browser(of: owner)
            let added = await browser.post("/t/\(tenant.slug)/users/\(user.id)/privacy", [("kind", "erasure")])
            let request = try #require(added.location)
            #expect(await browser.post("\(request)/erasure", [("reason", "asked")]).status == 303)
            return request
        }
    }
}
