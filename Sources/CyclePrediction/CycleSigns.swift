/// What the body's signs in one cycle tell about ovulation.
struct CycleSigns {
    var shift: TemperatureShift?
    var peak: MucusPeak?
    /// Derived from the complete signs; nil if none is complete.
    var ovulation: Estimate?
    /// Temperature and mucus indicate days that exclude each other.
    var disagree = false
    /// The day on which the last of the complete signs became complete; nil if none is complete.
    var open: Day?
    /// How many temperatures were used, how many lay outside of the bounds, and the day of the last one used.
    var used = 0
    var outOfBounds = 0
    var lastReading: Day?

    init(_ days: ClosedRange<Day>, of log: CycleLog, _ rules: PredictionRules) {
        var readings: [TemperatureShift.Reading] = []
        var observed: [(day: Day, mucus: Mucus)] = []
        let bounds = rules.leastTemperature...max(rules.leastTemperature, rules.greatestTemperature)
        for day in days {
            guard let entry = log.entries[day] else { continue }
            if let temperature = entry.temperature, !entry.isDisturbed {
                // As measured: 97 °F is within bounds of 97 °F, though charted it is a little less.
                if bounds.contains(temperature.hundredths) {
                    readings.append(.init(day: day, value: temperature.charted.hundredths))
                } else {
                    outOfBounds += 1
                }
            }
            if let mucus = entry.mucus { observed.append((day, mucus)) }
        }
        used = readings.count
        lastReading = readings.last?.day
        shift = TemperatureShift.find(in: readings, shift: rules.shift)
        // Mucus that turns fertile again after a complete shift tells nothing about this cycle's ovulation.
        let end = shift?.completed ?? days.upperBound
        peak = MucusPeak.find(in: observed.filter { $0.day <= end }, least: rules.peakMucus)
        if let found = peak, !found.isConfirmed, shift?.completed != nil {
            // The three days after the peak may lie after the shift's last day.
            let day = found.day
            let lesser = observed.filter { $0.day > day && $0.day <= day.advanced(by: 3) }
            let best = observed.first { $0.day == day }?.mucus ?? .stretchy
            peak = MucusPeak(day: day, isConfirmed: lesser.count == 3 && lesser.allSatisfy { $0.mucus < best })
        }
        combine(from: days.lowerBound)
    }

    /// Ovulation is about a day before the first higher temperature, and about on the day of the peak. Neither sign
    /// is exact: for the shift the range is two days before to two days after the likely day, for the peak three and
    /// three. If temperatures are missing before the rise, the range starts at the last low one.
    private mutating func combine(from start: Day) {
        var byShift: Estimate?
        if let shift, let completed = shift.completed {
            byShift = Estimate(
                min(shift.first.advanced(by: -3), shift.lastLow), shift.first.advanced(by: -1),
                shift.first.advanced(by: 1))
            open = completed
        }
        var byPeak: Estimate?
        if let peak, peak.isConfirmed {
            byPeak = Estimate(peak.day.advanced(by: -3), peak.day, peak.day.advanced(by: 3))
            open = max(open ?? peak.day, peak.day.advanced(by: 3))
        }
        switch (byShift, byPeak) {
        case (let one?, let other?) where one.range.overlaps(other.range):
            ovulation = Estimate(max(one.earliest, other.earliest), one.likely, min(one.latest, other.latest))
        case (let one?, let other?):
            disagree = true
            ovulation = Estimate(min(one.earliest, other.earliest), one.likely, max(one.latest, other.latest))
        default:
            ovulation = byShift ?? byPeak
        }
        ovulation = ovulation?.notBefore(start)
    }
}
