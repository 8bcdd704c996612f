import Crypto
import Glibc
import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    @Suite(.serialized) struct TenantTransferTests {
        private let here: TestInstallation
        private let there: TestInstallation
        private let tenant: Tenant
        private let owner: TestAdmin
        private let user: TestUser
        private let key = SymmetricKey(size: .bits256)
        private let directory = TestCluster.ownDirectory("transfers")

        private var file: String { "\(directory)/tenant.roost" }

        init() throws {
            here = try TestInstallation()
            there = try TestInstallation()
            mkdir(directory, 0o700)
            tenant = try here.makeTenant()
            owner = try here.makeAdmin(.owner, in: tenant, email: "zoe-\(unique())@example.org")
            user = try here.fill(tenant, by: owner)
            _ = try here.makeAdmin(.editor, in: tenant, name: "Editor")
            // A neighbour, who must neither leave nor be touched.
            _ = try here.addWholeUser("Neighbour", to: try here.makeTenant())
            try Self.seal(in: here, tenant)
            // Part of the trail lies in a file.
            _ = try AuditArchiving(directory: "\(directory)/here", keys: here.keys, trail: here.trail)
                .archiveNext(
                    of: tenant, before: Timestamp.now.adding(seconds: 60), piece: 2,
                    on: here.database.connection(.owner))
            try here.inTenant(tenant) { tx in
                try here.trail.append(
                    AuditEvent(
                        .userChanged, on: .user, user.id, subject: user.id,
                        changes: [.init("email", new: "second@curie.example", isPersonal: true)]),
                    by: .script("t", in: tenant), in: tx)
            }
        }

        // MARK: What is sealed

        /// Every column that is sealed by the installation, and what of its row the seal holds: written down once more,
        /// so that a word in the schema which is wrong does not go unseen.
        private static let sealed: [(table: SQL, column: SQL, place: SQL)] = [
            ("approvals", "request", "uuid_send(id)"), ("jobs", "payload", "uuid_send(id)"),
            ("imports", "head", "uuid_send(id) || int8send(0)"),
            ("import_chunks", "content", "uuid_send(import_id) || int8send(number)"),
            ("import_rows", "content", "uuid_send(import_id) || int8send(number)"),
            ("exports", "query", "uuid_send(id)"),
            ("export_chunks", "content", "uuid_send(export_id) || int8send(attempt) || int8send(number)"),
            ("bulk_actions", "filter", "uuid_send(id)"),
            ("privacy_archives", "content", "uuid_send(request_id) || int8send(attempt) || int8send(number)"),
            ("payment_providers", "secrets", "convert_to(provider, 'UTF8')"),
            ("identity_providers", "secrets", "convert_to(provider, 'UTF8')"),
            ("pending_readings", "reading", "uuid_send(id)"), ("account_keys", "private_key", "uuid_send(id)"),
            ("user_files", "content", "uuid_send(id)"),
            ("fitness_activity_pieces", "content", "uuid_send(upload_id) || int8send(number)"),
        ]

        private static func place(_ one: (table: SQL, column: SQL, place: SQL), _ row: [UInt8], _ tenant: Tenant)
            -> AssociatedData
        {
            AssociatedData(
                tenant: tenant.id.bytes, table: one.table.rendered.text, column: one.column.rendered.text, row: row)
        }

        /// Puts true seals where the fillers have none.
        private static func seal(in installation: TestInstallation, _ tenant: Tenant) throws {
            for one in sealed {
                let places = try installation.database.with(.superuser) { connection in
                    try connection.send("select \(one.place) as place from \(one.table) where tenant_id = \(tenant.id)")
                        .rows().map { try $0.bytes("place") }
                }
                for row in places {
                    let value = try installation.keys.data.seal(
                        Array("secret of \(one.table.rendered.text)".utf8), place(one, row, tenant))
                    try installation.set(
                        "update \(one.table) set \(one.column) = \(value) where tenant_id = \(tenant.id) and \(one.place) = \(row)"
                    )
                }
            }
        }

        // MARK: Going and coming

        private func leave(to path: String? = nil) async throws {
            _ = try await ExportTenantAcrossTenants(
                keyring: here.keyring, keys: here.keys, trail: here.trail, archives: "\(directory)/here", images: nil
            )
            .run(tenant, to: path ?? file, key: key, reason: "moves", on: here.database.connection(.owner))
        }

        private func come(
            _ path: String? = nil, key: SymmetricKey? = nil, slug: String? = nil, kinds: [any Kind] = Kinds.all
        ) throws -> ImportTenantAcrossTenants.Done {
            try ImportTenantAcrossTenants(
                keyring: there.keyring, keys: there.keys, trail: there.trail, archives: "\(directory)/there",
                kinds: kinds
            )
            .run(path ?? file, key: key ?? self.key, slug: slug, on: there.database.connection(.owner))
        }

        private func problem(_ body: () throws -> Void) -> TransferProblem? {
            #expect(throws: TransferProblem.self, performing: body)
        }

        private func problemOfLeaving(to path: String? = nil) async -> TransferProblem? {
            await #expect(throws: TransferProblem.self) { try await leave(to: path) }
        }

        /// Everything in the tables of that tenant, by table, as text; without what is sealed by the installation.
        private func rows(_ installation: TestInstallation) throws -> [String: [String]] {
            try installation.database.with(.superuser) { connection in
                let tables =
                    try connection.send(
                        """
                        select array(select pg_class.relname::text from pg_class join pg_attribute on pg_attribute.attrelid = pg_class.oid
                            and (pg_attribute.attname = 'tenant_id' or pg_class.relname = 'tenants' and pg_attribute.attname = 'id')
                            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r'
                            and obj_description(pg_class.oid, 'pg_class') is distinct from 'stays in its installation' order by 1) as v
                        """
                    ).rows().first?.texts("v") ?? []
                var all: [String: [String]] = [:]
                for table in tables {
                    let found =
                        try connection.send(
                            """
                            select array(select unnest(xpath('/table/row/t/text()', query_to_xml(format(
                                'select (to_jsonb(t) - array(select attname::text from pg_attribute where attrelid = %L::regclass and attnum > 0
                                    and (col_description(attrelid, attnum) like ''sealed by the inst%%'' or col_description(attrelid, attnum) like ''wrapped%%'')))::text as t
                                from roost.%I as t where %I = %L order by 1', 'roost.' || \(table), \(table),
                                case \(table) when 'tenants' then 'id' else 'tenant_id' end, \(tenant.id)), false, false, '')))::text) as v
                            """
                        ).rows().first?.texts("v") ?? []
                    all[table] = found
                }
                return all
            }
        }

        private func verify() throws -> (events: Int, finding: AuditVerification.Finding?) {
            let places = AuditVerification.Archives(directory: "\(directory)/there", keys: there.keys)
            return try there.database.connection().inTenant(tenant.id, .snapshot) {
                try AuditVerification.verify(in: $0, checkpoints: [], archives: places)
            }
        }

        private func isEmptyThere() throws -> Bool {
            try rows(there).allSatisfy { $0.value.isEmpty }
                && DirectoryListing.names(in: "\(directory)/there/\(tenant.id)").isEmpty
                && there.number("select count(*) as n from admins") == 0
        }

        // MARK: Tests

        @Test func `every row of every table arrives, and nothing of a neighbour`() async throws {
            defer { TestCluster.remove(directory) }
            // Who has an account there joins at once, under that account.
            let known = try there.makeAdmin(email: owner.email.uppercased(), name: "Zoe there")
            try await leave()
            let done = try come()
            #expect(done.joined == [owner.email.uppercased()] && done.closed.count == 1)
            let before = try rows(here)
            #expect(done.apiKeys == before["api_keys"]?.count)
            let after = try rows(there)
            #expect(
                before.filter { $0.value.isEmpty }.map(\.key) == [], "a table without a row proves nothing of itself")
            #expect(before.keys.sorted() == after.keys.sorted())
            for (table, rows) in before {
                var arrived = (after[table] ?? []).map {
                    $0.replacing(known.id.description, with: owner.id.description)
                }.sorted()
                var left = rows.sorted()
                switch table {
                case "audit_events":
                    #expect(arrived.count == left.count + 1)
                    arrived = arrived.filter { !$0.contains("tenant.imported") }
                case "audit_heads":
                    #expect(arrived.count == 1)
                    continue
                case "audit_archives":
                    // The file was made anew, by other keys.
                    let digest = #/"digest": "[^"]*"/#
                    arrived = arrived.map { $0.replacing(digest, with: "") }
                    left = left.map { $0.replacing(digest, with: "") }
                case "gradebook_classes", "gradebook_grades", "gradebook_attendance":
                    // Higher than any that a phone knows: it reads everything once more.
                    let revision = #/"revision": \d+/#
                    arrived = arrived.map { $0.replacing(revision, with: "") }
                    left = left.map { $0.replacing(revision, with: "") }
                default: break
                }
                #expect(arrived == left, "\(table)")
            }
            #expect(try there.number("select count(*) as n from users") == rows(here)["users"]?.count)
            let result = try verify()
            #expect(result.finding == nil && result.events > 2, "\(result)")
        }

        @Test func `what was sealed is sealed under the other installation's keys, and opens there alone`() async throws
        {
            defer { TestCluster.remove(directory) }
            let columns = try there.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select array(select pg_class.relname || '.' || attname from pg_attribute join pg_class on pg_class.oid = attrelid
                        where pg_class.relnamespace = 'roost'::regnamespace and col_description(attrelid, attnum) like 'sealed by the inst%' order by 1) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
            // Of those two the tables have no tenant.
            let all = Self.sealed.map { "\($0.table.rendered.text).\($0.column.rendered.text)" }
            #expect(columns == (all + ["admins.totp_secret", "sessions.pending_secret"]).sorted())
            try await leave()
            _ = try come()
            for one in Self.sealed {
                let found = try there.database.with(.superuser) { connection in
                    try connection.send(
                        "select \(one.place) as place, \(one.column) as value from \(one.table) where tenant_id = \(tenant.id)"
                    ).rows()
                        .map { (place: try $0.bytes("place"), value: try $0.bytes("value")) }
                }
                #expect(!found.isEmpty)
                for row in found {
                    let place = Self.place(one, row.place, tenant)
                    #expect(
                        try there.keys.data.open(row.value, place) == Array("secret of \(one.table.rendered.text)".utf8)
                    )
                    #expect(throws: SealError.self) { try here.keys.data.open(row.value, place) }
                }
            }
            // What is personal in the trail.
            let opened = try there.database.connection().inTenant(tenant.id) { tx in
                let row = try #require(
                    try tx.first(
                        "select audit_events.id, audit_events.sealed from audit_events where audit_events.subject_id = \(user.id) and audit_events.sealed is not null"
                    ))
                return try there.trail.open(
                    row.bytes("sealed"), of: row.id("id"),
                    with: try there.trail.subjectKeys([user.id], in: tx)[user.id], tenant: tenant.id)
            }
            #expect(opened?.first?.new == "second@curie.example")
            var archived: [String] = []
            let piece = try #require(DirectoryListing.names(in: "\(directory)/there/\(tenant.id)").first)
            try AuditArchiveReading(keys: there.keys, trail: there.trail)
                .read("\(directory)/there/\(tenant.id)/\(piece)", reason: "", on: there.database.connection()) {
                    archived.append($0)
                }
            #expect(archived.count == 2 && archived.contains { $0.contains("marie@curie.example") })
            let text = try AuditArchive.load(file)
            for word in ["curie", "Marie Curie", "secret of", owner.email, tenant.name] {
                #expect(text.firstRange(of: Array(word.utf8)) == nil, "\(word) stands in the file")
            }
        }

        @Test func `it works there: its user is shown, a member without an account stays outside`() async throws {
            defer { TestCluster.remove(directory) }
            try await leave()
            let done = try come(slug: "newname")
            #expect(done.slug == "newname" && done.joined.isEmpty && done.closed.count == 2)
            let console = there.console()
            var boss = try console.browser(of: there.makeAdmin())
            #expect(await boss.get("/t/newname/users/\(user.id)").has("Marie Curie"))
            let audit = await boss.get("/t/newname/audit")
            #expect(
                audit.has("imported the workspace") && audit.has("exported the whole workspace") && audit.has("moves"))
            #expect(
                try there.number(
                    "select count(*) as n from admins where email = \(owner.email) and disabled_at is not null and password_hash is null and totp_secret is null"
                ) == 1)
            #expect(
                try there.number(
                    "select count(*) as n from audit_events where tenant_id = \(Tenant.installation.id) and action in ('tenant.imported', 'admin.created')"
                ) >= 3)
            #expect(
                try here.number(
                    "select count(*) as n from audit_events where tenant_id = \(Tenant.installation.id) and action = 'tenant.exported' and reason = 'moves'"
                ) == 1)
            // An operator lets the owner in.
            #expect(await boss.post("/admins/\(owner.id)/disabling/end").status == 303)
            var member = try console.browser(of: owner)
            #expect(await member.get("/t/newname/users").status == 200)
        }

        @Test func `it comes once, and its short name must be free`() async throws {
            defer { TestCluster.remove(directory) }
            try await leave()
            let other = try there.makeTenant(tenant.slug)
            #expect(problem { _ = try come() } == .slugTaken(other.slug))
            #expect(problem { _ = try come(slug: "No Slug") } == .slugForm("No Slug"))
            #expect(try there.number("select count(*) as n from tenants") == 1)
            _ = try come(slug: "second")
            let before = try there.fingerprint()
            #expect(problem { _ = try come(slug: "third") } == .tenantIsHere(slug: "second"))
            #expect(try there.fingerprint() == before)
            #expect(try verify().finding == nil)
            try there.set(
                "update tenants set archived_at = now(), delete_at = now(), deleted_at = now() where id = \(tenant.id)")
            #expect(problem { _ = try come(slug: "third") } == .tenantWasHere)
        }

        @Test func `a changed, cut, lengthened or foreign file, and another key, are found before anything is written`()
            async throws
        {
            defer { TestCluster.remove(directory) }
            try await leave()
            let sound = try AuditArchive.load(file)
            var random = SeededRandom(23)
            func isFound(_ change: (inout [UInt8]) -> Void) throws {
                var bytes = sound
                change(&bytes)
                let path = "\(directory)/changed"
                let out = try #require(fopen(path, "w"))
                #expect(fwrite(bytes, 1, bytes.count, out) == bytes.count)
                fclose(out)
                #expect(problem { _ = try come(path) } != nil)
            }
            for _ in 0..<(isFullRun ? 2000 : 100) {
                try isFound {
                    $0[Int.random(in: 0..<$0.count, using: &random)] ^= UInt8(
                        1 << Int.random(in: 0..<8, using: &random))
                }
                try isFound { $0.removeLast(Int.random(in: 1...$0.count, using: &random)) }
            }
            try isFound { $0 += sound.suffix(200) }
            try isFound { $0 = Array("something else\n".utf8) }
            try isFound { $0 = [] }
            #expect(problem { _ = try come("\(directory)/nowhere") } != nil)
            guard case .otherKey = problem({ _ = try come(key: SymmetricKey(size: .bits256)) }) else {
                return #expect(Bool(false), "another key")
            }
            // Two pieces that change places: both are of this file, and still it is not the file.
            let line = try #require(sound.firstIndex(of: 10)) + 1
            func piece(_ at: Int) -> Range<Int> { at..<at + 4 + sound[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            let (first, second) = (piece(line), piece(piece(line).upperBound))
            try isFound { $0.replaceSubrange(first.lowerBound..<second.upperBound, with: sound[second] + sound[first]) }
            // Cut between two pieces: all that is left opens.
            var (end, cuts) = (line, 0)
            while end < sound.count {
                try isFound { $0.removeLast($0.count - end) }
                (end, cuts) = (piece(end).upperBound, cuts + 1)
            }
            #expect(end == sound.count && cuts > 30)
            #expect(try isEmptyThere())
        }

        @Test func `CY1: an archive of a cycle tracker into which somebody put people is refused, and nothing comes`()
            async throws
        {
            defer { TestCluster.remove(directory) }
            let cycle = try here.makeTenant(kind: "cycle", holdsPeople: false)
            // Whoever owns the database there can do this.
            let guards = try here.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select array(select tgname::text from pg_trigger join pg_proc on pg_proc.oid = tgfoid
                        where tgrelid = 'roost.users'::regclass and proname in ('refuse_people', 'refuse_person')) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
            #expect(!guards.isEmpty)
            try here.set("alter table users disable trigger user")
            _ = try here.addUser("Stowaway", to: cycle)
            try here.set("alter table users enable trigger user")
            _ = try await ExportTenantAcrossTenants(
                keyring: here.keyring, keys: here.keys, trail: here.trail, archives: "\(directory)/here", images: nil
            )
            .run(cycle, to: file, key: key, reason: "moves", on: here.database.connection(.owner))
            let refusal = #expect(throws: DatabaseError.self) { _ = try come() }
            #expect(refusal?.sqlState == "RT003")
            for table in ["users", "tenants"] as [SQL] {
                let column: SQL = table.rendered.text == "users" ? "tenant_id" : "id"
                #expect(try there.number("select count(*) as n from \(table) where \(column) = \(cycle.id)") == 0)
            }
            // Without the stowaway it comes.
            try here.set("delete from users where tenant_id = \(cycle.id)")
            let second = "\(directory)/second"
            _ = try await ExportTenantAcrossTenants(
                keyring: here.keyring, keys: here.keys, trail: here.trail, archives: "\(directory)/here", images: nil
            )
            .run(cycle, to: second, key: key, reason: "moves", on: here.database.connection(.owner))
            _ = try come(second)
            #expect(try there.number("select count(*) as n from tenants where id = \(cycle.id)") == 1)
        }

        @Test func `another schema or an unknown kind is told, and nothing comes`() async throws {
            defer { TestCluster.remove(directory) }
            try await leave()
            try there.set("update migrations set hash = 'x' where name = (select max(name) from migrations)")
            guard case .otherSchema = problem({ _ = try come() }) else { return #expect(Bool(false), "another schema") }
            try there.set("update migrations set hash = (select hash from migrations limit 1)")
            #expect(try isEmptyThere())
        }

        @Test func `a kind that this binary does not have is told`() async throws {
            defer { TestCluster.remove(directory) }
            try await leave()
            #expect(problem { _ = try come(kinds: []) } == .unknownKind("alarm"))
            #expect(try isEmptyThere())
        }

        @Test func `a trail that was tampered with does not leave, and no file stays behind`() async throws {
            defer { TestCluster.remove(directory) }
            try here.database.with(.superuser) { connection in
                _ = try connection.send("set session_replication_role = replica").rows()
                _ = try connection.send(
                    "update audit_events set reason = 'x' where tenant_id = \(tenant.id) and sequence = (select max(sequence) from audit_events where tenant_id = \(tenant.id))"
                ).rows()
                _ = try connection.send("set session_replication_role = origin").rows()
            }
            guard case .trail = await problemOfLeaving() else { return #expect(Bool(false), "left") }
            #expect(DirectoryListing.names(in: directory) == ["here"])
        }

        @Test func `an archive of the trail that is missing stops it as well`() async throws {
            defer { TestCluster.remove(directory) }
            TestCluster.remove("\(directory)/here")
            guard case .trail = await problemOfLeaving() else { return #expect(Bool(false), "left") }
        }

        @Test func `a file that is there is never written over, and what does not open stops the export`() async throws
        {
            defer { TestCluster.remove(directory) }
            try await leave()
            let sound = try AuditArchive.load(file)
            #expect(await problemOfLeaving() == .fileIsThere(file))
            #expect(try AuditArchive.load(file) == sound)
            try here.set("update jobs set payload = 'x' where tenant_id = \(tenant.id)")
            guard case .unopened("jobs.payload", why: _) = await problemOfLeaving(to: "\(directory)/second") else {
                return #expect(Bool(false), "left")
            }
            #expect(!DirectoryListing.names(in: directory).contains { $0.hasPrefix("second") })
        }

        @Test func `it comes back to where it was, when it is no longer there`() async throws {
            defer { TestCluster.remove(directory) }
            try await leave()
            _ = try come()
            // There it is changed, and leaves again; what was here is gone as if it had never been.
            let back = "\(directory)/back"
            _ = try await ExportTenantAcrossTenants(
                keyring: there.keyring, keys: there.keys, trail: there.trail, archives: "\(directory)/there",
                images: nil
            )
            .run(tenant, to: back, key: key, reason: "", on: there.database.connection(.owner))
            let third = try TestInstallation()
            _ = try ImportTenantAcrossTenants(
                keyring: third.keyring, keys: third.keys, trail: third.trail, archives: "\(directory)/third",
                kinds: Kinds.all
            )
            .run(back, key: key, on: third.database.connection(.owner))
            #expect(try rows(third)["payments"] == rows(here)["payments"])
            #expect(try rows(third)["subscription_days"] == rows(here)["subscription_days"])
            #expect(try rows(third)["subscription_moves"] == rows(here)["subscription_moves"])
        }
    }
}
