import CyclePrediction
import HTML
import Templates

/// A prediction in sentences.
struct PredictionWords {
    let prediction: Prediction
    let language: Language

    var facts: [Fact] {
        var facts: [Fact] = []
        let current = prediction.cycles.last
        if let next = prediction.upcoming.first {
            facts.append(Fact(LocalText(Strings.cycle_next_period), words(next.start)))
        }
        if let ovulation = current?.ovulation ?? prediction.upcoming.first?.ovulation {
            facts.append(Fact(LocalText(Strings.cycle_ovulation), words(ovulation)))
        }
        if let fertile = current?.fertile ?? prediction.upcoming.first?.fertile {
            facts.append(Fact(LocalText(Strings.cycle_fertile_likely), words(fertile.likely)))
            facts.append(Fact(LocalText(Strings.cycle_fertile_possible), words(fertile.possible)))
        }
        let statistics = prediction.statistics
        facts.append(
            Fact(
                LocalText(Strings.cycle_lengths),
                Strings.cycle_lengths_words(
                    usual: statistics.usual, shortest: statistics.shortest, longest: statistics.longest
                ).resolve(in: language)))
        if let chance = statistics.chance {
            facts.append(
                Fact(
                    LocalText(Strings.cycle_chance), NumberStyle(language).percent(Double(chance) / 100)))
        }
        return facts
    }

    var notes: [LocalText] {
        prediction.notes.map { note in
            switch note {
            case .noPeriod: LocalText(Strings.cycle_note_no_period)
            case .tooLittleData(let known, let needed): Strings.cycle_note_little(known: known, needed: needed)
            case .irregular(let shortest, let longest):
                Strings.cycle_note_irregular(shortest: shortest, longest: longest)
            case .cyclesLeftOut(let count): Strings.cycle_note_left_out(count: count)
            case .late(let days): Strings.cycle_note_late(count: days)
            case .noRecentPeriod(let days): Strings.cycle_note_long_ago(count: days)
            case .signsDisagree: LocalText(Strings.cycle_note_disagree)
            case .shiftUnfinished(let day): Strings.cycle_note_rising(day: words(day))
            case .noShiftSeen: LocalText(Strings.cycle_note_no_shift)
            case .temperaturesOutOfBounds(let count): Strings.cycle_note_bounds(count: count)
            }
        }
    }

    private func words(_ day: Day) -> String {
        DateStyle(language).dayMonth(LocalTime(dayNumber: day.number))
    }

    private func words(_ estimate: Estimate) -> String {
        guard estimate.earliest != estimate.latest else { return words(estimate.likely) }
        return Strings.cycle_estimate(
            likely: words(estimate.likely), earliest: words(estimate.earliest), latest: words(estimate.latest)
        ).resolve(in: language)
    }

    private func words(_ range: ClosedRange<Day>) -> String {
        Strings.cycle_range(first: words(range.lowerBound), last: words(range.upperBound)).resolve(in: language)
    }
}
