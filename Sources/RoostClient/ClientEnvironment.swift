import Foundation

/// Clock, pauses and randomness, which tests replace.
struct ClientEnvironment: Sendable {
    /// The device's clock, for stored and shown times; it never decides between two edits.
    var now: @Sendable () -> Date = { Date() }
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A random number from 0 up to 1.
    var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Random bytes that nobody can guess.
    func random(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
