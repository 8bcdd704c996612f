"""The rules of CyclePrediction written a second time, from their description alone.

Reads lines of JSON from the file named, each a case with what the library said, and prints how many differ.
"""
import json
import sys
from statistics import median_low, median_high


def charted(t):
    return (t * 2 + 5) // 10 * 5


def find_periods(log, today, least):
    days = [d for d in range(min(log, default=today), today + 1) if d in log and log[d]["flow"] >= 2]
    starts = [d for d in days if not any(d - k in days for k in (1, 2, 3))]
    ends = [d for d in days if not any(d + k in days for k in (1, 2, 3))]
    periods = []
    for start, end in zip(starts, ends):
        if not periods or start - periods[-1][0] >= least:
            periods.append([start, end])
    return periods


def three_over_six(values, shift):
    """values: [(day, value)]. Returns (first, completed or None, last low, cover line) or None."""
    open_one = None
    for i in range(6, len(values)):
        cover = max(v for _, v in values[i - 6:i])
        if values[i][1] <= cover:
            continue
        rest = [v for _, v in values[i + 1:i + 4]]
        highs = [v > cover for v in rest]
        done, hopeless = None, False
        if len(rest) >= 2:
            if highs[:2] == [True, True] and rest[1] - cover >= shift:
                done = i + 2
            elif highs[:2] == [False, False]:
                hopeless = True
            elif len(rest) == 3:
                needed = 1 if all(highs[:2]) else shift
                if rest[2] - cover >= needed:
                    done = i + 3
                else:
                    hopeless = True
        if hopeless:
            continue
        answer = (values[i][0], values[done][0] if done else None, values[i - 1][0], cover)
        if done:
            return answer
        open_one = open_one or answer
    return open_one


def mucus_peak(mucus, least, last):
    """mucus: {day: quality}. Looks for the peak up to `last`, and for the three days after it without that bound."""
    seen = {d: q for d, q in mucus.items() if d <= last}
    if not seen or max(seen.values()) < least:
        return None
    best = max(seen.values())
    day = max(d for d, q in seen.items() if q == best)
    return day, all(mucus.get(day + k, 99) < best for k in (1, 2, 3))


def clamp(e, low=None, high=None):
    if low is not None:
        e = tuple(max(x, low) for x in e)
    if high is not None:
        e = tuple(min(x, high) for x in e)
    return estimate(*e)


def estimate(earliest, likely, latest):
    latest = max(earliest, latest)
    return (earliest, sorted((earliest, likely, latest))[1], latest)


def signs(log, first, last, r):
    values, outside, mucus = [], 0, {}
    for day in range(first, last + 1):
        e = log.get(day)
        if not e:
            continue
        if e["temperature"] is not None and not e["disturbed"]:
            if r["leastTemperature"] <= e["temperature"] <= r["greatestTemperature"]:
                values.append((day, charted(e["temperature"])))
            else:
                outside += 1
        if e["mucus"] is not None:
            mucus[day] = e["mucus"]
    shift = three_over_six(values, r["shift"])
    complete = shift is not None and shift[1] is not None
    peak = mucus_peak(mucus, r["peakMucus"], shift[1] if complete else last)
    a = b = opened = None
    if complete:
        a = (min(shift[0] - 3, shift[2]), shift[0] - 1, shift[0] + 1)
        opened = shift[1]
    if peak and peak[1]:
        b = (peak[0] - 3, peak[0], peak[0] + 3)
        opened = max(opened or peak[0] + 3, peak[0] + 3)
    ovulation, disagree = a or b, False
    if a and b:
        low, high = max(a[0], b[0]), min(a[2], b[2])
        disagree = low > high
        if disagree:
            low, high = min(a[0], b[0]), max(a[2], b[2])
        ovulation = estimate(low, a[1], high)
    if ovulation:
        ovulation = clamp(ovulation, low=first)
    return shift, peak, ovulation, disagree, opened, values, outside


def window(ovulation, r, start, opened=None):
    def one(a, b):
        begin = max(start, a - r["fertileDaysBefore"])
        return begin, max(begin, b + r["fertileDaysAfter"])
    likely = one(ovulation[1], ovulation[1])
    begin, end = one(ovulation[0], ovulation[2])
    return likely, (begin, end if opened is None else max(end, opened))


def predict(log, r, today, count):
    notes, cycles, upcoming = [], [], []
    periods = find_periods(log, today, r["leastCycle"])
    starts = [p[0] for p in periods]
    lengths = [b - a for a, b in zip(starts, starts[1:])]
    fit = [n for n in lengths if r["leastCycle"] <= n <= r["greatestCycle"]]
    used = fit[-r["cyclesUsed"]:]
    little = len(used) < r["cyclesNeeded"]
    if used:
        usual = (median_low(used) + median_high(used) + 1) // 2
        shortest, longest = min(used), max(used)
        irregular = longest - shortest >= r["irregularFrom"]
        if little:
            shortest, longest = min(shortest, r["shortestCycle"]), max(longest, r["longestCycle"])
    else:
        shortest, usual, longest, irregular = r["shortestCycle"], r["cycleLength"], r["longestCycle"], False
    margin = r["irregularMargin"] if irregular else 0
    chance = None if little or irregular else (len(used) - 1) * 100 // (len(used) + 1)
    stats = [used, shortest, usual, longest, little, irregular, margin, chance]

    def following(e):
        return estimate(e[0] + max(1, shortest - margin), e[1] + usual, e[2] + longest + margin)

    def by_calendar(e, start):
        return clamp(estimate(e[0] - 1 - r["longestLuteal"], e[1] - 1 - r["lutealLength"],
                              e[2] - 1 - r["shortestLuteal"]), low=start)

    if not periods:
        return stats, [], [], [["noPeriod"]]
    for period, length in zip(periods, lengths):
        if length > r["greatestCycle"]:
            cycles.append([period, length, None, None, None, None, False])
            continue
        start, end = period[0], period[0] + length - 1
        shift, peak, ovulation, _, opened, _, _ = signs(log, start, end, r)
        by_signs = ovulation is not None
        ovulation = clamp(ovulation or by_calendar((end + 1,) * 3, start), high=end)
        cycles.append([period, length, shift, peak, ovulation, window(ovulation, r, start, opened), by_signs])
    if little:
        notes.append(["tooLittleData", len(used), r["cyclesNeeded"]])
    if irregular:
        notes.append(["irregular", min(used), max(used)])
    if len(fit) < len(lengths):
        notes.append(["cyclesLeftOut", len(lengths) - len(fit)])
    start = starts[-1]
    if today - start > r["greatestCycle"]:
        notes.append(["noRecentPeriod", today - start])
        cycles.append([periods[-1], None, None, None, None, None, False])
        return stats, cycles, upcoming, notes
    shift, peak, known, disagree, opened, values, outside = signs(log, start, today, r)
    coming = following((start,) * 3)
    ovulation = by_calendar(coming, start)
    if known:
        ovulation = known
        coming = estimate(known[0] + 1 + r["shortestLuteal"], known[1] + 1 + r["lutealLength"],
                          known[2] + 1 + r["longestLuteal"])
    elif len(values) >= 9 and values[-1][0] > ovulation[2]:
        if not shift:
            notes.append(["noShiftSeen"])
        ovulation = estimate(ovulation[0], ovulation[1], values[-1][0])
        coming = estimate(coming[0], coming[1], max(coming[2], values[-1][0] + 1 + r["longestLuteal"]))
    if disagree:
        notes.append(["signsDisagree"])
    if shift and shift[1] is None:
        notes.append(["shiftUnfinished", shift[0]])
    if outside:
        notes.append(["temperaturesOutOfBounds", outside])
    if today > coming[2]:
        notes.append(["late", today - coming[2]])
        if not known:
            ovulation = estimate(ovulation[0], ovulation[1], today)
            coming = estimate(coming[0], coming[1], today + 1 + r["longestLuteal"])
    coming = clamp(coming, low=today)
    cycles.append([periods[-1], None, shift, peak, ovulation, window(ovulation, r, start, opened), known is not None])
    for _ in range(count):
        later = following(coming)
        o = by_calendar(later, coming[0])
        upcoming.append([coming, o, window(o, r, coming[0])])
        coming = later
    return stats, cycles, upcoming, notes


def marks(day, today, r, cycles, upcoming):
    m = 128 if day == today else 0
    whole = sorted(c[0][1] - c[0][0] + 1 for c in cycles[:-1][-r["cyclesUsed"]:])
    length = whole[len(whole) // 2] if whole else r["periodLength"]

    def within(pair):
        return pair[0] <= day <= pair[1]
    for period, _, _, _, ovulation, fertile, by_signs in cycles:
        m |= within(period) * 1
        if fertile:
            m |= within(fertile[0]) * 8 | within(fertile[1]) * 16
        if ovulation and ovulation[1] == day:
            m |= 32 | (64 if by_signs else 0)
    for start, ovulation, fertile in upcoming:
        m |= within((start[1], start[1] + length - 1)) * 2 | within((start[0], start[2] + length - 1)) * 4
        m |= within(fertile[0]) * 8 | within(fertile[1]) * 16 | (ovulation[1] == day) * 32
    return m


def plain(x):
    return json.loads(json.dumps(x))


def main():
    cases = wrong = 0
    for line in open(sys.argv[1]):
        case = json.loads(line)
        log = {e[0]: dict(flow=e[1], temperature=e[2], disturbed=bool(e[3]), mucus=e[4]) for e in case["log"]}
        stats, cycles, upcoming, notes = predict(log, case["rules"], case["today"], 3)
        days = range(case["from"], case["from"] + len(case["said"]["marks"]))
        mine = plain(dict(statistics=stats, cycles=cycles, upcoming=upcoming, notes=notes,
                          marks=[marks(d, case["today"], case["rules"], cycles, upcoming) for d in days]))
        cases += 1
        if mine != case["said"]:
            wrong += 1
            if wrong < 4:
                for part in mine:
                    if mine[part] != case["said"][part]:
                        print("case", cases, part, "library", case["said"][part], "reference", mine[part])
    print(cases, "cases,", wrong, "differ")


main()
