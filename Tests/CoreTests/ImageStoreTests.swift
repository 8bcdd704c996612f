import Crypto
import Glibc
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// Pictures on their way into a store, seen from there, and on their way back.
    @Suite struct ImageStoreTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let owner: TestAdmin
        private let bucket: TestObjectStore
        private let console: TestConsole

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            owner = try installation.makeAdmin(.owner, in: tenant)
            bucket = try TestObjectStore()
            console = installation.console(imageStore: ImageStore(try bucket.store(), home: .store))
        }

        private var icon: String { "/t/\(tenant.slug)/settings/icon" }

        private func drawing(_ inside: String = "<path d=\"M0 0h9v9\"/>") -> UploadedFile {
            UploadedFile(
                name: "x.svg",
                bytes: Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\(inside)</svg>".utf8))
        }

        private func path(_ id: ID, of tenant: Tenant? = nil) -> String {
            "/t/\((tenant ?? self.tenant).slug)/images/\(id)"
        }

        /// Another process: it has nothing in memory.
        private func fresh(_ home: ImageStore.Home = .store) throws -> TestConsole {
            installation.console(imageStore: ImageStore(try bucket.store(), home: home))
        }

        private struct Place: Equatable {
            var id: ID
            var isHere: Bool
            var object: ID?
            var content: [UInt8]?
        }

        private func places(of tenant: Tenant? = nil) throws -> [Place] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select id, content is not null as here, object_id, content from images where tenant_id = \((tenant ?? self.tenant).id) order by id"
                ).rows().map {
                    Place(
                        id: try $0.id("id"), isHere: try $0.bool("here"), object: try $0.idOrNil("object_id"),
                        content: try $0.bytesOrNil("content"))
                }
            }
        }

        private func name(_ place: Place, of tenant: Tenant? = nil) throws -> String {
            "roost/\((tenant ?? self.tenant).id)/\(try #require(place.object))"
        }

        /// An image of the tenant's that lies in the store.
        private func moved(_ word: String = unique(), in tenant: Tenant? = nil) async throws -> ID {
            let id = try installation.addImage(word, to: tenant ?? self.tenant)
            try sweep()
            try await work()
            #expect(try places(of: tenant).first { $0.id == id }?.isHere == false)
            return id
        }

        private func sweep(days: Int64 = 0, with console: TestConsole? = nil) throws {
            let connection = try installation.database.connection()
            try SweepImagesAcrossTenants(services: (console ?? self.console).services).sweep(
                on: connection, now: Timestamp.now.adding(seconds: days * 86400))
        }

        /// Jobs that were postponed are due at once.
        private func work(_ console: TestConsole? = nil) async throws {
            try installation.set("update jobs set run_at = now() where failed_at is null")
            try await (console ?? self.console).work()
        }

        private func jobs(_ condition: SQL = "true") throws -> Int {
            try installation.number("select count(*) as n from jobs where kind = 'images.move' and \(condition)")
        }

        private func orphans(at now: Timestamp = .now) async throws -> Int {
            let store = try #require(console.services.imageStore)
            return try await OrphanedImagesAcrossTenants(store: store, services: console.services).remove(now: now)
        }

        // MARK: There

        @Test
        func `an upload is whole in the database, then its bytes lie in the store, and the answer stays the same`()
            async throws
        {
            var browser = try console.browser(of: owner)
            #expect(await browser.post(icon, files: ["icon": drawing()]).status == 303)
            let before = try #require(try places().first)
            #expect(before.isHere && bucket.objects.isEmpty)
            let first = await browser.get(path(before.id))
            #expect(first.status == 200 && first.body == before.content)
            try await work()
            let after = try #require(try places().first)
            #expect(!after.isHere && after.id == before.id)
            #expect(
                bucket.objects == [try name(after): first.body] && bucket.types.values.sorted() == ["image/svg+xml"])
            #expect(try jobs() == 0)
            for console in [console, try fresh()] {
                var browser = try console.browser(of: owner)
                let then = await browser.get(path(before.id))
                #expect(then.status == 200 && then.body == first.body && then.headers == first.headers)
                #expect(
                    then.headers[.cacheControl] == "private, max-age=31536000, immutable"
                        && then.headers[.contentType] == "image/svg+xml")
                browser.headers[.ifNoneMatch] = then.headers[.eTag]
                let known = await browser.get(path(before.id))
                #expect(known.status == 304 && known.body.isEmpty)
                // From memory.
                browser.headers[.ifNoneMatch] = nil
                #expect(await browser.get(path(before.id)).body == first.body)
            }
            #expect(bucket.requested.filter { $0.hasPrefix("GET") }.count == 2)
        }

        @Test func `apps get published pictures from the store as they did from the database`() async throws {
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            let picture = try installation.addPicture(to: tenant)
            let app = TestProgram(console, key: key.text)
            let before = await app.get("/v1/images/\(picture)")
            #expect(before.status == 200)
            try sweep()
            try await work()
            #expect(try places().map(\.isHere) == [false])
            let after = await app.get("/v1/images/\(picture)")
            #expect(after.status == 200 && after.body == before.body && !after.body.isEmpty)
            for header in [HTTPField.Name.contentType, .cacheControl, .eTag, .contentSecurityPolicy] {
                #expect(after.headers[header] == before.headers[header])
            }
            #expect(after.headers[HTTPField.Name("RateLimit-Limit")!] != nil)
            var knowing = app
            knowing.headers[.ifNoneMatch] = after.headers[.eTag]
            #expect(await knowing.get("/v1/images/\(picture)").status == 304)
        }

        @Test func `while the store is away pictures stay in the database, and move when it is back`() async throws {
            bucket.mood = .away
            var browser = try console.browser(of: owner)
            _ = await browser.post(icon, files: ["icon": drawing()])
            try await work()
            try await work()
            let place = try #require(try places().first)
            let shown = await browser.get(path(place.id))
            #expect(place.isHere && shown.body == place.content)
            #expect(
                try jobs(
                    "attempts >= 2 and error like 'the image store does not answer%' and error not like '%127.0.0.1%'")
                    == 1)
            bucket.mood = .refusing(500)
            try await work()
            #expect(try places() == [place] && jobs("error = 'the image store answered 500'") == 1)
            bucket.mood = .well
            try await work()
            #expect(try places().map(\.isHere) == [false] && jobs() == 0)
            #expect(Array(bucket.objects.values) == [place.content])
        }

        @Test func `pictures from before are moved by one job, also when an earlier one was given up`() async throws {
            for _ in 0..<3 { _ = try installation.addImage(to: tenant) }
            let other = try installation.makeTenant()
            _ = try installation.addImage(to: other)
            let without = installation.console()
            try sweep(with: without)
            #expect(try jobs() == 0)
            try sweep()
            try sweep()
            #expect(try jobs() == 2)
            try installation.set("update jobs set failed_at = now(), attempts = 9")
            #expect(try await JobWorker(services: console.services).step() == false)
            try sweep()
            #expect(try jobs() == 2 && jobs("failed_at is null and attempts = 0") == 2)
            try await work()
            #expect(try (places() + places(of: other)).map(\.isHere) == [false, false, false, false])
            #expect(bucket.objects.count == 4)
            try sweep()
            #expect(try jobs() == 0)
        }

        // MARK: Seen from there

        @Test func `a store that does not answer is said with 503, and nothing else suffers`() async throws {
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            let picture = try installation.addPicture(to: tenant)
            try sweep()
            try await work()
            bucket.mood = .away
            var browser = try console.browser(of: owner)
            let page = await browser.get(path(picture))
            #expect(page.status == 503 && page.headers[.retryAfter] == "10" && page.has("The picture can’t be loaded"))
            #expect(page.headers[.cacheControl] == "no-store" && page.headers[.eTag] == nil)
            let program = await TestProgram(console, key: key.text).get("/v1/images/\(picture)")
            #expect(
                program.status == 503 && program.headers[.retryAfter] == "10"
                    && program.has("/problems/picture-unavailable"))
            #expect(
                program.headers[.cacheControl] == "no-store"
                    && program.headers[HTTPField.Name("RateLimit-Limit")!] != nil)
            for path in ["", "/users", "/goals"] {
                #expect(await browser.get("/t/\(tenant.slug)\(path)").status == 200)
            }
            browser.headers[.ifNoneMatch] = "\"\(picture)\""
            #expect(await browser.get(path(picture)).status == 304)
            browser.headers[.ifNoneMatch] = nil
            bucket.mood = .well
            #expect(await browser.get(path(picture)).status == 200)
            // What is in memory needs no store.
            bucket.mood = .away
            #expect(await browser.get(path(picture)).status == 200)
        }

        @Test func `other bytes than were put there are never answered, and the same picture brought anew mends it`()
            async throws
        {
            var browser = try console.browser(of: owner)
            _ = await browser.post(icon, files: ["icon": drawing()])
            try await work()
            let place = try #require(try places().first)
            let sound = try #require(bucket.objects[try name(place)])
            var wrong = sound
            wrong[20] ^= 1
            for bytes in [wrong, Array(sound.dropLast()), sound + [0], [], nil] {
                bucket.objects[try name(place)] = bytes
                let answer = await browser.get(path(place.id))
                #expect(answer.status == 503 && !answer.has("<path"))
            }
            #expect(await browser.post(icon, files: ["icon": drawing()]).status == 303)
            let mended = try #require(try places().first)
            #expect(mended.id == place.id && mended.content == sound && mended.object == nil)
            #expect(await browser.get(path(place.id)).body == sound)
            try await work()
            #expect(try places().map(\.isHere) == [false] && bucket.objects[try name(places()[0])] == sound)
            #expect(try places()[0].object != place.object)
        }

        @Test func `one tenant's picture is reached through no other, whatever a row says`() async throws {
            let other = try installation.makeTenant()
            let (mine, theirs) = (try await moved(), try await moved(in: other))
            var browser = try console.browser(of: owner)
            var there = try console.browser(of: installation.makeAdmin(.owner, in: other))
            #expect(await there.get(path(theirs, of: other)).status == 200)
            #expect(await browser.get(path(theirs)).status == 404)
            #expect(await browser.get(path(theirs, of: other)).status == 404)
            #expect(await there.get(path(mine, of: other)).status == 404)
            // A row that names the other's object, and even knows its hash: the name holds the tenant.
            try installation.set(
                """
                update images set object_id = theirs.object_id, sha256 = theirs.sha256, size = theirs.size from images as theirs
                where images.id = \(mine) and theirs.id = \(theirs)
                """)
            #expect(await browser.get(path(mine)).status == 503)
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            let picture = try installation.addPicture(to: other)
            _ = try sweep()
            try await work()
            #expect(await TestProgram(console, key: key.text).get("/v1/images/\(picture)").status == 404)
        }

        @Test func `no row takes other bytes than its hash is of, and a picture lies in one place`() async throws {
            let id = try await moved("sound")
            for change: SQL in [
                "update images set content = 'x', object_id = null, size = null where id = \(id)",
                "update images set object_id = null, size = null where id = \(id)",
                "update images set content = 'x' where id = \(id)",
                "update images set sha256 = sha256('x') where id = \(id)",
            ] {
                #expect(throws: DatabaseError.self) { try installation.inTenant(tenant) { try $0.execute(change) } }
            }
            #expect(try places().map(\.isHere) == [false])
        }

        // MARK: Gone

        @Test
        func `what nothing refers to goes from the store too, what is used stays, what comes back into use as well`()
            async throws
        {
            let used = try installation.addIcon(to: tenant)
            let (loose, back) = (try installation.addImage(to: tenant), try installation.addImage(to: tenant))
            try sweep()
            try await work()
            #expect(bucket.objects.count == 3)
            let sweeping = SweepImagesAcrossTenants(services: console.services)
            func run(_ hours: Int64) async throws {
                try await sweeping.run(now: Timestamp.now.adding(seconds: hours * 3600), findsOrphans: false)
            }
            try await run(23)
            #expect(bucket.objects.count == 3)
            try installation.set("update tenant_icons set image_id = \(back) where tenant_id = \(tenant.id)")
            try await run(26)
            #expect(try Set(places().map(\.id)) == [used, back])
            #expect(try Set(bucket.objects.keys) == Set(places().map { try name($0) }))
            try await run(60)
            #expect(try places().map(\.id) == [back] && bucket.objects.count == 1)
            var browser = try console.browser(of: owner)
            #expect(await browser.get(path(back)).status == 200)
            #expect(await browser.get(path(loose)).status == 404)
        }

        @Test func `a picture that is taken up again while it is swept stays`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.post(icon, files: ["icon": drawing()])
            try await work()
            _ = await browser.post(icon + "/removal")
            try sweep()
            let place = try #require(try places().first)
            // Brought anew in a transaction that is still open when the sweep comes by.
            let (services, database) = (console.services, installation.database)
            let connection = try database.connection()
            try connection.begin(.readWrite)
            _ = try connection.send("select set_config('roost.tenant', \(tenant.id.description), true)").rows()
            _ = try connection.send("update images set unused_since = null where id = \(place.id)").rows()
            _ = try connection.send("insert into tenant_icons (tenant_id, image_id) values (\(tenant.id), \(place.id))")
                .rows()
            let sweeping = Task {
                try await SweepImagesAcrossTenants(services: services).run(
                    now: Timestamp.now.adding(seconds: 172_800), findsOrphans: true)
            }
            #expect(
                try await eventually {
                    try installation.number(
                        "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = \(database.name)"
                    ) > 0
                })
            try connection.commit()
            try await sweeping.value
            #expect(try places() == [place] && bucket.objects[try name(place)] != nil)
        }

        @Test func `leftovers go when they are a day old; what rows name, what is young and what is not ours stays`()
            async throws
        {
            let id = try await moved()
            let place = try #require(try places().first)
            let now = Timestamp.now
            func name(_ tenant: ID, hours: Int64) -> String {
                "roost/\(tenant)/\(ID.make(at: now.adding(seconds: -hours * 3600)))"
            }
            let gone = (0..<3).map { _ in name(tenant.id, hours: 25) } + [name(Tenant.installation.id, hours: 25)]
            let kept = [
                name(tenant.id, hours: 23), name(ID.make(), hours: 2500), "roost/readme.txt", "roost/\(tenant.id)/x",
                "roost/\(tenant.id)/\(ID.make(at: now.adding(seconds: -900_000)))/x",
                name(tenant.id, hours: 25).replacing("roost/", with: "other/"),
            ]
            for one in gone + kept { bucket.objects[one] = [1] }
            // In many pieces.
            bucket.mostNames = 2
            #expect(try await orphans(at: now) == gone.count)
            #expect(try Set(bucket.objects.keys) == Set(kept + [self.name(place)]))
            // However old: a row names it.
            #expect(try await orphans(at: now.adding(seconds: 900 * 86400)) == 1)
            var browser = try fresh().browser(of: owner)
            #expect(await browser.get(path(id)).status == 200)
        }

        @Test func `a row that goes while its bytes are on the way leaves nothing behind`() async throws {
            let id = try installation.addImage(to: tenant)
            let installation = installation
            bucket.meanwhile { _ in try? installation.set("delete from images where id = \(id)") }
            try sweep()
            try await work()
            #expect(bucket.requested.map { $0.prefix(4) } == ["PUT ", "DELE"])
            #expect(try bucket.objects.isEmpty && places().isEmpty && jobs() == 0)
        }

        @Test func `an object that was put long ago is not named any more: it may be gone already`() throws {
            let id = try installation.addImage(to: tenant)
            for (age, count) in [(3601, 0), (3500, 1)] as [(Int64, Int)] {
                let named = try installation.database.connection().inTenant(tenant.id) {
                    try $0.execute(ImageQueries.leave(id, as: .make(), begun: Timestamp.now.adding(seconds: -age)))
                }
                #expect(named == count)
            }
        }

        @Test func `a deleted tenant's objects go with it, its neighbour's stay`() async throws {
            let other = try installation.makeTenant()
            _ = try await moved()
            let theirs = try await moved(in: other)
            bucket.objects["roost/\(tenant.id)/\(ID.make())"] = [1]
            #expect(bucket.objects.count == 3)
            try installation.set(
                "update tenants set archived_at = now(), delete_at = now() - interval '1 second' where id = \(tenant.id)"
            )
            bucket.mood = .away
            let erasing = EraseTenantsAcrossTenants(services: console.services)
            try await erasing.run()
            #expect(try places().isEmpty && bucket.objects.count == 3)
            // A kill or a store that was away: found when leftovers are looked for.
            bucket.mood = .well
            #expect(try await orphans() == 2)
            #expect(Array(bucket.objects.keys) == [try name(places(of: other)[0], of: other)])
            try installation.set(
                "update tenants set archived_at = now(), delete_at = now() - interval '1 second' where id = \(other.id)"
            )
            try await erasing.run()
            #expect(try bucket.objects.isEmpty && places(of: other).isEmpty)
            #expect(!bucket.requested.contains("GET roost/\(theirs)"))
        }

        // MARK: Back

        @Test func `with images at home in the database they come back, and nothing is left in the store`() async throws
        {
            let ids = [try await moved(), try await moved()]
            let before = bucket.objects.values.map { $0 }
            let back = try fresh(.database)
            try sweep(with: back)
            #expect(try jobs() == 1)
            try await work(back)
            #expect(try places().map(\.isHere) == [true, true] && bucket.objects.isEmpty)
            #expect(Set(try places().compactMap(\.content)) == Set(before))
            // The store can go.
            let without = installation.console()
            var browser = try without.browser(of: owner)
            for id in ids { #expect(await browser.get(path(id)).status == 200) }
            // An upload stays where images are at home.
            var there = try back.browser(of: owner)
            _ = await there.post(icon, files: ["icon": drawing()])
            #expect(try jobs() == 0)
        }

        @Test func `one that the store has lost holds up no others on the way back, and is said`() async throws {
            let (lost, sound) = (try await moved(), try await moved())
            let place = try #require(try places().first { $0.id == lost })
            bucket.objects[try name(place)] = nil
            let back = try fresh(.database)
            try sweep(with: back)
            try await work(back)
            #expect(try places().map(\.isHere) == [false, true] && places().last?.id == sound)
            #expect(try jobs("error = 'the image store does not have the object'") == 1)
        }

        @Test func `without the store its pictures are not to be had, and that is said`() async throws {
            let id = try await moved()
            let without = installation.console()
            var browser = try without.browser(of: owner)
            let answer = await browser.get(path(id))
            #expect(answer.status == 503 && answer.headers[.retryAfter] == "10")
            #expect(await browser.get("/t/\(tenant.slug)").status == 200)
            let swept = try SweepImagesAcrossTenants(services: without.services).sweep(
                on: installation.database.connection(), now: .now)
            #expect(swept.unreachable == 1)
        }

        // MARK: Travels

        private func leave(_ images: ImageStore?, to path: String, key: SymmetricKey, archives: String) async throws
            -> Int
        {
            try await ExportTenantAcrossTenants(
                keyring: installation.keyring, keys: installation.keys, trail: installation.trail, archives: archives,
                images: images
            )
            .run(tenant, to: path, key: key, reason: "", on: installation.database.connection(.owner))
        }

        @Test func `a tenant takes its pictures along out of the store, and arrives where there is none`() async throws
        {
            let directory = TestCluster.ownDirectory("pictures")
            mkdir(directory, 0o700)
            defer { TestCluster.remove(directory) }
            let outside = try await moved()
            let inside = try installation.addIcon(to: tenant)
            let sound = bucket.objects
            let key = SymmetricKey(size: .bits256)
            let store = try #require(try fresh().services.imageStore)
            // Whole or not at all.
            let unread = await #expect(throws: TransferProblem.self) {
                try await leave(nil, to: "\(directory)/a", key: key, archives: directory)
            }
            #expect(unread == .image(outside, why: ObjectStore.Problem.notSetUp.description))
            bucket.mood = .away
            await #expect(throws: TransferProblem.self) {
                try await leave(store, to: "\(directory)/a", key: key, archives: directory)
            }
            bucket.mood = .well
            for (name, bytes) in sound { bucket.objects[name] = bytes.reversed() }
            let altered = await #expect(throws: TransferProblem.self) {
                try await leave(store, to: "\(directory)/a", key: key, archives: directory)
            }
            #expect(altered == .image(outside, why: ObjectStore.Problem.altered.description))
            #expect(DirectoryListing.names(in: directory).isEmpty)
            bucket.objects = sound
            _ = try await leave(store, to: "\(directory)/a", key: key, archives: directory)

            let there = try TestInstallation()
            _ = try ImportTenantAcrossTenants(
                keyring: there.keyring, keys: there.keys, trail: there.trail, archives: "\(directory)/there",
                kinds: Kinds.all
            )
            .run("\(directory)/a", key: key, on: there.database.connection(.owner))
            #expect(
                try there.number(
                    "select count(*) as n from images where content is not null and object_id is null and size is null")
                    == 2)
            var browser = try there.console().browser(of: there.makeAdmin())
            var here = try console.browser(of: owner)
            for id in [outside, inside] {
                let (answer, before) = (await browser.get(path(id)), await here.get(path(id)))
                #expect(answer.status == 200 && answer.body == before.body)
            }
            // Here they are as they were.
            #expect(bucket.objects == sound)
        }
    }
}
