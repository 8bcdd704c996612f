import Console
import HTML
import Postgres
import Templates
import Web

/// A lesson's form: the typed values, the lesson they describe, and the errors.
struct LessonForm {
    let term: Term
    var values = BasicValues()
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// nil for a new lesson.
    var opened: (lesson: Lesson, was: BasicValues)?

    /// Nothing but its single days can be changed.
    var isRemoved = false

    init(term: Term) { self.term = term }

    init(_ lesson: Lesson, in term: Term) {
        self.term = term
        values = lesson.values(in: term)
        opened = (lesson, values)
    }

    /// Returns the typed values as a lesson. If it returns nil, `errors` contains the reasons.
    mutating func content(in tx: borrowing TenantTransaction) throws -> LessonContent? {
        for field in LessonFields.all { errors[field.key] = field.fault(values[field.key]) }
        let (starts, ends) = (time("starts"), time("ends"))
        if let starts, let ends, ends <= starts { errors["ends"] = LocalText(Strings.timetable_error_ends) }
        let weeks = Weeks(words: values["weeks"])
        if weeks == nil { errors["weeks"] = LocalText(Strings.timetable_error_weeks) }
        let first = day("first_day", or: term.days.lowerBound)
        var last = day("last_day", or: term.days.upperBound)
        // One date is enough: an exam has no other.
        if LessonKind(rawValue: values["kind"])?.isUsuallyOnce == true, !values["first_day"].isEmpty,
            values["last_day"].isEmpty
        {
            last = first
        }
        for (field, fault) in LessonBounds.faults(from: first, to: last, in: term) where errors[field] == nil {
            errors[field] = fault
        }
        let subject = try found("subject", LessonQueries.subjects([values["subject"]]), in: tx)
        let groups = try found("groups", LessonQueries.groups(names("groups")), in: tx)
        let (room, teachers) = try named(in: tx)
        if !groups.isEmpty, errors["subgroup"] == nil {
            let subgroups = try tx.rows(LessonQueries.sizes(groups)).map { try $0.int("subgroups") }
            errors["subgroup"] = LessonBounds.fault(subgroup: values.number("subgroup"), of: subgroups)
        }
        if groups.count > 40 { errors["groups"] = Strings.timetable_error_many(max: 40) }
        if teachers.count > 10 { errors["teachers"] = Strings.timetable_error_many(max: 10) }
        guard errors.isEmpty, let subject = subject.first, let starts, let ends, let weeks,
            let kind = LessonKind(rawValue: values["kind"]), var weekday = Int(values["weekday"])
        else { return nil }
        if first == last { weekday = TermCalendar.weekday(of: first) }
        return LessonContent(
            subject: subject, kind: kind, groups: groups, subgroup: values.number("subgroup"), teachers: teachers,
            room: room, weekday: weekday, time: starts..<ends, weeks: weeks, days: first...last, note: values["note"])
    }

    /// Returns the typed values as far as they tell when the lesson is and who and what it takes; nil if they don't say
    /// when. Its subject is none.
    mutating func likelyContent(in tx: borrowing TenantTransaction) throws -> LessonContent? {
        guard let starts = time("starts"), let ends = time("ends"), starts < ends,
            let weeks = Weeks(words: values["weeks"]), let kind = LessonKind(rawValue: values["kind"]),
            let weekday = Int(values["weekday"]), (1...7).contains(weekday)
        else { return nil }
        let first = day("first_day", or: term.days.lowerBound)
        let isOnce = kind.isUsuallyOnce && !values["first_day"].isEmpty && values["last_day"].isEmpty
        let last = isOnce ? first : day("last_day", or: term.days.upperBound)
        guard first <= last else { return nil }
        let groups = try found("groups", LessonQueries.groups(names("groups")), in: tx)
        let (room, teachers) = try named(in: tx)
        return LessonContent(
            subject: ID(high: 0, low: 0), kind: kind, groups: groups, subgroup: values.number("subgroup"),
            teachers: teachers, room: room, weekday: first == last ? TermCalendar.weekday(of: first) : weekday,
            time: starts..<ends, weeks: weeks, days: first...last, note: "")
    }

    /// Returns the typed room and teachers.
    mutating func named(in tx: borrowing TenantTransaction) throws -> (room: ID?, teachers: [ID]) {
        let room = try found("room", LessonQueries.rooms([values["room"]]), in: tx)
        return (room.first, try found("teachers", LessonQueries.teachers(names("teachers")), in: tx))
    }

    private mutating func time(_ field: String) -> Int? {
        let minutes = Bells.minutes(values[field])
        if minutes == nil, !values[field].isEmpty { errors[field] = LocalText(Strings.error_time) }
        return minutes
    }

    private func day(_ field: String, or usual: Int) -> Int { CalendarDay(values[field])?.number ?? usual }

    private func names(_ field: String) -> [String] {
        values[field].split(whereSeparator: { ",;،".contains($0) }).map { String($0).trimmingSpaces }.filter {
            !$0.isEmpty
        }
    }

    /// Returns the ids of the typed names, in the order in which they were typed.
    private mutating func found(_ field: String, _ query: SQL, in tx: borrowing TenantTransaction) throws -> [ID] {
        // A subject or a room may have a comma in its name.
        let typed = LessonFields.isSingle(field) ? [values[field].trimmingSpaces].filter { !$0.isEmpty } : names(field)
        guard !typed.isEmpty else { return [] }
        var known: [String: Set<ID>] = [:]
        for row in try tx.rows(query) { known[try row.text("known"), default: []].insert(try row.id("id")) }
        var ids: [ID] = []
        for name in typed {
            guard let meant = known[name.lowercased()] else {
                errors[field] = Strings.timetable_error_unknown(name: name)
                continue
            }
            guard meant.count == 1, let one = meant.first else {
                errors[field] = Strings.timetable_error_ambiguous(name: name)
                continue
            }
            if !ids.contains(one) { ids.append(one) }
        }
        return ids
    }

    /// `back` is the page from which the form was opened; every act on the page leads back to it.
    func page(back: Link?, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> LessonPage
    {
        let heading = LocalText(opened == nil ? Strings.timetable_lesson_add : Strings.timetable_lesson)
        let list = actor.link(to: LessonList.list)
        let here = opened.map { "\(list)/\($0.lesson.id)" as Link }
        func act(_ name: String) -> Link? { here.map { Link("\($0)/\(name)").with(back: back) } }
        var hidden: [HiddenValue] = []
        if let opened {
            hidden.append(HiddenValue("version", String(opened.lesson.version)))
            hidden.append(HiddenValue("lesson", opened.lesson.id.description))
            hidden += LessonFields.all.map { HiddenValue("was_" + $0.key, opened.was[$0.key]) }
        }
        let clashes =
            try opened.map { try ClashWords.of([$0.lesson], in: tx, actor.language)[$0.lesson.id] ?? [] } ?? []
        var page = LessonPage(
            frame: actor.frame(
                opened?.lesson.name(in: actor.language) ?? heading.resolve(in: actor.language), services,
                current: "timetable",
                crumb: (LocalText(Strings.timetable_title), actor.link("timetable"))),
            term: term.name,
            action: (here ?? Link("\(actor.link(to: TermData.list))/\(term.id)/lessons")).with(back: back),
            inputs: try LessonFields.all.map {
                try input($0, hasFocus: opened == nil && $0.key == "subject", actor.language, in: tx)
            },
            hidden: hidden, conflict: conflict, clashes: clashes, places: act("places"), copy: act("copy"),
            split: act("split"), remove: act("removal"), exception: act("exceptions"),
            allDays: try opened.map { try LessonDay.coming($0.lesson, term, back: back, in: tx, by: actor) } ?? [],
            weeks: opened.map { $0.lesson.content.weeks.words } ?? "",
            isSplittable: opened.map { $0.lesson.content.weeks.numbers.count > 1 && !$0.lesson.content.isOnce }
                ?? false,
            exceptionKind: ExceptionKind.choice(actor.language),
            cancel: back ?? opened.map { WeekAddress.link(of: $0.lesson, actor) } ?? actor.link("timetable"))
        page.language = actor.language
        page.check = "\(actor.link(to: TermData.list))/\(term.id)/clashes"
        page.isRemoved = isRemoved
        if let opened {
            // A day follows what students see; the draft only where nothing is published.
            let usual =
                try tx.first(PublicationQueries.published([opened.lesson.id])).map { try Lesson($0) } ?? opened.lesson
            page.usual = [
                "new_starts": Bells.words(usual.content.time.lowerBound), "new_room": usual.room,
                "new_teachers": usual.teachers.listed(in: actor.language),
            ]
        }
        if isRemoved { (page.places, page.copy, page.split, page.remove) = (nil, nil, nil, nil) }
        return page
    }

    private func input(
        _ field: BasicField, hasFocus: Bool, _ language: Language, in tx: borrowing TenantTransaction
    ) throws -> BasicInput {
        let hint = field.hint.map { LocalText($0) }
        let (value, error) = (values[field.key], errors[field.key])
        if case .choice(let choices) = field.form {
            return BasicInput(
                choice: Choice(
                    field.key, label: LocalText(field.label),
                    options: choices.map {
                        .init(
                            value: $0.value, label: LocalText($0.words).resolve(in: language),
                            isSelected: $0.value == value)
                    }, hint: hint, error: error))
        }
        if case .day = field.form {
            var day = Field.day(
                field.key, LocalText(field.label), value, language, hint: hint, error: error,
                isRequired: field.isRequired)
            let usual = field.key == "first_day" ? term.days.lowerBound : term.days.upperBound
            day.placeholder = TypedDay.field(CalendarDay(number: usual).iso, in: language)
            return BasicInput(field: day)
        }
        var shown = value
        if case .number = field.form { shown = NumberStyle(language).typed(value) }
        var made = Field(
            field.key, label: LocalText(field.label), value: shown, hint: hint, error: error,
            isRequired: field.isRequired, hasFocus: hasFocus)
        // A browser's own field would empty what is no time.
        let isTime = field.key == "starts" || field.key == "ends"
        if isTime, error == nil || Bells.minutes(value).map(Bells.words) == value { made.type = "time" }
        if let names = LessonQueries.offered[field.key] {
            made.picks = Picks(
                try tx.rows(names).map { .init(value: try $0.text("name"), words: try $0.text("words")) },
                isList: field.key == "groups" || field.key == "teachers")
        }
        return BasicInput(field: made)
    }
}
