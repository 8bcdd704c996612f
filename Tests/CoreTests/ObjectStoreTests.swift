import Support
import Testing

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// What is asked of a store, against one that looks at every signature.
    @Suite struct ObjectStoreTests {
        private let bucket: TestObjectStore
        private let store: ObjectStore

        init() throws {
            bucket = try TestObjectStore()
            store = try bucket.store()
        }

        @Test func `what is put is got, listed and deleted, under the prefix`() async throws {
            try await store.put("a/b", [1, 2, 0, 255], type: "image/png")
            #expect(bucket.objects == ["roost/a/b": [1, 2, 0, 255]] && bucket.types == ["roost/a/b": "image/png"])
            #expect(try await store.get("a/b", mostBytes: 4) == [1, 2, 0, 255])
            #expect(try await store.list().names == ["a/b"])
            try await store.delete("a/b")
            try await store.delete("a/b")
            #expect(bucket.objects.isEmpty)
            await #expect(throws: ObjectStore.Problem.missing) { try await store.get("a/b", mostBytes: 4) }
        }

        @Test func `a long list comes in pieces, and names of any form`() async throws {
            bucket.mostNames = 2
            let names = ["a/1", "a/2", "a/a b+c<d>&é", "b/1"]
            bucket.objects = Dictionary(
                uniqueKeysWithValues: (names.map { "roost/" + $0 } + ["other/1", "roostless"]).map { ($0, [1]) })
            var (found, last): ([String], String?) = ([], nil)
            repeat {
                let listed = try await store.list("a/", after: last)
                found += listed.names
                last = listed.last
            } while last != nil
            #expect(found == ["a/1", "a/2", "a/a b+c<d>&é"])
            #expect(bucket.requested == ["GET ", "GET "])
        }

        @Test func `a wrong secret, a refusal and silence are told apart, and none names the store or the key`()
            async throws
        {
            let wrong = try bucket.store(secret: "another")
            await #expect(throws: ObjectStore.Problem.refused(status: 403)) {
                try await wrong.put("a", [1], type: "image/png")
            }
            #expect(bucket.objects.isEmpty)
            bucket.mood = .refusing(503)
            await #expect(throws: ObjectStore.Problem.refused(status: 503)) { try await store.get("a", mostBytes: 1) }
            bucket.mood = .away
            let silent = await #expect(throws: ObjectStore.Problem.self) { try await store.get("a", mostBytes: 1) }
            let nowhere = try ObjectStore(
                url: "http://127.0.0.1:1/b", region: "r", keyID: "hidden-id", secret: "hidden-secret")
            let closed = await #expect(throws: ObjectStore.Problem.self) { try await nowhere.list() }
            for problem in [silent, closed] {
                guard case .unreachable = problem else {
                    Issue.record("\(String(describing: problem))")
                    continue
                }
                for word in ["127", "hidden", "pictures"] { #expect(problem?.description.contains(word) == false) }
            }
        }

        @Test func `it follows nobody to another place, and reads no more than it asked for`() async throws {
            let other = try TestObjectStore()
            other.objects["roost/a"] = [1]
            bucket.mood = .sending(to: other.url + "/a")
            await #expect(throws: ObjectStore.Problem.refused(status: 307)) { try await store.get("a", mostBytes: 1) }
            #expect(other.requested.isEmpty)
            bucket.mood = .well
            bucket.objects["roost/a"] = [UInt8](repeating: 7, count: 100_000)
            await #expect(throws: ObjectStore.Problem.self) { try await store.get("a", mostBytes: 1000) }
        }

        @Test(arguments: [
            "s3.example.org/b", "https://", "https://s3.example.org", "https://s3.example.org/",
            "https://s3.example.org//b", "https://s3.example.org/b/../c",
            "https://user:pw@s3.example.org/b", "https://s3.example.org/b?x=1", "https://s3.example.org/b c",
            "http://s3.example.org/b", "http://127.0.0.1.example.org/b",
        ])
        func `an address of another form is refused`(url: String) {
            #expect(throws: ObjectStore.Fault.self) { try ObjectStore(url: url, region: "r", keyID: "k", secret: "s") }
        }

        @Test func `an address may have a port, a prefix and a slash at its end`() throws {
            for (url, name) in [
                ("https://s3.example.org/b", "https://s3.example.org/b"),
                ("https://s3.example.org:9000/b/c/d/", "https://s3.example.org:9000/b/c/d"),
                ("http://localhost:9000/b", "http://localhost:9000/b"), ("http://[::1]:9000/b", "http://[::1]:9000/b"),
            ] {
                #expect(try ObjectStore(url: url, region: "r", keyID: "k", secret: "s").description == name)
            }
        }

        @Test func `the doctor tries it, leaves nothing there, and says what is wrong`() async throws {
            let installation = try TestInstallation()
            let connection = try installation.database.connection()
            let tenant = try installation.makeTenant()
            _ = try installation.addImage(to: tenant)
            let sound = try await ImageStoreCheck.run(ImageStore(store, home: .store), connection)
            #expect(sound.map(\.remedy) == [nil] && bucket.objects.isEmpty)
            #expect(sound.map(\.what) == ["images lie in \(bucket.url): 0 there, 1 in the database"])
            #expect(bucket.requested.map { $0.prefix(4) } == ["PUT ", "GET ", "GET ", "DELE"])
            let refused = try await ImageStoreCheck.run(ImageStore(bucket.store(secret: "x"), home: .store), connection)
            #expect(refused[0].remedy == "the image store answered 403; see ROOST_IMAGE_STORE")
            #expect(try await ImageStoreCheck.run(nil, connection).isEmpty)
            try installation.set("update images set content = null, object_id = gen_random_uuid(), size = 9")
            let lost = try await ImageStoreCheck.run(nil, connection)
            #expect(
                lost[0].what == "1 images lie in an image store that is not set up"
                    && lost[0].remedy?.contains("ROOST_IMAGE_STORE") == true)
        }
    }
}
