import Foundation

/// When the server asks one call to wait, all calls wait: they share its limit.
actor Pace {
    private var until: ContinuousClock.Instant?

    /// Makes all calls wait that long.
    func hold(for time: Duration) {
        let end = ContinuousClock.now.advanced(by: time)
        until = until.map { max($0, end) } ?? end
    }

    /// The rest of the pause; nil if calls may be sent.
    func left() -> Duration? {
        guard let until else { return nil }
        let left = ContinuousClock.now.duration(to: until)
        guard left > .zero else {
            self.until = nil
            return nil
        }
        return left
    }
}
