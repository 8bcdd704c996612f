import Console
import HTML
import Templates
import Web

/// A university's lessons: their data, the week, clashes, publication.
package struct TimetableFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("timetable", Strings.guide_topic_timetable, about: Strings.guide_about_timetable)
    }
    package var place: Place { .kind("timetable") }
    package var userRoles: [String: StringKey] {
        ["student": Strings.timetable_student, "teacher": Strings.timetable_teacher]
    }
    package var permissions: [Permission] { Permission.ofTimetable }
    package var auditActions: [AuditAction] { AuditAction.ofTimetable }
    package var objectKinds: [ObjectKind] { ObjectKind.ofTimetable }
    package var auditFields: [AuditField] {
        FacultyData.auditFields + GroupData.auditFields + TeacherData.auditFields + RoomData.auditFields
            + SubjectData.auditFields + TermData.auditFields + HolidayData.auditFields
            + TimetableSource.fields.map { field in
                AuditField(field.key, field.label, of: .timetableSource) { value, language in
                    field.words(value, language)
                }
            }
            + LessonFields.all.map { field in
                AuditField(field.key, field.label, of: .lesson) { value, language in field.words(value, language) }
            }
            + [
                AuditField("day", Strings.timetable_day, of: .lesson) { CalendarDay($0)?.words($1) ?? $0 },
                AuditField("exception", Strings.timetable_exception, of: .lesson) { value, language in
                    ExceptionKind(rawValue: value).map { LocalText($0.label).resolve(in: language) } ?? value
                },
                AuditField("new_day", Strings.timetable_exception_day, of: .lesson) { value, language in
                    guard let day = CalendarDay(String(value.prefix(10))) else { return value }
                    return day.words(language) + value.dropFirst(10)
                },
                AuditField("as_lesson", Strings.timetable_exception_follows, of: .lesson),
                AuditField("moved_week", Strings.timetable_moved_week, of: .lesson) { value, language in
                    LessonPlace(stored: value)?.words(language) ?? value
                },
                AuditField("version", Strings.timetable_version, of: .timetableTerm),
                AuditField("lessons", Strings.timetable_lessons, of: .timetableTerm),
                AuditField("groups_touched", Strings.timetable_groups, of: .timetableTerm),
                AuditField("clashes", Strings.timetable_clashes, of: .timetableTerm),
                AuditField("remove", Strings.timetable_import_remove, of: .lesson) { value, language in
                    LocalText(value == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
                },
                AuditField("returned_to", Strings.timetable_return, of: .timetableTerm),
            ]
    }
    package var lists: [ListDeclaration] {
        [
            LessonList.list, ClashList.list, PublicationList.list, FacultyData.list, GroupData.list, TeacherData.list,
            RoomData.list,
            SubjectData.list,
            TermData.list, HolidayData.list,
        ]
    }

    package var firstSteps: [FirstStep] {
        [
            FirstStep(
                Strings.timetable_first_lesson, path: "\(LessonList.list.path)/new", needs: .editTimetable,
                actions: [.lessonAdded, .lessonChanged]),
            FirstStep(
                Strings.timetable_first_export, path: LessonList.list.path, needs: .seeTimetable,
                actions: [.listExported]),
            FirstStep(
                Strings.timetable_first_publish, path: "timetable", needs: .publishTimetable,
                actions: [.timetablePublished]),
        ]
    }
    package var homeCards: [any HomeCard.Type] { [TimetableCard.self] }
    package var demo: (any DemoRows.Type)? { TimetableRows.self }
    package var jobs: [any Job.Type] { [SourceWork.self] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("timetables to fetch", every: 600) { services, _ in
                try await services.database.perform(.background) { connection in
                    try FetchSourcesAcrossTenants.sweep(on: connection, services, now: .now)
                }
            }
        ]
    }
    package var reports: [any MailedReport.Type] { [TeacherLoadReport.self, RoomUseReport.self, FreeRoomsReport.self] }
    package var imports: [any ImportDeclaration.Type] { [LessonImport.self] }
    package var messageTriggers: [MessageTrigger] { TimetableTriggers.all }

    package var menu: [MenuEntry] {
        [
            MenuEntry(.content, Strings.timetable_title, icon: "clock", path: "timetable", needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_lessons, icon: "text", path: LessonList.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_clashes, icon: "warn", path: ClashList.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_versions, icon: "clock", path: PublicationList.list.path,
                needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_groups, icon: "users", path: GroupData.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_teachers, icon: "person", path: TeacherData.list.path, needs: .seeTimetable),
            MenuEntry(.content, Strings.timetable_rooms, icon: "home", path: RoomData.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_subjects, icon: "text", path: SubjectData.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_faculties, icon: "tenants", path: FacultyData.list.path,
                needs: .seeTimetable),
            MenuEntry(.content, Strings.timetable_terms, icon: "clock", path: TermData.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_holidays, icon: "tip", path: HolidayData.list.path, needs: .seeTimetable),
            MenuEntry(
                .content, Strings.timetable_source, icon: "archive", path: SourceForm.path, needs: .editTimetable),
        ]
            + [TeacherLoadReport.head, RoomUseReport.head, FreeRoomsReport.head].map {
                MenuEntry(.reports, $0.title, icon: "clock", path: $0.path, needs: $0.needs)
            }
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(
                Strings.timetable_lesson_add, icon: "plus",
                .tenant("\(LessonList.list.path)/new", needs: .editTimetable))
        ]
    }

    /// Groups, teachers and rooms are found by name; each leads to its week.
    package var findSources: [FindSource] {
        [
            FindSource(
                Strings.timetable_groups, icon: "users", needs: .seeTimetable, label: "timetable_groups.name",
                hint: "timetable_groups.speciality", path: "'timetable?group=' || timetable_groups.id",
                from: "timetable_groups", text: "timetable_groups.name || ' ' || timetable_groups.speciality"),
            FindSource(
                Strings.timetable_teachers, icon: "person", needs: .seeTimetable, label: "timetable_teachers.name",
                hint: "timetable_teachers.address", path: "'timetable?teacher=' || timetable_teachers.id",
                from: "timetable_teachers", text: "timetable_teachers.name || ' ' || timetable_teachers.address"),
            FindSource(
                Strings.timetable_rooms, icon: "home", needs: .seeTimetable, label: "timetable_rooms.name",
                hint: "timetable_rooms.building", path: "'timetable?room=' || timetable_rooms.id",
                from: "timetable_rooms", text: "timetable_rooms.name || ' ' || timetable_rooms.building"),
        ]
    }

    package var routes: [Route] {
        let (lessons, terms) = (LessonList.list.path, TermData.list.path)
        return [
            .get("timetable", needs: .seeTimetable, ShowWeek.self),
            .get("\(terms)/:term/publication", needs: .publishTimetable, ShowPublication.self),
            .post("\(terms)/:term/publication", needs: .publishTimetable, PublishTimetable.self),
            .post("\(terms)/:term/publication/return", needs: .publishTimetable, ReturnTimetable.self),
            .get("\(PublicationList.list.path)/:publication", needs: .seeTimetable, ShowVersion.self),
            .get("\(lessons)/new", needs: .editTimetable, ShowNewLesson.self),
            .post("\(terms)/:term/lessons", needs: .editTimetable, AddLesson.self),
            .post("\(terms)/:term/clashes", needs: .editTimetable, showing: CheckLesson.self),
            .get("\(terms)/:term/weeks", needs: .seeTimetable, ShowTermWeeks.self),
            .get("\(lessons)/:lesson", needs: .editTimetable, ShowLesson.self),
            .post("\(lessons)/:lesson", needs: .editTimetable, EditLesson.self),
            .get("\(lessons)/:lesson/places", needs: .editTimetable, ShowPlaces.self),
            .post("\(lessons)/:lesson/move", needs: .editTimetable, MoveLesson.self),
            .post("\(lessons)/:lesson/copy", needs: .editTimetable, CopyLesson.self),
            .post("\(lessons)/:lesson/split", needs: .editTimetable, SplitLesson.self),
            .post("\(lessons)/:lesson/removal", needs: .editTimetable, RemoveLesson.self),
            .post("\(lessons)/:lesson/exceptions", needs: .editTimetable, AddException.self),
            .post("timetable-exceptions/:exception/end", needs: .editTimetable, EndException.self),
            .get(SourceForm.path, needs: .editTimetable, ShowSource.self),
            .post(SourceForm.path, needs: .editTimetable, EditSource.self),
            .post("\(SourceForm.path)/:source/fetch", needs: .editTimetable, FetchSource.self),
        ] + Self.publicRoutes + Route.importing(LessonImport.self) + Route.report(TeacherLoadReport.self)
            + Route.report(RoomUseReport.self) + Route.report(FreeRoomsReport.self)
            + Route.list(LessonList.self, needs: .seeTimetable)
            + Route.list(ClashList.self, needs: .seeTimetable)
            + Route.list(PublicationList.self, needs: .seeTimetable)
            + Route.basic(FacultyData.self) + Route.basic(GroupData.self) + Route.basic(TeacherData.self)
            + Route.basic(RoomData.self) + Route.basic(SubjectData.self) + Route.basic(TermData.self)
            + Route.basic(HolidayData.self)
    }

    /// Routes in the shape of BSUIR's public API, at the tenant's own address: a client of that API works with its
    /// base URL changed.
    private static let publicRoutes: [Route] =
        [
            .publicly("api/v1/schedule", CompatibleSchedule.self),
            .publicly("api/v1/schedule/current-week", CompatibleWeek.self),
            .publicly("api/v1/employees/schedule/:teacher", CompatibleSchedule.self),
            .publicly("api/v1/employees/all", CompatibleTeachers.self),
            .publicly("api/v1/student-groups", CompatibleGroups.self),
            .publicly("api/v1/auditories", CompatibleRooms.self),
            .publicly("api/v1/faculties", CompatibleFaculties.self),
            .publicly("api/v1/specialities", CompatibleSpecialities.self),
        ] + ownRoutes + WeekOwner.allCases.flatMap(ownerRoutes)

    /// Routes in Roost's own shape, and the pages.
    private static let ownRoutes: [Route] = [
        .publicly("v1/groups", PublicGroups.self),
        .publicly("v1/teachers", PublicTeachers.self),
        .publicly("v1/rooms", PublicRooms.self),
        .publicly("v1/faculties", PublicFaculties.self),
        .publicly("v1/specialities", PublicSpecialities.self),
        .publicly("v1/terms", PublicTerms.self),
        .publicly("v1/week", PublicWeek.self),
        .publicly("timetable", PublicStart.self),
        .publicly("timetable/app.webmanifest", PublicManifest.self),
        .publicly("timetable-worker.js", PublicWorker.self),
    ]

    private static func ownerRoutes(_ kind: WeekOwner) -> [Route] {
        let data = "v1/\(kind.folder)/:\(kind.rawValue)"
        let page = "timetable/\(kind.folder)/:\(kind.rawValue)"
        return [
            .publicly("\(data)/schedule", PublicRepeating.self),
            .publicly("\(data)/days", PublicDays.self),
            .publicly("\(data)/exams", PublicExams.self),
            .publicly("\(data)/changes", PublicChangeList.self),
            .publicly(page, PublicTimetable.self),
            .publicly("\(page)/calendar.ics", LessonCalendar.self),
            .publicly("\(page)/changes.atom", PublicChangeFeed.self),
        ]
    }
}
