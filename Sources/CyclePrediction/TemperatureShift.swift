/// The rise of the basal temperature that follows ovulation, by the rule of three over six.
///
/// Three temperatures in a row are higher than each of the six before them, and the third is at least `shift` (0.2
/// °C) above the highest of the six. First exception: if the third is higher by less, a fourth must be higher too.
/// Second exception: if the second or the third is not higher, it is skipped, and the next must be higher by at least
/// `shift`. The exceptions can't be combined. Temperatures are compared as charted, to 0.05 °C. (Arbeitsgruppe NFP,
/// Sensiplan; as used by Frank-Herrmann et al., Hum Reprod 2007;22:1310.)
public struct TemperatureShift: Hashable, Sendable {
    /// The first higher temperature.
    public let first: Day
    /// The day whose temperature completes the rule; nil until then.
    public let completed: Day?
    /// The last of the six lower temperatures. It is more than a day before `first` if days are missing.
    public let lastLow: Day
    /// The highest of the six lower temperatures, as charted.
    public let coverLine: Temperature

    struct Reading {
        var day: Day
        var value: Int
    }

    /// Returns the first complete shift; otherwise the first that has begun and may still be completed; otherwise nil.
    /// Readings are in order of days.
    static func find(in readings: [Reading], shift: Int) -> TemperatureShift? {
        var begun: TemperatureShift?
        for index in readings.indices.dropFirst(6) {
            let six = readings[(index - 6)..<index]
            let cover = six.reduce(Int.min) { max($0, $1.value) }
            guard readings[index].value > cover else { continue }
            let found: Int?
            switch judge(readings[(index + 1)...].prefix(3).map(\.value), over: cover, shift: shift) {
            case .never: continue
            case .notYet: found = nil
            case .after(let count): found = index + count
            }
            let shift = TemperatureShift(
                first: readings[index].day, completed: found.map { readings[$0].day }, lastLow: readings[index - 1].day,
                coverLine: Temperature(hundredths: cover))
            if found != nil { return shift }
            begun = begun ?? shift
        }
        return begun
    }

    private enum Judgement {
        case never, notYet
        /// The number of readings after the first higher one.
        case after(Int)
    }

    /// `next` contains up to three readings after the first higher one.
    private static func judge(_ next: [Int], over cover: Int, shift: Int) -> Judgement {
        guard next.count >= 2 else { return .notYet }
        switch (next[0] > cover, next[1] > cover) {
        case (true, true) where next[1] >= cover + shift:
            return .after(2)
        case (true, true):
            guard next.count == 3 else { return .notYet }
            return next[2] > cover ? .after(3) : .never
        case (true, false), (false, true):
            guard next.count == 3 else { return .notYet }
            return next[2] >= cover + shift ? .after(3) : .never
        case (false, false):
            return .never
        }
    }
}
