import HTML
import Postgres

/// Groups, subjects, teachers and rooms of an invented university, the same for a seed on every run.
struct DemoUniversity {
    struct Named {
        var id: ID
        var name: String
    }
    struct Group {
        var id: ID
        var name: String
        var faculty: ID?
        var course: Int
        var students: Int
        var speciality: String
    }
    struct Subject {
        var id: ID
        var name: String
        var fullName: String
    }
    struct Teacher {
        var id: ID
        var name: String
        var address: String
        var degree: String
    }
    struct Room {
        var id: ID
        var name: String
        var building: String
        var seats: Int
        var purpose: String
    }

    private(set) var faculties: [Named] = []
    private(set) var groups: [Group] = []
    private(set) var subjects: [Subject] = []
    private(set) var teachers: [Teacher] = []
    private(set) var rooms: [Room] = []
    private var random: DemoRandom

    private static let names = [
        ("МА", "Математический анализ"), ("ЛАиАГ", "Линейная алгебра и аналитическая геометрия"), ("Физика", "Физика"),
        ("ОАиП", "Основы алгоритмизации и программирования"), ("ИнЯз", "Иностранный язык"),
        ("ИстБел", "История белорусской государственности"), ("БелЯз", "Белорусский язык: профессиональная лексика"),
        ("ДМ", "Дискретная математика"), ("ТВиМС", "Теория вероятностей и математическая статистика"),
        ("БД", "Базы данных"), ("ОС", "Операционные системы"), ("КС", "Компьютерные сети"),
        ("ООП", "Объектно-ориентированное программирование"), ("СиАОД", "Структуры и алгоритмы обработки данных"),
        ("ЭТ", "Экономическая теория"), ("Фил", "Философия"), ("ФизК", "Физическая культура"),
        ("ТЭЦ", "Теория электрических цепей"),
        ("ЦОС", "Цифровая обработка сигналов"), ("МО", "Машинное обучение"), ("ИБ", "Информационная безопасность"),
        ("ВСРПП", "Веб-системы и распределённые приложения"), ("Мен", "Менеджмент"),
        ("БЖЧ", "Безопасность жизнедеятельности человека"),
    ]
    private static let families = [
        "Климович", "Петров", "Сидоревич", "Ковалёв", "Шевчук", "Жук", "Лукашевич", "Мельник", "Новик", "Каминский",
        "Бондаренко", "Янушкевич", "Кравцов", "Гончар", "Савицкий", "Романович", "Трус", "Козлов", "Дубовик",
        "Пашкевич",
        "Волкович", "Станкевич", "Зайцев", "Тарасевич", "Хмелевский", "Василевич", "Гурин", "Лапицкий", "Морозов",
        "Бурак",
    ]
    private static let men = ["Олег", "Андрей", "Сергей", "Дмитрий", "Павел", "Виктор", "Игорь", "Николай"]
    private static let women = ["Ольга", "Анна", "Елена", "Наталья", "Светлана", "Ирина", "Татьяна", "Екатерина"]
    private static let menOf = ["Викторович", "Иванович", "Сергеевич", "Николаевич", "Павлович", "Андреевич"]
    private static let womenOf = ["Викторовна", "Ивановна", "Сергеевна", "Николаевна", "Павловна", "Андреевна"]
    private static let specialities = [
        "Программная инженерия", "Информатика и технологии программирования", "Вычислительные машины, системы и сети",
        "Экономика и управление", "Радиосистемы и радиотехнологии", "Журналистика",
    ]

    /// The given names come first: without them a demo's users would have groups without lessons.
    init(groups names: [String], faculties: [String], size: Int, seed: UInt64, now: Timestamp) {
        random = DemoRandom(seed)
        func id() -> ID { .make(at: now) }
        self.faculties = faculties.map { Named(id: id(), name: $0) }
        let count = max(names.count, min(400, size / 25))
        let more = (0..<max(0, count - names.count)).map { "\(450_101 + $0 / 6 * 100 + $0 % 6)" }
        for (index, name) in (names + more).enumerated() {
            // Three groups of one year and programme form a stream, which has its lectures together.
            let stream = index / 3
            groups.append(
                Group(
                    id: id(), name: name,
                    faculty: self.faculties.isEmpty ? nil : self.faculties[stream % self.faculties.count].id,
                    course: 1 + stream % 4, students: 18 + random.below(11),
                    speciality: Self.specialities[stream % Self.specialities.count]))
        }
        subjects = Self.names.map { Subject(id: id(), name: $0.0, fullName: $0.1) }
        var addresses: Set<String> = []
        for index in 0..<max(60, groups.count * 3) {
            let isWoman = random.below(2) == 0
            var family = Self.families[(index * 7 + random.below(3)) % Self.families.count]
            if isWoman, family.hasSuffix("ов") || family.hasSuffix("ёв") || family.hasSuffix("ев") { family += "а" }
            if isWoman, family.hasSuffix("ий") { family = family.dropLast(2) + "ая" }
            let name =
                "\(family) \(random.one(of: isWoman ? Self.women : Self.men)) \(random.one(of: isWoman ? Self.womenOf : Self.menOf))"
            let base = TeacherAddress.make(of: name)
            var (address, number) = (base, 1)
            while !addresses.insert(address).inserted {
                number += 1
                address = "\(base)-\(number)"
            }
            let degree = ["", "", "к.т.н., доцент", "к.ф.-м.н., доцент", "д.т.н., профессор"][random.below(5)]
            teachers.append(Teacher(id: id(), name: name, address: address, degree: degree))
        }
        let lectures = max(8, groups.count / 4)
        for index in 0..<max(36, groups.count * 2) {
            let building = 1 + index % 5
            let (seats, purpose) =
                index < lectures
                ? (100 + random.below(5) * 20, "lecture")
                : index % 2 == 0 ? (16, "lab") : (30 + random.below(3) * 5, "practice")
            rooms.append(
                Room(
                    id: id(), name: "\(100 * (1 + index / 5 % 6) + index / 30 + 1)-\(building) к.",
                    building: "Корпус \(building)", seats: seats, purpose: purpose))
        }
    }

    static func shortNames(_ faculties: [Named]) -> [String] {
        faculties.map { faculty in
            String(faculty.name.split { $0 == " " || $0 == "-" }.compactMap { $0.count > 1 ? $0.first : nil })
                .uppercased()
        }
    }

    private static let bells = Bells(Bells.usual)?.times ?? []

    /// The occupied times of groups, teachers and rooms, by object, day and time: a mask of weeks.
    private struct Taken {
        struct Place: Hashable {
            var object: ID
            var slot: Int
        }

        private var taken: [Place: Int] = [:]

        func isFree(_ objects: [ID], _ slot: Int, _ weeks: Int) -> Bool {
            objects.allSatisfy { taken[Place(object: $0, slot: slot), default: 0] & weeks == 0 }
        }

        mutating func take(_ objects: [ID], _ slot: Int, _ weeks: Int) {
            for object in objects { taken[Place(object: object, slot: slot), default: 0] |= weeks }
        }
    }

    /// Returns lessons without clashes: each gets the first slot of a shuffled week in which all that it needs are
    /// free.
    mutating func lessons(_ term: DemoTerm) -> [LessonContent] {
        var lessons: [LessonContent] = []
        var taken = Taken()
        var booked: Set<Booking> = []
        // Later times and Saturdays come last.
        let slots = (0..<35).sorted { $0 % 7 < $1 % 7 } + Array(35..<40)
        func content(
            _ subject: Int, _ kind: LessonKind, _ groups: [ID], _ subgroup: Int, _ teacher: ID, _ room: ID, _ slot: Int,
            _ weeks: Int
        ) -> LessonContent {
            LessonContent(
                subject: subjects[subject].id, kind: kind, groups: groups, subgroup: subgroup, teachers: [teacher],
                room: room, weekday: slot / 7 + 1, time: Self.bells[slot % 7], weeks: Weeks(mask: weeks) ?? .all,
                days: term.lessons, note: "")
        }
        func place(
            _ subject: Int, _ kind: LessonKind, _ wanted: [Group], _ subgroup: Int, _ weeks: Int, _ purpose: String
        ) {
            let seats = subgroup == 0 ? wanted.reduce(0) { $0 + $1.students } : (wanted[0].students + 1) / 2
            let start = random.below(5) * 7
            let fitting = rooms.filter { $0.purpose == purpose && $0.seats >= seats }
            for offset in slots.indices {
                let slot = offset < 35 ? (slots[offset] + start) % 35 : slots[offset]
                guard taken.isFree(wanted.map(\.id), slot, weeks) else { continue }
                let first = (subject * 3 + random.below(3)) % teachers.count
                let teacher = (0..<6).map { teachers[(first + $0 * subjects.count) % teachers.count].id }
                    .first { taken.isFree([$0], slot, weeks) }
                guard let teacher, let room = fitting.first(where: { taken.isFree([$0.id], slot, weeks) }) else {
                    continue
                }
                taken.take(wanted.map(\.id) + [teacher, room.id], slot, weeks)
                lessons.append(content(subject, kind, wanted.map(\.id), subgroup, teacher, room.id, slot, weeks))
                return
            }
        }
        for first in stride(from: 0, to: groups.count, by: 3) {
            let stream = Array(groups[first..<min(groups.count, first + 3)])
            let taught = (0..<7).map { (first / 3 * 5 + $0) % subjects.count }
            for (index, subject) in taught.enumerated() {
                place(subject, .lecture, stream, 0, index % 3 == 0 ? 15 : index % 2 == 0 ? 5 : 10, "lecture")
                for group in stream {
                    place(subject, .practice, [group], 0, index % 2 == 0 ? 10 : 5, "practice")
                    guard index < 4 else { continue }
                    // One subgroup in one week, the other two weeks later.
                    place(subject, .lab, [group], 1, 1 << (index % 2), "lab")
                    place(subject, .lab, [group], 2, 4 << (index % 2), "lab")
                }
            }
            exams(of: stream, taught, term, &lessons, &booked)
        }
        return lessons
    }

    /// A teacher or a room at the consultations or the exams of one day.
    private struct Booking: Hashable {
        var object: ID
        var day: Int
        var kind: LessonKind
    }

    private func exams(
        of stream: [Group], _ taught: [Int], _ term: DemoTerm, _ lessons: inout [LessonContent],
        _ booked: inout Set<Booking>
    ) {
        let holidays = Set(term.holidays.flatMap(\.days))
        let free = (term.lessons.upperBound + 3...term.days.upperBound - 1).filter {
            !holidays.contains($0) && !holidays.contains($0 - 1) && TermCalendar.weekday(of: $0) < 6
                && TermCalendar.weekday(of: $0) > 1
        }
        for (index, group) in stream.enumerated() {
            for (number, subject) in taught.prefix(3).enumerated() where free.count > 12 {
                let day = free[(number * 4 + index) % free.count]
                // An exam and its consultation have the same room and the same teacher.
                func bookings(_ object: ID) -> [Booking] {
                    [
                        Booking(object: object, day: day - 1, kind: .consultation),
                        Booking(object: object, day: day, kind: .exam),
                    ]
                }
                func firstFree(_ objects: [ID], from start: Int) -> ID? {
                    objects.indices.lazy.map { objects[(start + $0) % objects.count] }
                        .first { booked.isDisjoint(with: bookings($0)) }
                }
                let fitting = rooms.filter { $0.purpose != "lab" && $0.seats >= group.students }.map(\.id)
                guard let room = firstFree(fitting, from: lessons.count * 5),
                    let teacher = firstFree(teachers.map(\.id), from: lessons.count * 7)
                else { continue }
                booked.formUnion(bookings(room) + bookings(teacher))
                for (kind, day, time) in [
                    (LessonKind.consultation, day - 1, 960..<1040), (LessonKind.exam, day, 540..<780),
                ] {
                    lessons.append(
                        LessonContent(
                            subject: subjects[subject].id, kind: kind, groups: [group.id], subgroup: 0,
                            teachers: [teacher], room: room, weekday: TermCalendar.weekday(of: day), time: time,
                            weeks: .all, days: day...day, note: ""))
                }
            }
        }
    }

    /// Returns lessons that look like unfinished planning: at times at which the teacher, the room or the group is
    /// taken.
    mutating func clashing(with lessons: [LessonContent]) -> [LessonContent] {
        let usual = lessons.filter { !$0.isOnce && $0.kind == .practice }
        guard usual.count > 20, groups.count > 6 else { return [] }
        return (0..<6).map { index in
            var lesson = usual[(index * 13 + 5) % usual.count]
            let other = groups.filter { !lesson.groups.contains($0.id) }
            lesson.note = "Дополнительное занятие"
            switch index % 3 {
            // The same teacher in another room, the same room for other people, too small a room.
            case 0: (lesson.groups, lesson.room) = ([other[index].id], nil)
            case 1: (lesson.groups, lesson.teachers) = ([other[index + 1].id], [])
            default:
                (lesson.teachers, lesson.room) = ([], rooms.first { $0.seats == 16 }?.id)
                (lesson.weekday, lesson.time) = (6, 1140..<1220)
            }
            return lesson
        }
    }
}

/// SplitMix64: returns the same numbers for a seed on every machine.
struct DemoRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, limit)))
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
