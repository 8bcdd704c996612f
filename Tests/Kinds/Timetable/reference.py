"""Counts weeks 1 to 4 and finds the days of lessons by python-dateutil, beside the kind's own rules: reference.py CASES

A case is a line of JSON: the term's days, its first week, its holidays, lessons; and what the rules said of them."""
import datetime, json, sys
from dateutil import rrule
from dateutil.relativedelta import MO, relativedelta

EPOCH = datetime.date(1970, 1, 1)


def date(number):
    return EPOCH + datetime.timedelta(days=number)


def weeks(case):
    """The number of each Monday's week; weeks that are left out have none."""
    first, last = map(date, case["days"])
    away = set()
    for holiday in case["holidays"]:
        if not holiday["counted"]:
            away |= {d.date() for d in rrule.rrule(rrule.DAILY, dtstart=date(holiday["first"]), until=date(holiday["last"]))}
    numbers, number = {}, case["first_week"]
    monday = first + relativedelta(weekday=MO(-1))
    for start in rrule.rrule(rrule.WEEKLY, dtstart=monday, until=last):
        workdays = {d.date() for d in rrule.rrule(rrule.DAILY, dtstart=start, count=6)}
        if workdays <= away:
            continue
        numbers[start.date()] = number
        number = number % 4 + 1
    return numbers


def occurrences(case, numbers, lesson):
    free = set()
    for holiday in case["holidays"]:
        free |= {d.date() for d in rrule.rrule(rrule.DAILY, dtstart=date(holiday["first"]), until=date(holiday["last"]))}
    first = max(date(lesson["first"]), date(case["days"][0]))
    last = min(date(lesson["last"]), date(case["days"][1]))
    if first > last:
        return []
    weekday = (rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA, rrule.SU)[lesson["weekday"] - 1]
    found = []
    for day in rrule.rrule(rrule.WEEKLY, dtstart=first, until=last, byweekday=weekday):
        day = day.date()
        if numbers.get(day + relativedelta(weekday=MO(-1))) in lesson["weeks"] and day not in free:
            found.append((day - EPOCH).days)
    return found


count = differ = 0
for line in open(sys.argv[1]):
    case = json.loads(line)
    count += 1
    numbers = weeks(case)
    first, last = map(date, case["days"])
    counted = [numbers.get(d.date() + relativedelta(weekday=MO(-1))) or 0 for d in rrule.rrule(rrule.DAILY, dtstart=first, until=last)]
    lessons = [occurrences(case, numbers, lesson) for lesson in case["lessons"]]
    if counted != case["said_weeks"] or lessons != case["said_days"]:
        differ += 1
        print("differs:", line)
print(f"{count} cases, {differ} differ")
