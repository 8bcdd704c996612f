import Console
import HTML
import Postgres
import Templates

/// The content of a row before names are looked up. A part without a cell is nil.
struct LessonCells {
    /// The value of a cell for "none". An empty cell changes nothing.
    static let none = "—"

    static let columns = [
        ImportColumn(
            name: "subject", label: Strings.timetable_subject, alsoCalled: ["discipline", "дисциплина", "предмет"],
            examples: ["Математика", "Физика"], hint: Strings.timetable_import_made_hint),
        ImportColumn(
            name: "kind", label: Strings.timetable_type, alsoCalled: ["type", "lessonTypeAbbrev", "тип", "вид"],
            examples: ["lecture", "lab"], choices: LessonFields.kinds.map(\.value),
            words: { word($0, LessonFields.kinds, $1) }, hint: Strings.timetable_import_kind_hint),
        ImportColumn(
            name: "groups", label: Strings.timetable_groups, alsoCalled: ["group", "группа", "studentGroups"],
            examples: ["253501, 253502", "253501"], hint: Strings.timetable_import_made_hint),
        ImportColumn(
            name: "subgroup", label: Strings.timetable_subgroup, alsoCalled: ["numSubgroup"], examples: ["", "1"],
            hint: Strings.timetable_subgroup_hint),
        ImportColumn(
            name: "teachers", label: Strings.timetable_teachers,
            alsoCalled: ["teacher", "преподаватель", "employees"], examples: ["Петров Олег Викторович", ""],
            hint: Strings.timetable_import_made_hint),
        ImportColumn(
            name: "room", label: Strings.timetable_room, alsoCalled: ["auditory", "кабинет", "auditories"],
            examples: ["201-4", "112-2"], hint: Strings.timetable_import_made_hint),
        ImportColumn(
            name: "weekday", label: Strings.timetable_weekday, alsoCalled: ["day", "день"], examples: ["1", "2"],
            choices: LessonFields.weekdays.map(\.value), words: { word($0, LessonFields.weekdays, $1) },
            hint: Strings.timetable_import_weekday_hint),
        ImportColumn(
            name: "starts", label: Strings.timetable_starts, alsoCalled: ["start", "startLessonTime", "начало"],
            examples: ["09:00", "10:35"], hint: Strings.timetable_import_starts_hint),
        ImportColumn(
            name: "ends", label: Strings.timetable_ends, alsoCalled: ["end", "endLessonTime", "конец"],
            examples: ["10:20", ""], hint: Strings.timetable_import_ends_hint),
        ImportColumn(
            name: "weeks", label: Strings.timetable_weeks, alsoCalled: ["weekNumber", "неделя"],
            examples: ["1, 3", ""], hint: Strings.timetable_weeks_hint),
        ImportColumn(
            name: "first_day", label: Strings.timetable_lesson_first_day, alsoCalled: ["startLessonDate", "дата"],
            examples: ["", ""], hint: Strings.timetable_lesson_days_hint),
        ImportColumn(
            name: "last_day", label: Strings.timetable_lesson_last_day, alsoCalled: ["endLessonDate"],
            examples: ["", ""], hint: Strings.timetable_lesson_days_hint),
        ImportColumn(
            name: "note", label: Strings.timetable_note, alsoCalled: ["комментарий"], examples: ["", ""],
            hint: Strings.timetable_import_none_hint),
        ImportColumn(
            name: "remove", label: Strings.timetable_import_remove, examples: ["", ""], choices: ["yes", "no"],
            words: { LocalText($0 == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: $1) },
            hint: Strings.timetable_import_remove_hint),
        ImportColumn(
            name: "id", label: Strings.list_column_id, examples: ["", ""], hint: Strings.timetable_import_id_hint),
        ImportColumn(
            name: "term", label: Strings.timetable_term, alsoCalled: ["semester", "семестр"], examples: ["", ""],
            hint: Strings.timetable_import_term_hint),
    ]

    private static func word(_ value: String, _ choices: [(value: String, words: StringKey)], _ language: Language)
        -> String
    {
        choices.first { $0.value == value }.map { LocalText($0.words).resolve(in: language) } ?? value
    }

    private(set) var faults: [ImportFault] = []
    private(set) var id: ID?
    private(set) var term: String?
    private(set) var references: [NamedObjects.Kind: [NamedObjects.Reference]] = [:]
    private(set) var kind: LessonKind?
    private(set) var subgroup: Int?
    private(set) var weekday: Int?
    private(set) var starts: Int?
    private(set) var ends: Int?
    private(set) var weeks: Weeks?
    private(set) var note: String?
    private(set) var isRemoved: Bool?
    /// If the inner value is nil, the term's day applies.
    private(set) var firstDay: Int??
    private(set) var lastDay: Int??

    init(_ values: [String: String]) {
        func cell(_ name: String) -> String? { values[name] }
        func isNone(_ text: String) -> Bool { text == Self.none || text == "-" }
        if let text = cell("id") {
            id = ID(text)
            if id == nil { wrong("id", LocalText(Strings.import_no_id)) }
        }
        term = cell("term")
        for kind in NamedObjects.Kind.allCases {
            guard let text = cell(kind.column) else { continue }
            let named = isNone(text) ? [] : NamedObjects.Reference.all(text, most: kind.mostOfLesson)
            references[kind] = named
            if let long = named.first(where: { $0.name.columnLength > kind.most }) {
                wrong(kind.column, Strings.error_too_long(max: kind.most))
                references[kind] = named.filter { $0 != long }
            }
            if named.count > kind.mostOfLesson {
                wrong(kind.column, Strings.timetable_error_many(max: kind.mostOfLesson))
            }
        }
        if let text = cell("kind") {
            kind = LessonKind(rawValue: text) ?? LessonKind(abbreviation: text)
            if kind == nil { wrong("kind", LocalText(Strings.error_choice), text) }
        }
        if let text = cell("subgroup") {
            subgroup = isNone(text) ? 0 : Int(text.latinDigits)
            if subgroup.map({ (0...9).contains($0) }) != true {
                wrong("subgroup", Strings.error_number(least: 0, most: 9), text)
            }
        }
        if let text = cell("weekday") {
            weekday = Int(text.latinDigits).flatMap { (1...7).contains($0) ? $0 : nil } ?? WeekdayWords.number(text)
            if weekday == nil { wrong("weekday", LocalText(Strings.error_choice), text) }
        }
        starts = time("starts", cell("starts"))
        ends = time("ends", cell("ends"))
        if let text = cell("weeks") {
            weeks = isNone(text) ? .all : Weeks(words: text)
            if weeks == nil { wrong("weeks", LocalText(Strings.timetable_error_weeks), text) }
        }
        firstDay = day("first_day", cell("first_day"), isNone)
        lastDay = day("last_day", cell("last_day"), isNone)
        if let text = cell("note") {
            note = isNone(text) ? "" : NamedObjects.Reference.plain(text)
            if text.columnLength > 400 { wrong("note", Strings.error_too_long(max: 400)) }
        }
        if let text = cell("remove") {
            isRemoved = text == "yes"
            if text != "yes", text != "no", !isNone(text) { wrong("remove", LocalText(Strings.error_choice), text) }
        }
    }

    private mutating func wrong(_ field: String?, _ text: LocalText) {
        faults.append(ImportFault(field: field, text: text))
    }

    /// Says the value as well: a source's row has no line in a file where one could look it up.
    private mutating func wrong(_ field: String, _ text: LocalText, _ value: String) {
        wrong(field, Strings.timetable_error_value(why: text, value: LineText.plain(value.columnPrefix(60))))
    }

    private mutating func time(_ field: String, _ text: String?) -> Int? {
        guard let text else { return nil }
        if let minutes = Bells.minutes(text) ?? Self.moment(text).flatMap({ Bells.minutes($0.clock) }) {
            return minutes
        }
        wrong(field, LocalText(Strings.error_time), text)
        return nil
    }

    private mutating func day(_ field: String, _ text: String?, _ isNone: (String) -> Bool) -> Int?? {
        guard let text else { return nil }
        if isNone(text) { return .some(nil) }
        let digits = text.latinDigits
        guard
            let day = CalendarDay(digits) ?? Self.moment(digits).flatMap({ CalendarDay($0.day) })
                ?? CalendarDay(typed: text)
        else {
            wrong(field, LocalText(Strings.error_day), text)
            return nil
        }
        return .some(day.number)
    }

    /// A cell of a sheet that shows a day and a time, `2026-09-07 09:00:00`, in its two parts; nil for any other text. Sheets write
    /// so what was typed as a day or as a time alone.
    private static func moment(_ text: String) -> (day: String, clock: String)? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard parts.count == 2, CalendarDay(String(parts[0])) != nil, Bells.minutes(String(parts[1])) != nil else {
            return nil
        }
        return (String(parts[0]), String(parts[1]))
    }

    /// Returns a new lesson, or the stored one with the row's changes. If it returns nil, `wrong` has been called
    /// with the reason.
    func content(
        over stored: LessonContent?, term: Term, _ ids: [NamedObjects.Kind: [ID]],
        wrong: (String, LocalText) -> Void
    ) -> LessonContent? {
        var isWhole = true
        func fail(_ field: String, _ text: LocalText) {
            isWhole = false
            wrong(field, text)
        }
        let kind = kind ?? stored?.kind
        if kind == nil { fail("kind", LocalText(Strings.error_required)) }
        let subject = ids[.subject].map { $0.first } ?? stored?.subject
        if subject == nil { fail("subject", LocalText(Strings.error_required)) }
        let starts = starts ?? stored?.time.lowerBound
        if starts == nil { fail("starts", LocalText(Strings.error_required)) }
        let first = firstDay.map { $0 ?? term.days.lowerBound } ?? stored?.days.lowerBound ?? term.days.lowerBound
        var last = lastDay.map { $0 ?? term.days.upperBound } ?? stored?.days.upperBound ?? term.days.upperBound
        // One date is enough: an exam has no other.
        let isSeries = stored.map { !$0.isOnce } ?? false
        if kind?.isUsuallyOnce == true, !isSeries, case .some(.some) = firstDay, lastDay == nil { last = first }
        if last < first { fail("last_day", LocalText(Strings.error_until_before)) }
        let weekday = first == last ? TermCalendar.weekday(of: first) : weekday ?? stored?.weekday
        if weekday == nil { fail("weekday", LocalText(Strings.error_required)) }
        var time = 0..<1
        if let starts {
            // If a row has no end, the usual one applies; a moved lesson keeps its length.
            let usual =
                stored.map { starts + $0.time.count }
                ?? term.bells.times.first { $0.lowerBound == starts }?.upperBound ?? min(1440, starts + 80)
            let ends = ends ?? usual
            if ends <= starts || ends > 1440 { fail("ends", LocalText(Strings.timetable_error_ends)) }
            time = starts..<max(ends, starts + 1)
        }
        guard isWhole, let kind, let subject, let weekday else { return nil }
        return LessonContent(
            subject: subject, kind: kind, groups: ids[.group] ?? stored?.groups ?? [],
            subgroup: subgroup ?? stored?.subgroup ?? 0, teachers: ids[.teacher] ?? stored?.teachers ?? [],
            room: ids[.room].map { $0.first } ?? stored?.room, weekday: weekday, time: time,
            weeks: weeks ?? stored?.weeks ?? .all, days: first...max(first, last), note: note ?? stored?.note ?? "")
    }
}

extension LessonKind {
    /// Parses the abbreviations of universities of Belarus, or the full words.
    init?(abbreviation: String) {
        let text = abbreviation.lowercased().filter { $0 != "." && $0 != " " }
        guard let kind = Self.abbreviated[text] else { return nil }
        self = kind
    }

    private static let abbreviated: [String: LessonKind] = {
        let known: [(LessonKind, [String])] = [
            (.lecture, ["лк", "лек", "лекция", "улк"]), (.practice, ["пз", "пр", "практика", "семинар", "упз"]),
            (.lab, ["лр", "лаб", "лабораторная", "улр"]), (.exam, ["экзамен", "экз", "зачет", "зачёт", "кандэкз"]),
            (.consultation, ["консультация", "конс"]), (.other, ["уд", "кп", "курсовая"]),
        ]
        return Dictionary(uniqueKeysWithValues: known.flatMap { kind, words in words.map { ($0, kind) } })
    }()
}
