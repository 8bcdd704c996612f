/// The steps from a log to a prediction.
struct PredictionMaker {
    let rules: PredictionRules
    let today: Day
    let statistics: CycleStatistics
    private(set) var cycles: [Prediction.RecordedCycle] = []
    private(set) var upcoming: [Prediction.UpcomingCycle] = []
    private(set) var notes: [Prediction.Note] = []

    init(_ log: CycleLog, _ rules: PredictionRules, _ today: Day, count: Int) {
        self.rules = rules
        self.today = today
        let periods = log.periods(until: today, least: rules.leastCycle)
        let lengths = zip(periods, periods.dropFirst()).map { $0.lowerBound.distance(to: $1.lowerBound) }
        statistics = CycleStatistics(lengths, rules)
        guard let last = periods.last else {
            notes = [.noPeriod]
            return
        }
        for (period, length) in zip(periods, lengths) { cycles.append(past(period, length, log)) }
        let leftOut = lengths.count { $0 < rules.leastCycle || $0 > rules.greatestCycle }
        if statistics.hasTooLittleData {
            notes.append(.tooLittleData(known: statistics.lengths.count, needed: rules.cyclesNeeded))
        }
        if statistics.isIrregular, let shortest = statistics.lengths.min(), let longest = statistics.lengths.max() {
            notes.append(.irregular(shortest: shortest, longest: longest))
        }
        if leftOut > 0 { notes.append(.cyclesLeftOut(leftOut)) }
        let age = last.lowerBound.distance(to: today)
        guard age <= rules.greatestCycle else {
            notes.append(.noRecentPeriod(age))
            cycles.append(
                Prediction.RecordedCycle(
                    period: last, length: nil, shift: nil, peak: nil, ovulation: nil, fertile: nil, isBySigns: false))
            return
        }
        current(last, log, count: count)
    }

    private func past(_ period: ClosedRange<Day>, _ length: Int, _ log: CycleLog) -> Prediction.RecordedCycle {
        let start = period.lowerBound
        let end = start.advanced(by: length - 1)
        guard length <= rules.greatestCycle else {
            return Prediction.RecordedCycle(
                period: period, length: length, shift: nil, peak: nil, ovulation: nil, fertile: nil, isBySigns: false)
        }
        let signs = CycleSigns(start...end, of: log, rules)
        let next = end.advanced(by: 1)
        let ovulation = (signs.ovulation ?? self.ovulation(before: Estimate(next, next, next), from: start)).notAfter(
            end)
        return Prediction.RecordedCycle(
            period: period, length: length, shift: signs.shift, peak: signs.peak, ovulation: ovulation,
            fertile: FertileWindow(ovulation, rules, from: start, open: signs.open), isBySigns: signs.ovulation != nil)
    }

    private mutating func current(_ period: ClosedRange<Day>, _ log: CycleLog, count: Int) {
        let start = period.lowerBound
        let signs = CycleSigns(start...today, of: log, rules)
        var next = after(Estimate(start, start, start))
        var ovulation = self.ovulation(before: next, from: start)
        if let known = signs.ovulation {
            ovulation = known
            next = Estimate(
                known.earliest.advanced(by: rules.shortestLuteal + 1),
                known.likely.advanced(by: rules.lutealLength + 1),
                known.latest.advanced(by: rules.longestLuteal + 1))
        } else if let reading = signs.lastReading, signs.used >= 9, reading > ovulation.latest {
            if signs.shift == nil { notes.append(.noShiftSeen) }
            ovulation = Estimate(ovulation.earliest, ovulation.likely, reading)
            next = Estimate(
                next.earliest, next.likely, max(next.latest, reading.advanced(by: rules.longestLuteal + 1)))
        }
        if signs.disagree { notes.append(.signsDisagree) }
        if let shift = signs.shift, shift.completed == nil { notes.append(.shiftUnfinished(shift.first)) }
        if signs.outOfBounds > 0 { notes.append(.temperaturesOutOfBounds(signs.outOfBounds)) }
        if today > next.latest {
            notes.append(.late(next.latest.distance(to: today)))
            if signs.ovulation == nil {
                // Most late periods follow a late ovulation, which may be still to come.
                ovulation = Estimate(ovulation.earliest, ovulation.likely, today)
                next = Estimate(next.earliest, next.likely, today.advanced(by: rules.longestLuteal + 1))
            }
        }
        // What has not come until now comes today at the earliest.
        next = next.notBefore(today)
        cycles.append(
            Prediction.RecordedCycle(
                period: period, length: nil, shift: signs.shift, peak: signs.peak, ovulation: ovulation,
                fertile: FertileWindow(ovulation, rules, from: start, open: signs.open),
                isBySigns: signs.ovulation != nil))
        for _ in 0..<count {
            let following = after(next)
            let ovulation = self.ovulation(before: following, from: next.earliest)
            upcoming.append(
                Prediction.UpcomingCycle(
                    start: next, ovulation: ovulation, fertile: FertileWindow(ovulation, rules, from: next.earliest)))
            next = following
        }
    }

    /// Returns the start of the cycle after the one that begins at `start`.
    private func after(_ start: Estimate) -> Estimate {
        Estimate(
            start.earliest.advanced(by: max(1, statistics.shortest - statistics.margin)),
            start.likely.advanced(by: statistics.usual),
            start.latest.advanced(by: statistics.longest + statistics.margin))
    }

    /// Returns ovulation by the calendar, in the cycle that begins at `start` and ends before `next`.
    private func ovulation(before next: Estimate, from start: Day) -> Estimate {
        Estimate(
            next.earliest.advanced(by: -rules.longestLuteal - 1), next.likely.advanced(by: -rules.lutealLength - 1),
            next.latest.advanced(by: -rules.shortestLuteal - 1)
        ).notBefore(start)
    }
}
