import Console
import HTML
import Templates

/// The fields of a lesson's form, of its conflicts and of its audit events.
enum LessonFields {
    static let all = [
        BasicField(
            "subject", Strings.timetable_subject, .text(most: 60), isRequired: true,
            hint: Strings.timetable_subject_known_hint),
        BasicField("kind", Strings.timetable_type, .choice(kinds), isRequired: true),
        BasicField("groups", Strings.timetable_groups, .text(most: 800), hint: Strings.timetable_names_hint),
        BasicField("subgroup", Strings.timetable_subgroup, .number(0...9), hint: Strings.timetable_subgroup_hint),
        BasicField("teachers", Strings.timetable_teachers, .text(most: 800), hint: Strings.timetable_names_hint),
        BasicField("room", Strings.timetable_room, .text(most: 40)),
        BasicField("weekday", Strings.timetable_weekday, .choice(weekdays), isRequired: true),
        BasicField("starts", Strings.timetable_starts, .text(most: 8), isRequired: true),
        BasicField("ends", Strings.timetable_ends, .text(most: 8), isRequired: true),
        BasicField("weeks", Strings.timetable_weeks, .text(most: 20), hint: Strings.timetable_weeks_hint),
        BasicField("first_day", Strings.timetable_lesson_first_day, .day, hint: Strings.timetable_lesson_days_hint),
        BasicField("last_day", Strings.timetable_lesson_last_day, .day),
        BasicField("note", Strings.timetable_note, .text(most: 400)),
    ]

    /// The values of a lesson in its form and in files. First and last day are empty if they are the term's.
    static func values(
        _ content: LessonContent, in term: Term, subject: String, groups: String, teachers: String, room: String
    ) -> BasicValues {
        var values = BasicValues()
        values["subject"] = subject
        values["kind"] = content.kind.rawValue
        values["groups"] = groups
        values["subgroup"] = content.subgroup == 0 ? "" : String(content.subgroup)
        values["teachers"] = teachers
        values["room"] = room
        values["weekday"] = String(content.weekday)
        values["starts"] = Bells.words(content.time.lowerBound)
        values["ends"] = Bells.words(content.time.upperBound)
        values["weeks"] = content.isOnce ? "" : content.weeks.words
        let (first, last) = (content.days.lowerBound, content.days.upperBound)
        values["first_day"] = first == term.days.lowerBound ? "" : CalendarDay(number: first).iso
        // A kind that is usually held once has only a first day if it is: of a series of it the last day is named.
        let isSeries = content.kind.isUsuallyOnce && !content.isOnce
        values["last_day"] = last == term.days.upperBound && !isSeries ? "" : CalendarDay(number: last).iso
        values["note"] = content.note
        return values
    }

    static let kinds: [(value: String, words: StringKey)] = LessonKind.allCases.map { ($0.rawValue, $0.label) }

    static let weekdays: [(value: String, words: StringKey)] = [
        ("1", Strings.timetable_monday), ("2", Strings.timetable_tuesday), ("3", Strings.timetable_wednesday),
        ("4", Strings.timetable_thursday), ("5", Strings.timetable_friday), ("6", Strings.timetable_saturday),
        ("7", Strings.timetable_sunday),
    ]

    /// True for a field with the name of one thing; others may have several.
    static func isSingle(_ field: String) -> Bool { field == "subject" || field == "room" }

    static func weekday(_ number: Int, _ language: Language) -> String {
        weekdays.indices.contains(number - 1) ? LocalText(weekdays[number - 1].words).resolve(in: language) : ""
    }
}

extension Weeks {
    /// In a sentence: “week 2”, “weeks 1, 3”.
    var phrase: LocalText {
        let numbers = numbers
        if numbers.count == 1, let only = numbers.first { return Strings.timetable_in_week(week: only) }
        return Strings.timetable_in_weeks(weeks: words)
    }
}

extension LessonKind {
    var label: StringKey {
        switch self {
        case .lecture: Strings.timetable_kind_lecture
        case .practice: Strings.timetable_kind_practice
        case .lab: Strings.timetable_kind_lab
        case .exam: Strings.timetable_kind_exam
        case .consultation: Strings.timetable_kind_consultation
        case .other: Strings.timetable_kind_other
        }
    }
}
