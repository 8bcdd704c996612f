"""What the numbers of a grade book have to be, written a second time with Python's own exact fractions.

Reads cases as JSON, one a line, and prints for each the numbers that Roost should have: totals in tenths of a percent, letters,
statistics in tenths. Knows nothing of the program that it checks.
"""
import json, sys
from decimal import Decimal, ROUND_HALF_UP, getcontext
from fractions import Fraction
from itertools import combinations, product

getcontext().prec = 80


def tenths(value):
    """To the nearest tenth, a half away from zero."""
    scaled = Decimal(value.numerator) * 10 / Decimal(value.denominator)
    # A quotient that was cut at 80 places is never a tie: those end within a few.
    return int(scaled.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def kept(regular, drops):
    """Every way to drop that many of the lowest shares: those below the last one go, and of those equal to it any."""
    if not drops:
        return [regular]
    level = sorted(one[0] for one in regular)[drops - 1]
    lower, equal = [one for one in regular if one[0] < level], [one for one in regular if one[0] == level]
    ways = {}
    for going in combinations(equal, drops - len(lower)):
        left = [one for one in regular if one not in lower and one not in going]
        ways[sum((one[2] for one in left), Fraction(0)), sum((one[3] for one in left), Fraction(0))] = left
    return list(ways.values())


def total(case, cells):
    """The percentage of one student, unrounded: the highest of all ways to drop; None when nothing counts."""
    categories = []
    for number, category in enumerate(case["categories"]):
        regular, extra = [], Fraction(0)
        for place, (assignment, cell) in enumerate(zip(case["assignments"], cells)):
            if assignment["category"] != number or cell in ("", "EX"):
                continue
            earned = Fraction(0) if cell == "M" else Fraction(cell.removesuffix(" L"))
            possible = Fraction(assignment["possible"])
            if assignment["extra"]:
                extra += earned
            else:
                regular.append((earned / possible, place, earned, possible))
        drops = min(category["drops"], max(0, len(regular) - 1))
        weight = Fraction(category["weight"])
        categories.append([
            (weight, sum((one[2] for one in left), Fraction(0)) + extra, sum((one[3] for one in left), Fraction(0)))
            for left in kept(regular, drops)])
    if case["weighted"]:
        # A category has a share of its own, and the best total has the best of each.
        categories = [[max(ways, key=lambda way: way[1] / way[2])] for ways in categories if ways[0][2]]
    totals = [one for one in (computed(case, shares) for shares in product(*categories)) if one is not None]
    return max(totals, default=None)


def computed(case, shares):
    if not case["weighted"]:
        possible = sum((share[2] for share in shares), Fraction(0))
        return 100 * sum((share[1] for share in shares), Fraction(0)) / possible if possible else None
    weights = sum((share[0] for share in shares), Fraction(0))
    return 100 * sum((w * e / p for w, e, p in shares), Fraction(0)) / weights if weights else None


def statistics(values):
    if not values:
        return None
    values, count = sorted(values), len(values)
    mean = sum(values, Fraction(0)) / count
    middle = (values[(count - 1) // 2] + values[count // 2]) / 2
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / count
    spread = (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()
    return [tenths(mean), tenths(middle), int((spread * 10).quantize(Decimal(1), rounding=ROUND_HALF_UP)),
            tenths(values[0]), tenths(values[-1])]


for line in sys.stdin:
    case = json.loads(line)
    percents, letters = [], []
    for cells in case["students"]:
        share = total(case, cells)
        percents.append(None if share is None else tenths(share))
        letters.append(next((letter for letter, least in case["scale"] if share is not None and percents[-1] >= least), None))
    columns = []
    for place in range(len(case["assignments"])):
        cells = [student[place] for student in case["students"]]
        columns.append(statistics([Fraction(0) if cell == "M" else Fraction(cell.removesuffix(" L"))
                                   for cell in cells if cell not in ("", "EX")]))
    print(json.dumps({
        "percents": percents, "letters": letters, "columns": columns,
        "all": statistics([Fraction(percent, 10) for percent in percents if percent is not None]),
    }))
