import Glibc
import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AuditArchiveTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let person = ID.make()
        private let directory = TestCluster.ownDirectory("archives")

        private struct Killed: Error {}

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try fill(tenant)
        }

        /// Records sixty events.
        private func fill(_ tenant: Tenant) throws {
            let (trail, person) = (installation.trail, person)
            try installation.inTenant(tenant) { tx in
                for number in 0..<60 {
                    try trail.append(
                        AuditEvent(
                            .userChanged, on: .user, person, name: "n\(number) ж", subject: person,
                            changes: [
                                .init("plan", old: nil, new: "p\(number)"),
                                .init(
                                    "email", old: "a", new: "erika\(number)@secret.example", isPersonal: number % 2 == 0
                                ),
                            ],
                            reason: "reason \(number)"), by: .script("test", in: tenant), in: tx)
                }
            }
        }

        private func archiving(_ reached: @escaping @Sendable (StaticString) throws -> Void = { _ in })
            -> AuditArchiving
        {
            var archiving = AuditArchiving(directory: directory, keys: installation.keys, trail: installation.trail)
            archiving.reached = reached
            return archiving
        }

        /// As the command does it: piece by piece until nothing is left.
        @discardableResult
        private func archive(
            _ archiving: AuditArchiving? = nil, before: Timestamp = Timestamp.now.adding(seconds: 60), most: Int = 100
        ) throws -> [String] {
            let owner = try installation.database.connection(.owner)
            var files: [String] = []
            while files.count < most,
                let piece = try (archiving ?? self.archiving()).archiveNext(
                    of: tenant, before: before, piece: 20, on: owner)
            {
                files.append(piece.file)
            }
            return files
        }

        private func verify(_ checkpoints: [AuditCheckpoint] = []) throws -> (
            events: Int, finding: AuditVerification.Finding?
        ) {
            let places = AuditVerification.Archives(directory: directory, keys: installation.keys)
            return try installation.database.connection().inTenant(tenant.id, .snapshot) {
                try AuditVerification.verify(in: $0, checkpoints: checkpoints, archives: places)
            }
        }

        /// As if all of it had happened so many days ago.
        private func age(_ tenant: Tenant, days: Int) throws {
            try installation.database.with(.superuser) { superuser in
                _ = try superuser.send("set session_replication_role = replica").rows()
                defer { _ = try? superuser.send("reset session_replication_role").rows() }
                _ = try superuser.send(
                    "update roost.audit_events set at = at - make_interval(days => \(days)::int) where tenant_id = \(tenant.id)"
                ).rows()
                for sequence in 1...60 {
                    _ = try superuser.send(
                        """
                        update roost.audit_events set previous = coalesce((select earlier.hash from roost.audit_events as earlier
                            where earlier.tenant_id = \(tenant.id) and earlier.sequence = \(sequence - 1)), audit_events.previous)
                        where audit_events.tenant_id = \(tenant.id) and audit_events.sequence = \(sequence)
                        """
                    ).rows()
                    _ = try superuser.send(
                        """
                        update roost.audit_events set hash = roost.audit_digest(audit_events)
                        where audit_events.tenant_id = \(tenant.id) and audit_events.sequence = \(sequence)
                        """
                    ).rows()
                }
                _ = try superuser.send(
                    """
                    update roost.audit_heads set hash = (select audit_events.hash from roost.audit_events
                        where audit_events.tenant_id = \(tenant.id) and audit_events.sequence = 60)
                    where audit_heads.tenant_id = \(tenant.id)
                    """
                ).rows()
            }
        }

        private func left(of other: Tenant? = nil) throws -> Int {
            try installation.number(
                "select count(*) as n from audit_events where tenant_id = \((other ?? tenant).id)")
        }

        @Test func `old events move to files, and the chain goes on through files and table`() throws {
            defer { TestCluster.remove(directory) }
            let checkpoint = try installation.database.connection().inTenant(tenant.id, .snapshot) { tx in
                AuditCheckpoint(
                    tenant: tenant.id, sequence: 30,
                    hash: try tx.rows(AuditChainQueries.chain(from: 30, limit: 1)).first?.bytes("hash") ?? [], at: .now)
            }
            let files = try archive(before: .now.adding(seconds: 60), most: 2)
            #expect(files.count == 2)
            #expect(files.first?.hasSuffix("/000000000001-000000000020.roostaudit") == true)
            // Sixty, less forty, and an event for each of the two pieces.
            #expect(try left() == 22)
            var result = try verify([checkpoint])
            #expect(result.events == 62 && result.finding == nil, "\(result)")
            try archive()
            // The newest always stays.
            #expect(try left() >= 1)
            result = try verify([checkpoint])
            #expect(result.finding == nil, "\(result)")
            #expect(
                try installation.number("select sequence as n from audit_heads where tenant_id = \(tenant.id)")
                    == result.events)
            var wrong = checkpoint
            wrong.hash[0] ^= 1
            #expect(try verify([wrong]).finding == .rewritten(sequence: 30))
        }

        @Test
        func `13.29: what is older than the tenant keeps is archived while the server runs, and the chain verifies`()
            async throws
        {
            defer { TestCluster.remove(directory) }
            let console = installation.console()
            let archiving = ArchiveAuditAcrossTenants(directory: directory, services: console.services)
            // Too young by an hour, and by the time that the tenant keeps.
            let year = Timestamp.now.adding(seconds: 400 * 86_400)
            try await archiving.run(now: year, piece: 20)
            #expect(try left() == 60)
            // Tests can't wait for a year: the events become old, and are hashed anew as they would have been then.
            try age(tenant, days: 401)
            let other = try installation.makeTenant()
            try fill(other)
            try age(other, days: 91)
            // One keeps events for a day longer than these are old, the other for a day less.
            try installation.set("update tenants set audit_days = 402 where id = \(tenant.id)")
            try installation.set("update tenants set audit_days = 90 where id = \(other.id)")
            #expect(try await archiving.run(now: .now, piece: 20) >= 40)
            #expect(try left() == 60 && left(of: other) < 30)
            try installation.set("update tenants set audit_days = 400 where id = \(tenant.id)")
            #expect(try await archiving.run(now: .now, piece: 20) >= 40)
            #expect(try left() < 30)
            let result = try verify()
            #expect(result.finding == nil, "\(result)")
            let doers = try installation.number(
                "select count(*) as n from audit_events where action = 'audit.archived' and tenant_id = \(tenant.id) and actor_kind = 'system'"
            )
            #expect(doers >= 1)
        }

        @Test func `13.29: the application itself can take away nothing that the tenant still keeps`() throws {
            defer { TestCluster.remove(directory) }
            let app = try installation.database.connection(.app)
            let error = #expect(throws: DatabaseError.self) {
                _ = try archiving().archiveNext(
                    of: tenant, before: .now.adding(seconds: 60), piece: 20, isOnlyOld: true, on: app)
            }
            #expect(error?.sqlState == "RT010")
            #expect(throws: DatabaseError.self) {
                _ = try archiving().archiveNext(of: tenant, before: .now.adding(seconds: 60), piece: 20, on: app)
            }
            #expect(try left() == 60)
        }

        @Test func `what is not old stays`() throws {
            defer { TestCluster.remove(directory) }
            #expect(try archive(before: Timestamp.now.adding(seconds: -3600)).isEmpty)
            #expect(try left() == 60)
        }

        @Test
        func
            `a reader of the file gets every event, personal values while their person is not erased, and is recorded`()
            throws
        {
            defer { TestCluster.remove(directory) }
            let file = try #require(try archive(most: 1).first)
            func read() throws -> [String] {
                var lines: [String] = []
                try AuditArchiveReading(keys: installation.keys, trail: installation.trail)
                    .read(file, reason: "court order 5", on: installation.database.connection()) { lines.append($0) }
                return lines
            }
            let lines = try read()
            #expect(lines.count == 20)
            #expect(
                lines[0].contains("\"number\":1,") && lines[0].contains("erika0@secret.example")
                    && lines[0].contains("n0 ж"))
            let bytes = try AuditArchive.load(file)
            #expect(bytes.firstRange(of: Array("reason".utf8)) == nil, "the file is not encrypted")
            try installation.set("delete from subject_keys where subject_id = \(person)")
            #expect(try read().filter { $0.contains("\"personal\":\"erased\"") }.count == 10)
            // Every second one was written in clear, as what is no personal value.
            #expect(try !read().contains { $0.contains("erika2@secret.example") })
            #expect(try verify().finding == nil)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'audit.archive_read' and reason = 'court order 5'"
                ) == 3)
        }

        @Test func `killed at any point it can be run again, and nothing is lost or doubled`() throws {
            defer { TestCluster.remove(directory) }
            for point in ["half written", "file written", "before commit"] {
                let before = try left()
                let killing = archiving { if "\($0)" == point { throw Killed() } }
                #expect(throws: Killed.self) { try archive(killing, most: 1) }
                #expect(try left() == before, "\(point)")
                #expect(try verify().finding == nil, "\(point)")
            }
            // Another cut than the killed run had: its file is not taken for a piece.
            let owner = try installation.database.connection(.owner)
            _ = try archiving().archiveNext(of: tenant, before: .now.adding(seconds: 60), piece: 7, on: owner)
            try archive()
            let result = try verify()
            #expect(result.finding == nil && result.events > 60, "\(result)")
            let names = DirectoryListing.names(in: "\(directory)/\(tenant.id)")
            let rows = try installation.number(
                "select count(*) as n from audit_archives where tenant_id = \(tenant.id)")
            #expect(names.count == rows && !names.contains { $0.hasSuffix(".part") }, "\(names)")
        }

        @Test func `a changed, cut, missing, foreign or swapped file is found, and which events are in it`() throws {
            defer { TestCluster.remove(directory) }
            let files = try archive(most: 3)
            var random = SeededRandom(17)
            func isFound(_ file: String, _ change: (inout [UInt8]) -> Void) throws -> Bool {
                let sound = try AuditArchive.load(file)
                var bytes = sound
                change(&bytes)
                try write(bytes, file)
                defer { try? write(sound, file) }
                return try verify().finding != nil
            }
            for _ in 0..<(isFullRun ? 3000 : 150) {
                let file = try #require(files.randomElement(using: &random))
                let found = try isFound(file) { bytes in
                    let at = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[at] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
                }
                #expect(found)
                #expect(try isFound(file) { $0.removeLast(Int.random(in: 1...$0.count, using: &random)) })
            }
            #expect(try verify().finding == nil)
            let other = try AuditArchive.load(files[1])
            #expect(try isFound(files[0]) { $0 = other })
            // Made anew by somebody who has the keys and other events: the table knows the digest.
            var events: [StoredEvent] = []
            try AuditArchive.read(try AuditArchive.load(files[0]), installation.keys) { events.append($0) }
            let remade = try AuditArchive.make(events, tenant: tenant.id, installation.keys)
            #expect(try isFound(files[0]) { $0 = remade })
            events[3].reason = "rewritten"
            let forged = try AuditArchive.make(events, tenant: tenant.id, installation.keys)
            #expect(try isFound(files[0]) { $0 = forged })
            let stranger = try AuditArchive.make(events, tenant: tenant.id, try TestInstallation().keys)
            #expect(try isFound(files[0]) { $0 = stranger })
            unlink(files[1])
            guard case .archive(_, 21, 40, _) = try verify().finding else {
                Issue.record("\(String(describing: try verify().finding))")
                return
            }
        }

        private func write(_ bytes: [UInt8], _ path: String) throws {
            let file = try #require(fopen(path, "w"))
            defer { fclose(file) }
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        }

        @Test func `nobody takes events out without a file that holds them, the application not at all`() throws {
            defer { TestCluster.remove(directory) }
            let call: SQL = "select archive_audit(5, '', '', '')"
            let app = #expect(throws: DatabaseError.self) {
                try installation.inTenant(tenant) { _ = try $0.rows(call) }
            }
            #expect(app?.sqlState == "42501")
            let owner = try installation.database.connection(.owner)
            let wrong = #expect(throws: DatabaseError.self) { try owner.inTenant(tenant.id) { _ = try $0.rows(call) } }
            #expect(wrong?.sqlState == "RT007")
            for statement in [
                "delete from audit_events", "insert into audit_archives select \(tenant.id), 1, 60, '', '', now(), ''",
                "update audit_archives set last = 60", "delete from audit_archives",
            ] as [SQL] {
                try archive(most: 1)
                let error = #expect(throws: DatabaseError.self) {
                    try owner.inTenant(tenant.id) { tx in
                        _ = try tx.rows(statement)
                        _ = try tx.rows("delete from audit_events")
                    }
                }
                #expect(
                    ["RT002", "42501", "23505"].contains(error?.sqlState ?? ""),
                    "\(statement.rendered.text): \(String(describing: error))")
            }
            #expect(try verify().finding == nil)
        }

        @Test func `a broken chain is not put away`() throws {
            defer { TestCluster.remove(directory) }
            try installation.database.with(.superuser) { connection in
                _ = try connection.send("set session_replication_role = replica").rows()
                _ = try connection.send(
                    "update audit_events set reason = 'x' where tenant_id = \(tenant.id) and sequence = 25"
                ).rows()
                _ = try connection.send("set session_replication_role = origin").rows()
            }
            #expect(try archive(most: 1).count == 1)
            #expect(throws: AuditArchiving.Problem.self) { try archive() }
            #expect(try left() == 41)
            #expect(try verify().finding == .edited(sequence: 25))
        }

        @Test func `the viewer says that older entries are archived`() async throws {
            defer { TestCluster.remove(directory) }
            let console = installation.console()
            var browser = try console.browser(of: installation.makeAdmin(.auditor, in: tenant))
            #expect(await !browser.get("/t/\(tenant.slug)/audit").has("roost audit read"))
            try archive(most: 2)
            let page = await browser.get("/t/\(tenant.slug)/audit")
            #expect(page.has("roost audit read FILE") && page.has("number 40"))
        }
    }
}
