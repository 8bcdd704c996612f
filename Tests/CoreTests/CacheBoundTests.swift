import Foundation
import HTML
import NIOCore
import Postgres
import Secrets
import Support
import Templates
import Testing

@testable import Console
@testable import Core

/// What is kept in memory is counted in bytes, and never more than was said: however many tenants, keys and versions there are.
@Suite struct CacheBoundTests {
    private static let megabyte = 1_048_576

    @Test func `13.15: a cache stays within its bytes, keeps what is used, and lets go of what is not`() {
        let cache = BoundedCache<Int, String>(most: 100_000)
        cache.keep("wanted", under: -1)
        for number in 0..<10_000 {
            cache.keep(String(repeating: "x", count: number % 700), under: number)
            #expect(cache[-1] == "wanted")
            #expect(cache.bytes <= 100_000)
        }
        #expect(cache[9_999] != nil && cache[0] == nil)
        cache.keep(String(repeating: "x", count: 60_000), under: -2)
        #expect(cache[-2] == nil, "it would have driven out all the others")
        cache.keep("other", under: -1)
        #expect(cache[-1] == "other")
        cache.forget(-1)
        #expect(cache[-1] == nil)
        cache.forgetAll()
        #expect(cache.bytes == 0)
    }

    @Test func `13.15: answers of catalogues, two megabytes each, by the hundred`() throws {
        let answers = CatalogueResponses(most: 8 * Self.megabyte)
        var random = SystemRandomNumberGenerator()
        for stamp in 0..<100 {
            let key = CatalogueResponses.Key(tenant: ID.make(), stamp: stamp, language: "en", languages: ["en"])
            let bytes = (0..<Self.megabyte / 4).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try answers.answer(key, now: .now) { .init(bytes: bytes, packed: nil, etag: "\"x\"", until: nil) }
            #expect(answers.bytes <= 8 * Self.megabyte)
            #expect(answers.cached(key, now: .now)?.packed != nil)
        }
    }

    @Test func `13.15: markup and slugs`() {
        let markup = MarkupCache<Int>(most: 65_536)
        for number in 0..<2_000 {
            _ = markup.part(number, in: .en) { ColumnHeads(columns: [ColumnHead(label: LocalText(Strings.user_name))]) }
            #expect(markup.bytes <= 65_536)
        }
        let slugs = KnownSlugs()
        for number in 0..<100_000 { slugs.note("tenant-\(number)", is: ID.make()) }
        #expect(slugs.bytes <= 2 * Self.megabyte)
        #expect(slugs.tenant("tenant-99999") != nil)
    }

    @Test func `13.15: totals, views, groups and all that is kept for some minutes`() throws {
        let kept = Cache<Totals.Key, Int>("test", database: try TestInstallation().database.pool(), logger: .silent)
        let filter = String(repeating: "q", count: 16_000)
        for number in 0..<5_000 {
            kept.set(.init(tenant: ID.make(), list: "users", filter: "\(number)" + filter), 1, now: .now)
        }
        #expect(kept.bytes <= Cache<Totals.Key, Int>.most)
        #expect(Cache<Totals.Key, Int>.most <= 16 * Self.megabyte)
    }

    @Test func `13.15: public pages of one tenant drive out no other's`() throws {
        let answers = PublicAnswers(database: try TestInstallation().database.pool(), logger: .silent)
        let (quiet, flooded) = (ID.make(), ID.make())
        func keep(_ tenant: ID, _ key: String, _ answer: PublicAnswer, secondsAgo: Int64 = 0) {
            answers.keep(
                answer, of: tenant, under: .init(slug: tenant.description, reading: "Page", key: key),
                now: Timestamp.now.adding(seconds: -secondsAgo), since: answers.turn)
        }
        keep(quiet, "start", PublicAnswer([1], type: "text/plain"))
        let page = PublicAnswer(Array(repeating: 0, count: Self.megabyte), type: "text/plain")
        for number in 0..<200 { keep(flooded, "\(number)", page) }
        func isKept(_ tenant: ID, _ key: String) -> Bool {
            answers.answer(.init(slug: tenant.description, reading: "Page", key: key), now: .now) != nil
        }
        #expect(isKept(quiet, "start") && isKept(flooded, "199") && !isKept(flooded, "0"))
        // What is too old to be given goes before what is new, whoever has more of it.
        answers.invalidateAll()
        let (old, new) = (ID.make(), ID.make())
        for number in 0..<20 { keep(old, "\(number)", page, secondsAgo: 120) }
        for number in 0..<40 { keep(new, "\(number)", page) }
        for number in 0..<10 { keep(quiet, "\(number)", page) }
        #expect((0..<40).allSatisfy { isKept(new, "\($0)") } && (0..<10).allSatisfy { isKept(quiet, "\($0)") })
        // A large page takes the room of as many tenants as it needs.
        answers.invalidateAll()
        let many = (0..<64).map { _ in ID.make() }
        for tenant in many { keep(tenant, "start", page) }
        keep(quiet, "large", PublicAnswer(Array(repeating: 0, count: 4 * Self.megabyte), type: "text/plain"))
        #expect(isKept(quiet, "large") && many.count { isKept($0, "start") } == 60)
    }

    @Test func `13.15: buckets of rates`() {
        let rates = RateLimits<String>()
        for number in 0..<150_000 { _ = rates.check("2001:db8:\(number)::/64", limit: 60, now: .now) }
        #expect(rates.count <= 100_000)
    }

    @Test func `13.15: what is collected until the next write, while the database is away`() {
        let pending = Pending<Int, Int>(most: 1_000)
        for number in 0..<2_000 {
            pending.add(1, to: number, +)
            pending.add(1, to: number % 10, +)
        }
        #expect(pending.count == 1_000)
        let taken = pending.take()
        // What is there already goes on to be counted.
        #expect(taken[0] == 201 && taken[999] == 1 && taken[1_000] == nil)
        #expect(pending.count == 0)
    }

    @Test func `13.15: pictures of the image store, a megabyte each`() async throws {
        let bucket = try TestObjectStore()
        let store = ImageStore(try bucket.store(), home: .store)
        let picture = [UInt8](repeating: 7, count: Self.megabyte)
        for _ in 0..<40 {
            let image = OutsideImage(
                tenant: .make(), object: .make(), sha256: MAC.sha256(picture), size: picture.count)
            bucket.objects["roost/\(image.name)"] = picture
            #expect(try await store.bytes(of: image).readableBytes == picture.count)
            #expect(store.keptBytes <= 32 * Self.megabyte)
        }
        #expect(store.keptBytes > 8 * Self.megabyte)
    }

    @Test func `13.15: calls that wait for their keys to be looked up`() async throws {
        let installation = try TestInstallation()
        let gate = KeyGate(database: installation.database.pool())
        let blocker = try installation.database.connection(.superuser)
        try blocker.begin(.readWrite)
        _ = try blocker.send("lock table api_keys, api_key_secrets in access exclusive mode").rows()
        // Two queries may have taken as many with them as may wait.
        let (most, more) = (3 * 4096, 500)
        let (refused, answered) = (Counter(), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<most + more {
                group.addTask {
                    do {
                        _ = try await gate.entry(Array("\(number)".utf8), now: .now)
                        answered.add()
                    } catch DatabaseError.exhausted {
                        refused.add()
                    }
                }
            }
            #expect(try await eventually { refused.value >= more })
            try blocker.rollback()
            try await group.waitForAll()
        }
        #expect(answered.value <= most && answered.value + refused.value == most + more)
    }

    /// A new place where something gathers has to say here what bounds it.
    private static let known: [String: String] = [
        "Lists/BoundedCache.swift": "bytes", "Lists/Cache.swift": "bytes; what is being made, by the lane of streams",
        "ServiceAPI/RateLimits.swift": "100,000 buckets", "ServiceAPI/KeyGate.swift": "4,096 calls that wait",
        "Background/Pending.swift": "as many as its owner says", "Providers/GooglePlay.swift": "one set of keys",
        "Users/KnownZones.swift": "PostgreSQL's own list",
        "Audit/CheckpointWatch.swift": "one time, one number",
        "Audit/ListReadings.swift": "20,000 readers with 9 filters of 500 characters",
        "Jobs/JobWorker.swift": "a waker of each lane; turns of 256 tenants",
        "Imports/OpenedRows.swift": "the rows of one batch",
        "Edge/Performing.swift": "one call, while it is received",
        "Edge/NameLookup.swift": "names that are looked up just now, by 16 threads",
        "ServiceAPI/UnderWay.swift": "users whose file is read just now, or waits for that",
        "Edge/Readiness.swift": "one answer",
        "Public/PublicAnswers.swift": "64 MiB", "Edge/DataKeys.swift": "4,096 keys of each sort",
        "Features/Declarations.swift": "what is declared",
        "Secrets/Keyring.swift": "the keys of a file", "Secrets/WorkQueue.swift": "32 that wait",
        "Postgres/ByteBudget.swift": "one sum", "Postgres/WriteRefusals.swift": "one text",
        "Web/BodyBudget.swift": "networks that send a body just now", "Wire/Connections.swift": "10,000 connections",
        "Web/Metrics.swift": "routes and statuses",
        // Variables of classes, each guarded in its own way.
        "Postgres/Connection.swift": "400 prepared statements; those of one round trip",
        "Postgres/Row.swift": "the columns of one result", "Postgres/Lane.swift": "jobs up to the lane's limit",
        "Postgres/ChunkPipe.swift": "a few chunks of one file", "Wire/HTTP1Rules.swift": "requests of one connection",
        "Images/SVGParser.swift": "open elements of one drawing",
        "Trackers/TCXReader.swift": "open elements of one file",
        "Demo/DemoDiary.swift": "events of one run of roost demo",
    ]

    /// True if an instance of a class or an actor of that file can gather values: behind a lock, or in a variable.
    private static func gathers(_ text: String) -> Bool {
        if text.contains(#/= Mutex[<(]/#) { return true }
        guard text.contains("class ") || text.contains("actor ") else { return false }
        // The indentation of the class that is being read.
        var indent: Int?
        for line in text.split(separator: "\n") {
            let spaces = line.prefix { $0 == " " }.count
            let words = line.dropFirst(spaces).prefix { $0 != ":" && $0 != "=" }.split(separator: " ")
            if let at = words.firstIndex(where: { $0 == "class" || $0 == "actor" }), at + 1 < words.count,
                words[at + 1].first?.isUppercase == true
            {
                indent = spaces
            } else if let own = indent {
                if spaces == own, line.dropFirst(spaces) == "}" { indent = nil }
                let isStored =
                    spaces == own + 4 && words.contains("var") && !line.hasSuffix("{") && !line.hasSuffix("}")
                if isStored, line.contains(#/(?:: |= )(?:\[|Set<|Dictionary<|Deque<)/#) { return true }
            }
        }
        return false
    }

    @Test func `13.15: nothing else in the console gathers in memory`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        var found: Set<String> = []
        for room in [
            "Core", "Console", "Kinds", "Web", "Postgres", "Secrets", "JWS", "Mail", "Images", "Sandbox", "roost",
        ] {
            let place = root.appending(path: room)
            for case let file as URL in FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
                ?? .init()
            where file.pathExtension == "swift" {
                guard try Self.gathers(String(contentsOf: file, encoding: .utf8)) else { continue }
                found.insert(file.pathComponents.suffix(2).joined(separator: "/"))
            }
        }
        #expect(found.subtracting(Self.known.keys).isEmpty, "say here what bounds them")
        #expect(Set(Self.known.keys).subtracting(found).isEmpty, "gone or moved")
    }
}
