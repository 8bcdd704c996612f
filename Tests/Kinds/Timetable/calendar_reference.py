"""Reads calendars with `icalendar`, expands them with python-dateutil, and compares with the days that the kind says: calendar_reference.py CASES

A case is a line of JSON: the calendar, its zone, and of each event what was said: when it begins in local time, how long it takes, on which
of those it is cancelled, what it is called."""
import datetime, io, json, sys
from zoneinfo import ZoneInfo

from dateutil import rrule, tz
from icalendar import Calendar


def problems(case):
    data = case["ics"].encode()
    for line in data.split(b"\r\n"):
        if len(line) > 75:
            yield f"a line of {len(line)} octets"
        line.decode()
    if b"\n" in data.replace(b"\r\n", b"") or not data.endswith(b"END:VCALENDAR\r\n"):
        yield "a line that does not end with CR LF"
    calendar = Calendar.from_ical(data)
    if calendar.errors:
        yield f"icalendar: {calendar.errors}"
    [zone] = [part for part in calendar.walk("VTIMEZONE")]
    if str(zone["TZID"]) != case["zone"]:
        yield "another zone"
    # What a client knows that trusts the VTIMEZONE alone: read by dateutil, and by icalendar.
    text = b"BEGIN:VCALENDAR\r\n" + zone.to_ical() + b"END:VCALENDAR\r\n"
    embedded = tz.tzical(io.StringIO(text.decode())).get(case["zone"])
    known = ZoneInfo(case["zone"])
    events = {}
    for event in calendar.walk("VEVENT"):
        if event.errors:
            yield f"icalendar: {event.errors}"
        events.setdefault(str(event["UID"]), []).append(event)
        if not event["DTSTAMP"].dt.tzinfo or int(event["SEQUENCE"]) < 0:
            yield "no moment of the last change"
    if set(events) != {said["uid"] for said in case["said"]}:
        yield "other events"
    for said in case["said"]:
        parts = events[said["uid"]]
        [master] = [part for part in parts if "RECURRENCE-ID" not in part]
        start = local(master["DTSTART"])
        days = rrule.rruleset()
        if "RRULE" in master:
            days.rrule(rrule.rrulestr(master["RRULE"].to_ical().decode(), dtstart=start))
        else:
            days.rdate(start)
        excluded = master.get("EXDATE", [])
        for one in excluded if isinstance(excluded, list) else [excluded]:
            for value in one.dts:
                days.exdate(value.dt.replace(tzinfo=None))
        length = master["DTEND"].dt.replace(tzinfo=None) - start
        found = {day: (day, length, master.get("STATUS") == "CANCELLED") for day in days}
        for part in parts:
            if part is master:
                continue
            day = local(part["RECURRENCE-ID"])
            if day not in found:
                yield f"{said['uid']}: {day} is no day of the series"
            begins = local(part["DTSTART"])
            found[day] = (begins, local(part["DTEND"]) - begins, part.get("STATUS") == "CANCELLED")
        listed = sorted((begins.isoformat(timespec="minutes"), int(length.total_seconds() // 60), gone)
                        for begins, length, gone in found.values())
        if listed != sorted(tuple(one) for one in said["days"]):
            yield f"{said['uid']}: {listed} is not {said['days']}"
        if str(master["SUMMARY"]) != said["summary"]:
            yield f"{said['uid']}: is called {master['SUMMARY']!r}"
        for begins, _, _ in found.values():
            if begins.replace(tzinfo=embedded).utcoffset() != begins.replace(tzinfo=known).utcoffset():
                yield f"{said['uid']}: {begins} in {case['zone']} is {begins.replace(tzinfo=embedded).utcoffset()} off UTC"
                break


def local(property):
    return property.dt.replace(tzinfo=None)


count = differ = days = 0
for line in open(sys.argv[1]):
    case = json.loads(line)
    count += 1
    days += sum(len(said["days"]) for said in case["said"])
    found = list(problems(case))
    if found:
        differ += 1
        print("differs:", *found[:5], line[:600], sep="\n  ")
print(f"{count} calendars, {differ} differ")
