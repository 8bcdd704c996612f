import Dispatch
import NIOCore
import Synchronization
import Testing

@testable import Console

@Suite struct NameLookupTests {
    private final class Counted: Sendable { let times = Atomic(0) }

    @Test func `S2: a name whose server keeps silent takes one thread, and nobody waits for it beyond the limit`()
        async throws
    {
        let (release, asked) = (DispatchSemaphore(value: 0), Counted())
        let lookup = NameLookup(limit: .seconds(3)) { host, port in
            if host == "silent.example" {
                asked.times.add(1, ordering: .relaxed)
                release.wait()
            }
            return try SocketAddress(ipAddress: "192.0.2.1", port: port)
        }
        let silent = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        _ = try await lookup.address(of: "silent.example", port: 443)
                        return false
                    } catch {
                        return error as? NameLookup.Problem == .silent
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(silent == 100)
        #expect(asked.times.load(ordering: .relaxed) == 1)
        #expect(try await lookup.address(of: "quick.example", port: 443).ipAddress == "192.0.2.1")
        // It answers at last, and is asked anew when it has.
        release.signal()
        release.signal()
        #expect(try await lookup.address(of: "silent.example", port: 443).port == 443)
    }

    @Test func `S2: a name that is none is told as such`() async throws {
        struct Unknown: Error {}
        let lookup = NameLookup { _, _ in throw Unknown() }
        await #expect(throws: Unknown.self) { try await lookup.address(of: "nobody.example", port: 443) }
    }
}
