/// The last day of the most fertile mucus of a cycle, confirmed by three days of lesser quality (WHO, Fertil Steril
/// 1983;40:773, and Sensiplan).
public struct MucusPeak: Hashable, Sendable {
    public let day: Day
    /// Three days of lesser quality followed, and each of them was logged.
    public let isConfirmed: Bool

    /// Searches the given days, in order; nil if none is fertile enough.
    static func find(in observed: [(day: Day, mucus: Mucus)], least: Int) -> MucusPeak? {
        guard let best = observed.map(\.mucus).max(), best.rawValue >= least,
            let peak = observed.last(where: { $0.mucus == best })
        else { return nil }
        let after = observed.filter { $0.day > peak.day && $0.day <= peak.day.advanced(by: 3) }
        return MucusPeak(day: peak.day, isConfirmed: after.count == 3)
    }
}
