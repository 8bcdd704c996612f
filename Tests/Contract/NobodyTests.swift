import Console
import Core
import Foundation
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// A tenant that promised to store no personal data, attacked by every caller who could break the promise.
    @Suite struct NobodyTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private func names(_ sql: SQL) throws -> [String] {
            try installation.database.with(.superuser) { try $0.send(sql).rows().map { try $0.text("name") } }
        }

        /// Tables with the id or the address of a user or a subject: found by column names and by foreign keys.
        private static let peopleTables: SQL = """
            select pg_class.relname::text as name from pg_class
            join pg_attribute as tenant on tenant.attrelid = pg_class.oid and tenant.attname = 'tenant_id'
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
                -- Admins and their invitations: a workspace without people still has admins.
                and pg_class.relname <> 'memberships'
                and (exists (select from pg_attribute where pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0
                        and not pg_attribute.attisdropped
                        and pg_attribute.attname ~ '^(user|subject)_id$|email|phone|birth|push_token'
                        -- The subject of a lesson is what is taught: its key, or the column's comment, says that it is nobody.
                        and coalesce(col_description(pg_class.oid, pg_attribute.attnum), '')
                            not in ('names nobody: what is taught', 'names rows of timetable_subjects')
                        and not exists (select from pg_constraint where pg_constraint.conrelid = pg_class.oid
                            and pg_constraint.contype = 'f' and pg_attribute.attnum = any(pg_constraint.conkey)
                            and pg_constraint.confrelid <> 'roost.users'::regclass))
                    or exists (select from pg_constraint where pg_constraint.conrelid = pg_class.oid
                        and pg_constraint.contype = 'f' and pg_constraint.confrelid = 'roost.users'::regclass))
            order by 1
            """

        private static let guardedTables: SQL = """
            select distinct pg_class.relname::text as name from pg_trigger
            join pg_class on pg_class.oid = pg_trigger.tgrelid
            join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname in ('refuse_people', 'refuse_people_of_kind', 'refuse_person')
            where pg_class.relnamespace = 'roost'::regnamespace and pg_trigger.tgenabled = 'O' and (pg_trigger.tgtype & 6) = 6
            order by 1
            """

        @Test func `CY1: every table that names a user refuses rows of a tenant that holds nobody`() throws {
            let people = try names(Self.peopleTables)
            #expect(people.count >= 12 && people.contains("users") && people.contains("payments"))
            let open = Set(people).subtracting(try names(Self.guardedTables)).sorted()
            #expect(
                open == [],
                "add `create trigger NAME_people before insert on NAME for each statement execute function refuse_people()`"
            )
        }

        /// Names of people stand in columns that no rule about names of columns finds.
        @Test func `CY1: every table of a kind that holds people refuses rows of a tenant that holds nobody`() throws {
            let kinds = Kinds.all.filter(\.holdsPeople).map(\.id)
            let tables = try names(
                """
                select pg_class.relname::text as name from pg_class
                where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and not relispartition
                    and split_part(pg_class.relname, '_', 1) = any (\(kinds))
                """)
            #expect(tables.count > 40 && tables.contains("timetable_teachers"))
            #expect(Set(tables).subtracting(try names(Self.guardedTables)).sorted() == [])
        }

        @Test func `CY1: SQL as the application's role inserts into none of them`() throws {
            try installation.database.with(.app) { connection in
                try connection.inTenant(tenant.id) { tx in
                    try tx.execute(
                        """
                        do $$
                        declare
                            wanted text;
                        begin
                            for wanted in
                                select distinct pg_class.relname from pg_trigger
                                join pg_class on pg_class.oid = pg_trigger.tgrelid
                                join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname like 'refuse_people%'
                            loop
                                begin
                                    execute format('insert into roost.%I (tenant_id) values (current_tenant())', wanted);
                                    raise exception '% took a row', wanted;
                                exception when sqlstate 'RT003' or insufficient_privilege then null;
                                end;
                            end loop;
                            begin
                                insert into imports (tenant_id, id, list) values (current_tenant(), gen_random_uuid(), 'users');
                                raise exception 'imports took users';
                            exception when sqlstate 'RT003' then null;
                            end;
                            begin
                                update tenants set holds_people = true where tenants.id = current_tenant();
                                raise exception 'the promise was taken back';
                            exception when sqlstate 'RT003' or check_violation then null;
                            end;
                            begin
                                update tenants set kind = 'alarm' where tenants.id = current_tenant();
                                raise exception 'the kind was changed';
                            exception when sqlstate 'RT003' then null;
                            end;
                        end $$
                        """)
                }
            }
        }

        @Test func `CY1: no event of the trail is about a person, and no cycle tracker is made that holds people`()
            throws
        {
            #expect(throws: (any Error).self) {
                try installation.inTenant(tenant) { tx in
                    let event = AuditEvent(
                        .userChanged, on: .user, .make(), subject: .make(),
                        changes: [.init("email", new: "canary@example.net", isPersonal: true)])
                    try installation.trail.append(event, by: .script("t", in: tenant), in: tx)
                }
            }
            #expect(throws: (any Error).self) { try installation.makeTenant(kind: "cycle", holdsPeople: true) }
        }

        @Test
        func `CY1: people written by every route and endpoint arrive nowhere, and routes about people aren't there`()
            async throws
        {
            let canary = "canary-\(unique())"
            var table = RouteTable(tenant: tenant.slug, user: ID.make().description)
            for route in console.console.routes where route.pattern.contains(":tenant") {
                let path = try #require(table.path(route), "\(route.pattern)")
                var browser = try console.browser(of: owner)
                let form = (table.form(route) ?? []).map { name, value in
                    (name, value.contains("@") ? "\(canary)@example.net" : name == "name" ? canary : value)
                }
                let answer = route.method == .post ? await browser.post(path, form) : await browser.get(path)
                if case .tenant = route.access, !route.place.includes(tenant) {
                    #expect(answer.status == 404, "\(route.method) \(route.pattern)")
                }
                #expect(answer.status < 500, "\(route.method) \(route.pattern)")
                try installation.set("update tenants set archived_at = null, delete_at = null where id = \(tenant.id)")
            }
            table.user = ID.make().description
            let program = TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: Scope.all.map(\.id)).text)
            for route in console.console.routes {
                guard case .service = route.access else { continue }
                let path = try #require(table.path(route), "\(route.pattern)")
                let json = table.json(route)?.replacingOccurrences(of: "\"email\":\"", with: "\"email\":\"\(canary)")
                let answer =
                    if let json { await program.write(route.method, path, json, ifMatch: "*") } else {
                        await program.call(route.method, path)
                    }
                if !route.place.includes(tenant) { #expect(answer.status == 404, "\(route.method) \(route.pattern)") }
            }
            let people = Set(try names(Self.peopleTables))
            let owned = try installation.database.connection(.superuser)
            for table in try owned.tenantTables() {
                let isAboutPeople =
                    people.contains(table.name) && !["audit_events", "memberships"].contains(table.name)
                if isAboutPeople { #expect(try owned.count(table, of: tenant.id) == 0, "\(table.name)") }
            }
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and subject_id is not null")
                    == 0)
            #expect(try installation.number("select count(*) as n from users where tenant_id = \(tenant.id)") == 0)
            // No other table of the tenant has the person's address either, but where admins' own addresses stand.
            var found: [String] = []
            for table in try owned.tenantTables()
            where table.name != "tenants" && !Self.adminsTables.contains(table.name) {
                let hits = try installation.number(
                    """
                    select cardinality(xpath('//row/v/text()', query_to_xml(format(
                        'select 1 as v from roost.%I as t where tenant_id = %L and t::text like %L', \(table.name)::text,
                        \(tenant.id.description)::text, \("%\(canary)%@example.net%")::text), false, false, ''))) as n
                    """)
                if hits > 0 { found.append(table.name) }
            }
            #expect(found == [], "people's addresses")
        }

        /// Tables with addresses of admins: whoever is invited to the workspace, and what was done to them.
        private static let adminsTables: Set<String> = ["memberships", "audit_events"]

        /// The columns of the kind's own tables that could contain words about a person. A new column is added here
        /// only after its author has thought about it: `published_by` is an admin, `note` is an admin's text,
        /// `contents` and `file` are published data.
        @Test func `CY1, CY8: the kind's own tables have these columns, and none for whoever downloads`() throws {
            let columns = try names(
                """
                select pg_class.relname || '.' || pg_attribute.attname as name from pg_attribute
                join pg_class on pg_class.oid = pg_attribute.attrelid and pg_class.relkind = 'r'
                where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relname ~ '^cycle_' and pg_attribute.attnum > 0
                    and not pg_attribute.attisdropped and pg_attribute.attname <> 'tenant_id' order by 1
                """)
            #expect(
                columns == [
                    "cycle_bundle_files.bundle_id", "cycle_bundle_files.file", "cycle_bundle_files.language",
                    "cycle_bundles.contents", "cycle_bundles.id", "cycle_bundles.languages", "cycle_bundles.note",
                    "cycle_bundles.number", "cycle_bundles.published_at", "cycle_bundles.published_by",
                    "cycle_downloads.checks", "cycle_downloads.day", "cycle_downloads.downloads",
                    "cycle_downloads.language",
                ])
        }

        @Test func `14: a key's form offers what opens something here: nothing of users, and nothing of another kind`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let form = await browser.get("/t/\(tenant.slug)/keys/new")
            #expect(form.has("catalogue.read"))
            #expect(!form.has("users.read") && !form.has("gradebook.read"))
            let people = try installation.makeTenant()
            var manager = try console.browser(of: try installation.makeAdmin(.owner, in: people))
            let other = await manager.get("/t/\(people.slug)/keys/new")
            #expect(other.has("users.read") && other.has("answers.write") && !other.has("gradebook.read"))
        }

        @Test func `12: every link of every page of a tenant without users leads somewhere`() async throws {
            var browser = try console.browser(of: owner)
            let own = "/t/\(tenant.slug)"
            var waiting = [own]
            var from = [own: own]
            while let path = waiting.popLast() {
                let answer = await browser.get(path)
                #expect((200...399).contains(answer.status), "\(path) of \(from[path] ?? ""): \(answer.status)")
                guard answer.status == 200, answer.headers[.contentType]?.hasPrefix("text/html") == true else {
                    continue
                }
                for link in answer.text.matches(of: /href="([^"#]*)/).map({ String($0.output.1) }) {
                    let target = link.replacing("&amp;", with: "&")
                    // One order or filter of a list is like another: a link with a query is followed once per path.
                    let bare = target.split(separator: "?").first.map(String.init) ?? ""
                    guard bare == own || bare.hasPrefix(own + "/"), from[bare] == nil else { continue }
                    from[bare] = path
                    waiting.append(target)
                }
            }
            #expect(from.count > 40, "\(from.count)")
            #expect(from.keys.allSatisfy { !$0.hasSuffix("/reports/users") })
        }

        @Test func `12: the audit log's menus offer what its tenant's trail may contain, for every kind of app`()
            async throws
        {
            for kind in Kinds.all {
                let tenant = try installation.makeTenant(kind: kind.id, holdsPeople: kind.holdsPeople)
                var browser = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
                let page = await browser.get("/t/\(tenant.slug)/audit")
                for feature in ConsoleApplication.declarations.features {
                    let isHere = feature.place == .installation || feature.place.includes(tenant)
                    for action in feature.auditActions {
                        #expect(page.has("action=\(action.id)\"") == isHere, "\(kind.id): \(action.id)")
                    }
                }
                #expect(page.has("kind=user\"") == kind.holdsPeople, "\(kind.id)")
                #expect(page.has("kind=student\"") == (kind.id == "gradebook"), "\(kind.id)")
                #expect(page.has("kind=admin\""), "\(kind.id)")
            }
        }

        @Test func `12: a permission of features about users does not apply where there are none`() throws {
            let people = try installation.makeTenant()
            for role in Role.allCases {
                #expect(!role.permissions(in: tenant).contains(.seeUsers))
                #expect(!role.permissions(in: tenant).contains { !$0.place.includes(tenant) })
            }
            #expect(Role.owner.permissions(in: people).contains(.seeUsers))
            #expect(Permission.stored(["users.see", "audit.see"], in: tenant) == [.seeAudit])
        }

        @Test
        func
            `CY1, CY5: the canary typed into every page of the kind that only shows, and asked of every public address, is in no row`()
            async throws
        {
            let canary = "canary-\(unique())@example.net"
            var browser = try console.browser(of: owner)
            _ = await browser.get("/t/\(tenant.slug)")
            let table = RouteTable(tenant: tenant.slug, user: ID.make().description)
            var called = 0
            for route in console.console.routes where route.place == .kind(tenant.kind) {
                let path = try #require(table.path(route), "\(route.pattern)")
                switch route.work {
                case .reading where route.method == .post:
                    let form = (table.form(route) ?? []).map { ($0.0, "\($0.1)\n\(canary)") } + [("email", canary)]
                    #expect(await browser.post(path, form).status < 500, "\(path)")
                case .publicly:
                    var anybody = console.browser()
                    anybody.headers[.userAgent] = canary
                    anybody.cookies["id"] = canary
                    let address = "\(path.replacing(":language", with: "en"))?user=\(canary)"
                    #expect(await anybody.get(address).status < 500, "\(path)")
                default: continue
                }
                called += 1
            }
            #expect(called >= 5)
            let pattern = "%\(canary)%"
            let found = try installation.number(
                """
                select count(*) as n from pg_tables, xpath('//row/v/text()', query_to_xml(format(
                    'select 1 as v from roost.%I as t where t::text like %L', tablename, \(pattern)::text), false, false, '')) as hit
                where schemaname = 'roost' and cardinality(hit) > 0
                """)
            #expect(found == 0)
        }

        @Test func `CY1: the statement lists every table, and openssl alone finds it genuine, or changed by one byte`()
            throws
        {
            let connection = try installation.database.connection(.superuser)
            let statement = try PrivacyStatementAcrossTenants(key: installation.keys.statements).make(
                of: tenant, on: connection, at: .now)
            #expect(statement.text.contains("kind cycle\nholds people: no\n"))
            let newest = try connection.send(
                "select migrations.name from roost.migrations order by migrations.applied_at desc limit 1"
            ).rows().first?.text("name")
            #expect(statement.text.contains("\nschema \(try #require(newest)) of "))
            for table in try names(Self.peopleTables) where table != "audit_events" {
                #expect(statement.text.contains("\n\(table): 0 rows, refuses people\n"), "\(table)")
            }
            // These two hold rows about admins and content, so they don't refuse everything.
            for table in ["audit_events", "imports"] {
                let line = statement.text.split(separator: "\n").first { $0.hasPrefix("\(table): ") }
                #expect(line?.hasSuffix(" rows, refuses rows about people") == true, "\(table)")
            }
            for table in try connection.tenantTables() { #expect(statement.text.contains("\n\(table.name): ")) }
            let back = try #require(SignedStatement(statement.printed))
            #expect(back.text == statement.text && back.isSigned(by: installation.keys.statements.publicKey))
            #expect(SignedStatement(statement.printed + statement.printed) == nil)
            // The two files that `roost privacy prove --to` writes.
            let files = try #require(SignedStatement(statement.text, signature: statement.signature))
            #expect(files.isSigned(by: installation.keys.statements.publicKey))
            #expect(SignedStatement(statement.text, signature: Array(statement.signature.dropLast())) == nil)
            #expect(SignedStatement(statement.printed, signature: statement.signature) == nil)
            let key = PublicKeyFile.text(installation.keys.statements.publicKey)
            #expect(
                PublicKeyFile.read(key)?.rawRepresentation == installation.keys.statements.publicKey.rawRepresentation)
            #expect(try openssl(statement.text, statement.signature, key))
            let changed = statement.text.replacing("\nusers: 0 rows", with: "\nusers: 1 rows")
            #expect(changed != statement.text)
            #expect(try !openssl(changed, statement.signature, key))
        }

        private func openssl(_ text: String, _ signature: [UInt8], _ key: String) throws -> Bool {
            let folder = FileManager.default.temporaryDirectory.appending(path: "statement-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let files = ["text": Data(text.utf8), "sig": Data(signature), "key": Data(key.utf8)]
            for (name, bytes) in files { try bytes.write(to: folder.appending(path: name)) }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.currentDirectoryURL = folder
            process.arguments = [
                "openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key", "-rawin", "-in", "text", "-sigfile", "sig",
            ]
            (process.standardOutput, process.standardError) = (Pipe(), Pipe())
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }
}
