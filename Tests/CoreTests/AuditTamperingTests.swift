import Crypto
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// An attacker who has the whole database: superuser, triggers off, the arithmetic of the hashes known.
    @Suite struct AuditTamperingTests {
        private static let events = 12
        private let installation: TestInstallation
        private let tenant: Tenant
        private let attacker: Connection
        private let checkpoint: AuditCheckpoint

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            attacker = try installation.database.connection(.superuser)
            _ = try attacker.send("set session_replication_role = replica").rows()
            let person = ID.make()
            let (trail, actor) = (installation.trail, Actor.script("test", in: tenant))
            checkpoint = try installation.database.connection().inTenant(tenant.id) { [tenant] tx in
                for number in 0..<Self.events {
                    try trail.append(
                        AuditEvent(
                            .userChanged, on: .user, person, name: "object \(number)", subject: person,
                            changes: [
                                .init("plan", old: "free", new: "p\(number)"),
                                .init("email", old: "a", new: "b\(number)", isPersonal: number % 2 == 0),
                            ],
                            reason: "reason \(number)"), by: actor, in: tx)
                }
                let head = try tx.first(AuditChainQueries.head)
                return AuditCheckpoint(
                    tenant: tenant.id, sequence: try head?.int("sequence") ?? 0, hash: try head?.bytes("hash") ?? [],
                    at: .now)
            }
        }

        private func finding(_ checkpoints: [AuditCheckpoint]? = nil) throws -> AuditVerification.Finding? {
            let checkpoints = checkpoints ?? [checkpoint]
            return try installation.database.connection().inTenant(tenant.id, .snapshot) {
                try AuditVerification.verify(in: $0, checkpoints: checkpoints).finding
            }
        }

        /// Each changes one column of the event to something else. Those that the table's
        /// own constraints stop are no edits.
        private func edits(_ at: Int, _ random: inout SeededRandom) -> [(column: String, sql: SQL)] {
            let text = random.text(of: "abcdef ж,", upTo: 8) + "!"
            let bytes = random.bytes(Int.random(in: 0...40, using: &random))
            let number = Int.random(in: 1...1_000_000, using: &random)
            return [
                (
                    "id",
                    "update audit_events set id = gen_random_uuid() where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "at",
                    "update audit_events set at = at + \(number) * interval '1 microsecond' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "at infinity",
                    "update audit_events set at = 'infinity' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "at -infinity",
                    "update audit_events set at = '-infinity' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "actor_kind",
                    "update audit_events set actor_kind = 'admin' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "actor_id",
                    "update audit_events set actor_id = gen_random_uuid() where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "actor_name",
                    "update audit_events set actor_name = \(text) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "address",
                    "update audit_events set address = \(text) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "request_id",
                    "update audit_events set request_id = \(text) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "action",
                    "update audit_events set action = 'user.viewed' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "object_kind",
                    "update audit_events set object_kind = 'users' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "object_id",
                    "update audit_events set object_id = null where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "object_name",
                    "update audit_events set object_name = \(text) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "subject_id",
                    "update audit_events set subject_id = gen_random_uuid() where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "fields",
                    "update audit_events set fields = fields || \(text) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "fields joined",
                    "update audit_events set fields = array[array_to_string(fields, ',')] where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "fields with a null",
                    "update audit_events set fields = fields || null::text where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "fields in two dimensions",
                    "update audit_events set fields = array[fields] where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "changes",
                    "update audit_events set changes = '{}' where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "sealed",
                    "update audit_events set sealed = \(bytes) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "sealed gone",
                    "update audit_events set sealed = case when sealed is null then ''::bytea end where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "reason",
                    "update audit_events set reason = \(text) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "previous",
                    "update audit_events set previous = sha256(previous) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "hash",
                    "update audit_events set hash = sha256(hash) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "tenant_id",
                    "update audit_events set tenant_id = gen_random_uuid() where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "sequence",
                    "update audit_events set sequence = \(1000 + number) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
                (
                    "sequence below",
                    "update audit_events set sequence = \(-number) where tenant_id = \(tenant.id) and sequence = \(at)"
                ),
            ]
        }

        /// Whole attacks: several rows, or the head as well.
        private func attacks(_ at: Int, _ random: inout SeededRandom) -> [(String, [SQL])] {
            let other = (at + Int.random(in: 0..<Self.events - 1, using: &random)) % Self.events + 1
            let cut: SQL = "delete from audit_events where tenant_id = \(tenant.id) and sequence >= \(at)"
            let headBack: SQL = """
                update audit_heads set (sequence, hash) = (select \(at - 1), coalesce((select hash from audit_events
                    where tenant_id = \(tenant.id) and sequence = \(at - 1)), sha256(uuid_send(\(tenant.id))))) where tenant_id = \(tenant.id)
                """
            let copy: SQL = """
                insert into audit_events select tenant_id, \(Int.random(in: -5...0, using: &random)), gen_random_uuid(), at, actor_kind, actor_id, 'forged',
                    address, request_id, action, object_kind, object_id, object_name, subject_id, fields, changes, sealed, reason, previous, hash
                    from audit_events where tenant_id = \(tenant.id) and sequence = \(at)
                """
            let swap: [SQL] =
                other == at
                ? []
                : [
                    "update audit_events set sequence = -1 where tenant_id = \(tenant.id) and sequence = \(at)",
                    "update audit_events set sequence = \(at) where tenant_id = \(tenant.id) and sequence = \(other)",
                    "update audit_events set sequence = \(other) where tenant_id = \(tenant.id) and sequence = -1",
                ]
            return [
                ("deletion", ["delete from audit_events where tenant_id = \(tenant.id) and sequence = \(at)"]),
                (
                    "deletion with renumbering",
                    [
                        "delete from audit_events where tenant_id = \(tenant.id) and sequence = \(at)",
                        "update audit_events set sequence = -sequence where tenant_id = \(tenant.id) and sequence > \(at)",
                        "update audit_events set sequence = -sequence - 1 where tenant_id = \(tenant.id) and sequence < 0",
                    ]
                ),
                ("swap", swap), ("truncation", [cut]), ("truncation with the head", [cut, headBack]),
                (
                    "everything gone",
                    [
                        "delete from audit_events where tenant_id = \(tenant.id)",
                        "delete from audit_heads where tenant_id = \(tenant.id)",
                    ]
                ),
                ("head gone", ["delete from audit_heads where tenant_id = \(tenant.id)"]),
                ("head forged", ["update audit_heads set hash = sha256(hash) where tenant_id = \(tenant.id)"]),
                ("insertion before the first", [copy]),
                (
                    "rewrite",
                    ["update audit_events set reason = 'rewritten' where tenant_id = \(tenant.id) and sequence = \(at)"]
                        + rewrite
                ),
                (
                    "deletion and rewrite",
                    [
                        "delete from audit_events where tenant_id = \(tenant.id) and sequence = \(Self.events)",
                        headBackTo(Self.events - 1),
                    ] + rewrite
                ),
            ]
        }

        private func headBackTo(_ sequence: Int) -> SQL {
            "update audit_heads set sequence = \(sequence) where tenant_id = \(tenant.id)"
        }

        /// Recomputes every hash of the chain, and the head: a chain as sound as the true one.
        private var rewrite: [SQL] {
            [
                "update audit_events set previous = sha256(uuid_send(\(tenant.id))) where tenant_id = \(tenant.id) and sequence = 1",
                "update audit_events set hash = audit_digest(audit_events) where tenant_id = \(tenant.id) and sequence = 1",
            ]
                + (2...Self.events).flatMap { at -> [SQL] in
                    [
                        "update audit_events set previous = (select hash from audit_events as before where before.tenant_id = \(tenant.id) and before.sequence = \(at - 1)) where tenant_id = \(tenant.id) and sequence = \(at)",
                        "update audit_events set hash = audit_digest(audit_events) where tenant_id = \(tenant.id) and sequence = \(at)",
                    ]
                }
                + [
                    "update audit_heads set hash = (select hash from audit_events where tenant_id = \(tenant.id) order by sequence desc limit 1) where tenant_id = \(tenant.id)"
                ]
        }

        /// Runs an attack, looks, and takes it back. True when something was changed and found.
        private func isFound(_ statements: [SQL], _ checkpoints: [AuditCheckpoint]? = nil) throws -> Bool? {
            // The attack is committed, since verification looks from outside, and taken back from a copy.
            try attacker.begin(.readWrite)
            var touched = 0
            do {
                for statement in statements { touched += try attacker.send(statement).rows().affected }
            } catch {
                try attacker.rollback()
                return nil
            }
            guard touched > 0 else {
                try attacker.rollback()
                return nil
            }
            try attacker.commit()
            defer { try? restore() }
            return try finding(checkpoints) != nil
        }

        private func keepCopy() throws {
            _ = try attacker.send("create table if not exists kept_events as select * from audit_events").rows()
            _ = try attacker.send("create table if not exists kept_heads as select * from audit_heads").rows()
        }

        private func restore() throws {
            try attacker.begin(.readWrite)
            for statement in [
                "delete from audit_events", "insert into audit_events select * from kept_events",
                "delete from audit_heads",
                "insert into audit_heads select * from kept_heads",
            ] as [SQL] { _ = try attacker.send(statement) }
            try attacker.commit()
        }

        @Test func `every edit of any column, and every whole attack, is found; a sound chain is never accused`() throws
        {
            try keepCopy()
            var random = SeededRandom(42)
            var (tried, missed): (Int, [String]) = (0, [])
            let wanted = isFullRun ? 10_000 : 300
            while tried < wanted {
                let at = Int.random(in: 1...Self.events, using: &random)
                for (name, statements) in edits(at, &random).map({ ($0.column, [$0.sql]) }) + attacks(at, &random) {
                    guard let found = try isFound(statements) else { continue }
                    tried += 1
                    if !found { missed.append("\(name) at \(at)") }
                }
                #expect(try finding() == nil, "a sound chain was accused")
            }
            #expect(missed.isEmpty, "\(missed.count) of \(tried) not found: \(Set(missed).sorted().prefix(20))")
        }

        @Test func `without a checkpoint only what breaks the chain can be found, with one the rewriting too`() throws {
            try keepCopy()
            var random = SeededRandom(43)
            let rewriting = try #require(attacks(5, &random).first { $0.0 == "rewrite" }).1
            #expect(try isFound(rewriting, []) == false)
            #expect(try isFound(rewriting) == true)
        }

        @Test func `a later checkpoint of the rewritten chain does not hide the earlier one`() throws {
            try keepCopy()
            for statement in [
                "update audit_events set reason = 'rewritten' where tenant_id = \(tenant.id) and sequence = 3"
            ] + rewrite {
                _ = try attacker.send(statement).rows()
            }
            let forged = try installation.database.connection().inTenant(tenant.id) { [tenant] tx in
                AuditCheckpoint(
                    tenant: tenant.id, sequence: Self.events,
                    hash: try tx.first(AuditChainQueries.head)?.bytes("hash") ?? [], at: .now)
            }
            #expect(try finding([checkpoint, forged]) == .rewritten(sequence: Self.events))
            #expect(try finding([forged, checkpoint]) == .rewritten(sequence: Self.events))
        }

        @Test func `the place where it breaks is named`() throws {
            try keepCopy()
            func named(_ statements: [SQL]) throws -> AuditVerification.Finding? {
                for statement in statements { _ = try attacker.send(statement).rows() }
                defer { try? restore() }
                return try finding()
            }
            #expect(
                try named(["update audit_events set reason = 'x' where tenant_id = \(tenant.id) and sequence = 4"])
                    == .edited(sequence: 4))
            #expect(
                try named(["delete from audit_events where tenant_id = \(tenant.id) and sequence = 4"])
                    == .missing(sequence: 4))
            #expect(
                try named(["update audit_events set previous = '' where tenant_id = \(tenant.id) and sequence = 4"])
                    == .broken(sequence: 4))
            #expect(
                try named(["delete from audit_events where tenant_id = \(tenant.id) and sequence > 9"])
                    == .cutBelowCheckpoint(last: 9, checkpoint: Self.events))
        }

        @Test func `not even the owner of the tables can change the trail`() throws {
            let owner = try installation.database.connection(.owner)
            for statement in [
                "update audit_events set reason = 'x'", "delete from audit_events", "truncate audit_events",
            ] as [SQL] {
                let error = #expect(throws: DatabaseError.self) {
                    try owner.inTenant(tenant.id) { tx in _ = try tx.rows(statement) }
                }
                #expect(error?.sqlState == "RT002")
            }
        }
    }
}
