"""A client of BSUIR's public API that is as strict as those in use: compatible_client.py ANSWERS

A line of ANSWERS is JSON: the endpoint, and what it answered. Each is decoded into the types that clients in Swift, Kotlin and
TypeScript have; a member that is missing, null where none of them expects it, or of another type is printed. Members that a client
doesn't know disturb none of them."""
import dataclasses, datetime, json, re, sys, types, typing

Numbers = {"Int16": 2**15 - 1, "Int32": 2**31 - 1}


class Int16(int): pass
class Int32(int): pass
class Day(str): pass
class Clock(str): pass


@dataclasses.dataclass
class EducationForm:
    id: Int16
    name: str


@dataclasses.dataclass
class Faculty:
    id: Int32
    name: str
    abbrev: str


@dataclasses.dataclass
class Speciality:
    id: Int32
    name: str
    abbrev: str
    educationForm: EducationForm
    facultyId: Int32
    code: str


@dataclasses.dataclass
class StudentGroup:
    name: str
    facultyId: Int32
    facultyName: str
    facultyAbbrev: str
    specialityDepartmentEducationFormId: Int32
    specialityName: str
    specialityAbbrev: str
    course: Int16
    id: Int32
    calendarId: str
    educationDegree: Int16


@dataclasses.dataclass
class Type:
    id: Int32
    name: str
    abbrev: str


@dataclasses.dataclass
class Building:
    id: Int16
    name: str


@dataclasses.dataclass
class Department:
    idDepartment: Int32
    abbrev: str
    name: str
    nameAndAbbrev: str


@dataclasses.dataclass
class Auditory:
    id: Int32
    name: str
    note: str
    capacity: Int16 | None
    auditoryType: Type
    buildingNumber: Building
    department: Department


@dataclasses.dataclass
class Listed:
    """An employee of the list."""
    firstName: str
    lastName: str
    middleName: str
    degree: str
    rank: str
    photoLink: str
    calendarId: str
    academicDepartment: list[str]
    id: Int32
    urlId: str
    fio: str


@dataclasses.dataclass
class Employee:
    """An employee of a schedule, or of a lesson."""
    firstName: str
    lastName: str
    middleName: str
    degree: str
    degreeAbbrev: str
    email: str | None
    rank: str
    photoLink: str
    calendarId: str
    id: Int32
    urlId: str
    jobPositions: list[str] | None


@dataclasses.dataclass
class GroupOfLesson:
    specialityName: str
    specialityCode: str
    numberOfStudents: Int16
    name: str
    educationDegree: Int16


@dataclasses.dataclass
class Lesson:
    weekNumber: list[Int16]
    studentGroups: list[GroupOfLesson]
    numSubgroup: Int16
    auditories: list[str]
    startLessonTime: Clock
    endLessonTime: Clock
    subject: str
    subjectFullName: str
    note: str | None
    lessonTypeAbbrev: str
    dateLesson: Day | None
    startLessonDate: Day | None
    endLessonDate: Day | None
    announcement: bool
    split: bool
    employees: list[Employee]


@dataclasses.dataclass
class Schedule:
    employeeDto: Employee | None
    studentGroupDto: StudentGroup | None
    schedules: dict[str, list[Lesson]]
    exams: list[Lesson]
    startDate: Day | None
    endDate: Day | None
    startExamsDate: Day | None
    endExamsDate: Day | None


DAYS = ["Понедельник", "Вторник", "Среда", "Четверг", "Пятница", "Суббота", "Воскресенье"]
TYPES = {"ЛК", "ПЗ", "ЛР", "УД", "Экзамен", "Консультация"}
SHAPES = {
    "schedule": Schedule, "employees/schedule": Schedule, "schedule/current-week": Int16, "employees/all": list[Listed],
    "student-groups": list[StudentGroup], "auditories": list[Auditory], "faculties": list[Faculty],
    "specialities": list[Speciality],
}
wrong, seen = [], {}


def check(value, kind, path):
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        if value is not None:
            check(value, next(one for one in typing.get_args(kind) if one is not type(None)), path)
    elif typing.get_origin(kind) is list:
        if not isinstance(value, list):
            return wrong.append(f"{path} is no array: {value!r}")
        for place, one in enumerate(value):
            check(one, typing.get_args(kind)[0], f"{path}[{place}]")
    elif typing.get_origin(kind) is dict:
        if not isinstance(value, dict):
            return wrong.append(f"{path} is no object: {value!r}")
        for name, one in value.items():
            if name not in DAYS:
                wrong.append(f"{path} has the day {name!r}")
            check(one, typing.get_args(kind)[1], f"{path}.{name}")
    elif dataclasses.is_dataclass(kind):
        if not isinstance(value, dict):
            return wrong.append(f"{path} is no object: {value!r}")
        for field in dataclasses.fields(kind):
            if field.name not in value:
                wrong.append(f"{path}.{field.name} is missing")
            else:
                check(value[field.name], field.type, f"{path}.{field.name}")
    elif kind in (Int16, Int32):
        # True is an int in Python, and none in JSON.
        if type(value) is not int or not 0 <= value <= Numbers[kind.__name__]:
            wrong.append(f"{path} is no {kind.__name__}: {value!r}")
    elif kind is Day:
        try:
            datetime.datetime.strptime(value, "%d.%m.%Y")
        except (TypeError, ValueError):
            wrong.append(f"{path} is no day: {value!r}")
    elif kind is Clock:
        if not isinstance(value, str) or not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", value):
            wrong.append(f"{path} is no time: {value!r}")
    elif type(value) is not kind:
        wrong.append(f"{path} is no {kind.__name__}: {value!r}")


def main():
    answers = {}
    for line in open(sys.argv[1], encoding="utf-8"):
        one = json.loads(line)
        answers[one["endpoint"]] = json.loads(one["body"])
    for endpoint, shape in SHAPES.items():
        if endpoint not in answers:
            wrong.append(f"{endpoint} was not asked")
            continue
        check(answers[endpoint], shape, endpoint)
        if isinstance(answers[endpoint], list) and not answers[endpoint]:
            wrong.append(f"{endpoint} is empty: nothing was decoded")
    if not wrong:
        # What one list names by number another has under it, as clients join them.
        faculties = {one["id"] for one in answers["faculties"]}
        specialities = {one["id"]: one["name"] for one in answers["specialities"]}
        for group in answers["student-groups"]:
            if group["facultyId"] and group["facultyId"] not in faculties:
                wrong.append(f"no faculty {group['facultyId']} of {group['name']}")
            if group["specialityName"] and specialities.get(group["specialityDepartmentEducationFormId"]) != group["specialityName"]:
                wrong.append(f"no speciality of {group['name']}")
        if answers["schedule/current-week"] not in (1, 2, 3, 4):
            wrong.append("the current week is none of 1 to 4")
        for endpoint in ("schedule", "employees/schedule"):
            lessons = sum(answers[endpoint]["schedules"].values(), []) + answers[endpoint]["exams"]
            if not lessons:
                wrong.append(f"{endpoint} has no lessons")
            for lesson in lessons:
                if lesson["lessonTypeAbbrev"] not in TYPES or not set(lesson["weekNumber"]) <= {1, 2, 3, 4}:
                    wrong.append(f"{endpoint}: {lesson}")
    print("\n".join(wrong) if wrong else f"{len(SHAPES)} endpoints decoded")


main()
