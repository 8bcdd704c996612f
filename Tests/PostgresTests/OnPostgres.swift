import Support
import Testing

@testable import Postgres

/// One after another: what measures time limits wants the machine's attention.
@Suite(.serialized) enum OnPostgres {}

/// Waits until `condition` holds, at most `seconds`.
func eventually(within seconds: Double = 30, _ condition: () throws -> Bool) async throws -> Bool {
    let end = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while monotonicNanoseconds() < end {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return try condition()
}

/// Seconds that `body` took.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = monotonicNanoseconds()
    try await body()
    return Double(monotonicNanoseconds() - start) / 1e9
}

extension DatabaseError {
    var isExhausted: Bool { if case .exhausted = self { true } else { false } }
    var isReaderGone: Bool { if case .readerGone = self { true } else { false } }
    var isDecoding: Bool { if case .decoding = self { true } else { false } }
}
