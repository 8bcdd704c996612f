import Crypto
import Glibc
import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AuditTests {
        private static let made = Result { try TestInstallation() }
        let installation: TestInstallation
        let tenant: Tenant

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
        }

        private func append(_ events: [AuditEvent], by actor: Actor? = nil) throws {
            let actor = actor ?? .script("test", in: tenant)
            try installation.database.connection().inTenant(tenant.id) { tx in
                for event in events { try installation.trail.append(event, by: actor, in: tx) }
            }
        }

        private func verify(_ checkpoints: [AuditCheckpoint] = []) throws -> (
            events: Int, finding: AuditVerification.Finding?
        ) {
            try installation.database.connection().inTenant(tenant.id, .snapshot) {
                try AuditVerification.verify(in: $0, checkpoints: checkpoints)
            }
        }

        @Test func `the digest in Swift is the database's, whatever the values`() throws {
            var random = SeededRandom(1)
            var actor = Actor.script("test", in: tenant)
            for round in 0..<60 {
                actor.name = random.text(of: "abc ж علی\"\\,", upTo: 20)
                actor.address = random.text(of: "0123456789.:", upTo: 20)
                actor.id = round % 2 == 0 ? nil : .make()
                let person = round % 3 == 0 ? nil : ID.make()
                let changes = (0..<Int.random(in: 0...4, using: &random)).map { number in
                    AuditEvent.Change(
                        "field\(number)", old: round % 5 == 0 ? nil : random.text(of: "ab,\"\\\n{}", upTo: 12),
                        new: random.text(of: "xy\u{1}", upTo: 12),
                        isPersonal: person != nil && number % 2 == 0)
                }
                try append(
                    [
                        AuditEvent(
                            .userChanged, on: .user, person, name: random.text(of: "n", upTo: 5), subject: person,
                            changes: changes, reason: random.text(of: "why?", upTo: 30))
                    ],
                    by: actor)
            }
            let differing = try installation.database.connection().inTenant(tenant.id) { tx in
                var differing = 0
                let rows = try tx.rows(AuditChainQueries.chain(from: 1, limit: 1000))
                let digests = try tx.rows(
                    "select audit_digest(audit_events) as digest, audit_events.hash from audit_events order by audit_events.sequence"
                )
                #expect(rows.count == 60)
                for (row, digest) in zip(rows, digests) {
                    let ours = AuditDigest.of(try #require(try StoredEvent(row)))
                    if try ours != digest.bytes("digest") || ours != digest.bytes("hash") { differing += 1 }
                }
                return differing
            }
            #expect(differing == 0)
            let (events, finding) = try verify()
            #expect(events == 60)
            #expect(finding == nil)
        }

        @Test func `an empty trail verifies, and so do trails of several pages`() throws {
            #expect(try verify() == (0, nil))
            try append((0..<2001).map { _ in AuditEvent(.userViewed, on: .user, .make()) })
            #expect(try verify() == (2001, nil))
        }

        @Test func `events of many at once stand in one unbroken chain`() async throws {
            let pool = installation.database.pool(pages: 8)
            defer { pool.stop() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await pool.perform { connection in
                            try connection.inTenant(tenant.id) { tx in
                                try installation.trail.append(
                                    AuditEvent(.userViewed, on: .user, .make()), by: .script("t", in: tenant), in: tx)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try verify() == (100, nil))
        }

        @Test func `personal values are stored sealed, and what is not personal is not`() throws {
            let person = ID.make()
            try append([
                AuditEvent(
                    .userChanged, on: .user, person, subject: person,
                    changes: [
                        .init("email", old: "old@secret.example", new: "new@secret.example", isPersonal: true),
                        .init("plan", old: "free", new: "premium"),
                    ])
            ])
            let superuser = try installation.database.connection(.superuser)
            let row = try #require(
                try superuser.send(
                    "select audit_events::text as everything, audit_events.sealed, audit_events.changes from audit_events where audit_events.object_id = \(person)"
                ).rows().first)
            #expect(try row.text("everything").contains("secret.example") == false)
            #expect(try row.text("changes") == "{\"plan\":[\"free\",\"premium\"]}")
            let hex = Array("secret.example".utf8).map { String($0, radix: 16) }.joined()
            #expect(try row.text("everything").contains(hex) == false)
            #expect(try row.bytes("sealed").count > 33)
        }

        @Test func `a personal value without a person is refused`() throws {
            #expect(throws: AuditTrail.Problem.self) {
                try append([
                    AuditEvent(.userChanged, on: .user, .make(), changes: [.init("email", new: "x", isPersonal: true)])
                ])
            }
            #expect(try verify() == (0, nil))
        }

        @Test func `after the person's key is destroyed the value reads as erased, and the chain still verifies`()
            async throws
        {
            let console = installation.console()
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let user = try installation.addUser("Erika Mustermann", to: tenant)
            var browser = try console.browser(of: owner)
            let edit = await browser.get("/t/\(tenant.slug)/users/\(user.id)/edit")
            #expect(edit.status == 200)
            let saved = await browser.post(
                "/t/\(tenant.slug)/users/\(user.id)",
                [
                    ("email", "erika@secret.example"), ("name", user.name), ("role", "night-watch"),
                    ("country", "ES"),
                    ("language", "en"), ("zone", "Europe/Madrid"), ("version", "1"),
                ])
            #expect(saved.status == 303)
            let before = await browser.get("/t/\(tenant.slug)/audit")
            #expect(before.has("erika@secret.example") && before.has("night-watch"))
            let superuser = try installation.database.connection(.superuser)
            _ = try superuser.send("delete from subject_keys where subject_keys.subject_id = \(user.id)").rows()
            let after = await browser.get("/t/\(tenant.slug)/audit")
            #expect(after.status == 200)
            #expect(after.has("erika@secret.example") == false)
            #expect(after.has("night-watch"))
            #expect(try verify().finding == nil)
        }

        @Test func `an event without personal values, about a person who has a key, can be read`() async throws {
            let console = installation.console()
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let user = try installation.addUser("Somebody", to: tenant)
            try append([
                AuditEvent(
                    .userChanged, on: .user, user.id, subject: user.id,
                    changes: [.init("email", old: "a", new: "b", isPersonal: true)]),
                AuditEvent(
                    .userChanged, on: .user, user.id, subject: user.id,
                    changes: [.init("plan", old: "free", new: "gold-plan")]),
            ])
            var browser = try console.browser(of: owner)
            for path in ["/audit", "/users/\(user.id)", ""] {
                let page = await browser.get("/t/\(tenant.slug)\(path)")
                #expect(page.status == 200, "\(path)")
                #expect(page.has("gold-plan"), "\(path)")
            }
        }
    }

    @Suite struct AuditCheckpointTests {
        private let key = Curve25519.Signing.PrivateKey()
        private let checkpoint = AuditCheckpoint(
            tenant: .make(), sequence: 41, hash: Array(0..<32), at: Timestamp(microseconds: 1_763_700_000_000_000))

        @Test func `a line reads back as what was signed`() throws {
            let line = try checkpoint.line(signedBy: key)
            #expect(line.hasSuffix("\n"))
            #expect(AuditCheckpoint(line: line.dropLast(), signedBy: key.publicKey) == checkpoint)
        }

        @Test func `a line that was changed anywhere, or signed by somebody else, is none of ours`() throws {
            let line = String(try checkpoint.line(signedBy: key).dropLast())
            #expect(AuditCheckpoint(line: line, signedBy: Curve25519.Signing.PrivateKey().publicKey) == nil)
            for index in line.indices {
                var forged = line
                forged.replaceSubrange(index...index, with: line[index] == "1" ? "2" : "1")
                #expect(AuditCheckpoint(line: forged, signedBy: key.publicKey) == nil, "\(forged)")
            }
            var random = SeededRandom(5)
            for _ in 0..<2000 {
                #expect(
                    AuditCheckpoint(line: random.text(of: "0123456789abcdef- ", upTo: 300), signedBy: key.publicKey)
                        == nil)
            }
        }

        @Test func `heads leave for the directory when they move, and come back from it; forged lines are counted`()
            async throws
        {
            let installation = try TestInstallation()
            let tenant = try installation.makeTenant()
            let directory = TestCluster.ownDirectory("checkpoints")
            defer { TestCluster.remove(directory) }
            let outside = CheckpointsAcrossTenants(place: .directory(directory), key: key)
            let connection = try installation.database.connection()
            func write(_ checkpoints: CheckpointsAcrossTenants, _ known: [ID: Int]) async throws -> [ID: Int] {
                let moved = try checkpoints.moved(connection, now: .now, known: known)
                #expect(try await checkpoints.place.keep(moved.lines, at: .now))
                return moved.heads
            }
            func read() throws -> (checkpoints: [AuditCheckpoint], refused: Int) {
                try CheckpointsAcrossTenants.read(
                    CheckpointsAcrossTenants.files(in: directory), signedBy: key.publicKey)
            }
            let known = try await write(outside, [:])
            #expect(known == [Tenant.installation.id: 1])
            #expect(try await write(outside, known) == known)
            #expect(try read().checkpoints.count == 1)
            try connection.inTenant(tenant.id) {
                try installation.trail.append(
                    AuditEvent(.userViewed, on: .user, .make()), by: .script("t", in: tenant), in: $0)
            }
            #expect(try await write(outside, known) == [Tenant.installation.id: 1, tenant.id: 1])
            _ = try await write(
                CheckpointsAcrossTenants(place: .directory(directory), key: Curve25519.Signing.PrivateKey()), [:])
            let found = try read()
            #expect(found.checkpoints.count == 2)
            #expect(found.refused == 2)
            let finding = try connection.inTenant(tenant.id, .snapshot) {
                try AuditVerification.verify(in: $0, checkpoints: found.checkpoints).finding
            }
            #expect(finding == nil)
        }

        @Test func `a directory that can't be written says so, and nothing is taken for kept`() async throws {
            let place = CheckpointPlace.directory("/proc/nowhere")
            await #expect(throws: CheckpointPlace.Problem.self) { try await place.keep("x", at: .now) }
            await #expect(throws: CheckpointPlace.Problem.self) { try await place.keep("", at: .now) }
        }

        @Test func `a server gets each minute's lines as a file of its own, with the token; a refusal is an error`()
            async throws
        {
            let store = try TestStore()
            let place = try CheckpointPlace("http://127.0.0.1:\(store.port)/keep/", token: "s3cret")
            let line = try checkpoint.line(signedBy: key)
            #expect(try await place.keep(line, at: .now))
            #expect(try await place.keep(line + line, at: .now))
            #expect(try await place.keep("", at: .now) == false)
            let kept = store.received
            #expect(kept.map(\.body) == [line, line + line])
            #expect(Set(kept.map(\.path)).count == 2)
            #expect(
                kept.allSatisfy {
                    $0.method == "PUT" && $0.path.hasPrefix("/keep/20")
                        && $0.head.contains("authorization: Bearer s3cret")
                })
            store.status = 403
            await #expect(throws: CheckpointPlace.Problem.self) { try await place.keep(line, at: .now) }
            store.stop()
            await #expect(throws: CheckpointPlace.Problem.self) { try await place.keep(line, at: .now) }
        }

        @Test func `a place over plain HTTP on another machine is refused`() {
            #expect(throws: CheckpointPlace.Problem.self) { try CheckpointPlace("http://store.example.org/keep") }
            #expect(throws: CheckpointPlace.Problem.self) { try CheckpointPlace("ftp://store.example.org/keep") }
            #expect(throws: CheckpointPlace.Problem.self) { try CheckpointPlace("http://127.0.0.1.example.org/keep") }
            #expect(throws: Never.self) { try CheckpointPlace("https://store.example.org/keep") }
        }

        @Test func `after a quarter of an hour without a kept checkpoint it is overdue, until one is kept`() {
            let (watch, start) = (CheckpointWatch(), Timestamp.now)
            #expect(!watch.isOverdue(at: start.adding(seconds: 100_000)))
            watch.begin(at: start)
            #expect(!watch.isOverdue(at: start.adding(seconds: 900)))
            #expect(watch.isOverdue(at: start.adding(seconds: 901)))
            watch.stored(at: start.adding(seconds: 1000))
            #expect(!watch.isOverdue(at: start.adding(seconds: 1900)))
            #expect(watch.age(at: start.adding(seconds: 1900)) == 900)
        }
    }
}
