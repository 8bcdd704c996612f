import Console
import HTML
import Postgres

/// A term of a university in Minsk: published, with a draft in which some lessons have moved and some clash.
enum TimetableRows: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let (tenant, today) = (load.tenant.id, LocalTime(microseconds: Int(load.now.microseconds)).dayNumber)
        let plan = DemoTerm(today)
        var university = DemoUniversity(
            groups: load.kind.demo.factSamples["group"] ?? [], faculties: load.kind.demo.factSamples["faculty"] ?? [],
            size: load.size, seed: UInt64(bitPattern: load.seed), now: load.now)
        for (name, words) in zip(university.faculties, DemoUniversity.shortNames(university.faculties)) {
            try tx.execute(DemoQueries.faculty(name.id, name.name, words, tenant: tenant))
        }
        for group in university.groups { try tx.execute(DemoQueries.group(group, tenant: tenant)) }
        for subject in university.subjects { try tx.execute(DemoQueries.subject(subject, tenant: tenant)) }
        for teacher in university.teachers { try tx.execute(DemoQueries.teacher(teacher, tenant: tenant)) }
        for room in university.rooms { try tx.execute(DemoQueries.room(room, tenant: tenant)) }
        for holiday in plan.holidays {
            try tx.execute(DemoQueries.holiday(.make(at: load.now), holiday, tenant: tenant))
        }
        let term = ID.make(at: load.now)
        try tx.execute(DemoQueries.term(term, plan, tenant: tenant))
        try tx.execute(TermQueries.addDays(term, tenant: tenant, plan.calendar.teachingDays))
        guard let found = try Term.find(term, in: tx) else { return }

        let lessons = university.lessons(plan)
        let days = 86_400
        func write(_ lessons: [LessonContent], at time: Timestamp, by name: String) throws {
            for start in stride(from: 0, to: lessons.count, by: 1000) {
                let part = lessons[start..<min(lessons.count, start + 1000)].map {
                    LessonImportQueries.Written(id: .make(at: time), term: term, content: $0)
                }
                try tx.execute(
                    LessonImportQueries.add(part, isFromSource: false, tenant: tenant, by: name, now: time))
            }
        }
        try write(lessons, at: load.now.adding(seconds: Int64(-9 * days)), by: "Ольга Климович")
        var publisher = Actor.script("demo", in: load.tenant)
        publisher.name = "Ольга Климович"
        publisher.now = load.now.adding(seconds: Int64(-4 * days))
        _ = try Publishing.publish(
            found, DraftChanges(found, in: tx), reason: "Расписание семестра", in: tx, by: publisher)
        try write(
            university.clashing(with: lessons), at: load.now.adding(seconds: Int64(-days)), by: "Андрей Сидоревич")
        load.progress("\(load.tenant.slug): \(lessons.count) lessons")
    }
}

/// The term that contains a day, as universities of Belarus have them, or the next one.
struct DemoTerm {
    struct Holiday {
        var name: String
        var days: ClosedRange<Int>
        var isCounted: Bool
    }

    let name: String
    let days: ClosedRange<Int>
    /// The days on which lessons take place; exams follow.
    let lessons: ClosedRange<Int>
    let holidays: [Holiday]

    init(_ today: Int) {
        let date = GregorianDate(dayNumber: today)
        func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
            GregorianDate(year: year, month: month, day: day).dayNumber
        }
        func one(_ name: String, _ on: Int) -> Holiday { Holiday(name: name, days: on...on, isCounted: true) }
        if (2...6).contains(date.month) {
            let year = date.year
            name = "Весна \(year)"
            (days, lessons) = (day(year, 2, 9)...day(year, 6, 30), day(year, 2, 9)...day(year, 6, 6))
            holidays = [
                one("День женщин", day(year, 3, 8)), one("Праздник труда", day(year, 5, 1)),
                one("День Победы", day(year, 5, 9)),
            ]
        } else {
            let year = date.month == 1 ? date.year - 1 : date.year
            name = "Осень \(year)"
            (days, lessons) = (day(year, 9, 1)...day(year + 1, 1, 31), day(year, 9, 1)...day(year, 12, 19))
            holidays = [
                one("День Октябрьской революции", day(year, 11, 7)), one("Рождество", day(year, 12, 25)),
                Holiday(name: "Новый год", days: day(year + 1, 1, 1)...day(year + 1, 1, 2), isCounted: true),
                one("Рождество православное", day(year + 1, 1, 7)),
            ]
        }
    }

    var calendar: TermCalendar {
        TermCalendar(
            days: days, firstWeek: 1, holidays: holidays.map { .init(days: $0.days, isCounted: $0.isCounted) })
    }
}
