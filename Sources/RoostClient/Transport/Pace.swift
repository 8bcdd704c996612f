import Foundation

/// When the server asks one call to wait, all wait: they share its limit.
actor Pace {
    private var until: ContinuousClock.Instant?

    /// All calls wait for so long.
    func hold(for time: Duration) {
        let end = ContinuousClock.now.advanced(by: time)
        until = until.map { max($0, end) } ?? end
    }

    /// What is left of it; nil when calls may go.
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
