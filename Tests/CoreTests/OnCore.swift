import Console
import Core
import Postgres
import Sandbox
import Support
import Synchronization
import Testing
import Web

@testable import roost

/// One after another: each has a console, and what measures time limits wants the machine's attention.
@Suite(.serialized) enum OnCore {}

extension TestInstallation {
    func console(
        pool: Database? = nil, reader: ConfinedProgram = .built, mail: MailSender? = nil, imageStore: ImageStore? = nil,
        providers: ProviderAccess? = nil, identities: IdentityAccess? = nil
    ) -> TestConsole {
        TestConsole(
            self, declarations: ConsoleApplication.declarations, kinds: Kinds.all, pool: pool, reader: reader,
            mail: mail,
            imageStore: imageStore,
            providers: providers, identities: identities)
    }
}

/// Waits until `condition` holds, at most `seconds`.
func eventually(within seconds: Double = 30, _ condition: () throws -> Bool) async throws -> Bool {
    let end = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while monotonicNanoseconds() < end {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return try condition()
}

final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add() { count.add(1, ordering: .sequentiallyConsistent) }
}
