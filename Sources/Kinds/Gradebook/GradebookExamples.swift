import Console
import Postgres

/// Example requests and rows for the tests that walk all routes and tables.
extension GradebookFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("classes") { Self.classForm($0) },
                .post("classes/:class") { Self.classForm($0) + [("version", "1")] },
                .post("classes/:class/archive"), .post("classes/:class/archive/end"),
                .post("classes/:class/students") { [("names", "New \($0.word) \(ID.make())")] },
                .post("students/:student") { [("name", "Changed \($0.word)"), ("number", ""), ("version", "1")] },
                .post("students/:student/erasure") { [("reason", "Asked for by \($0.word)")] },
                .post("students/import") { [("pasted", "Name\tNumber\tClasses\nNew \($0.word)\t\t\n")] },
                .post("classes/:class/assignments") { Self.assignmentForm($0) },
                .post("classes/:class/assignments/:assignment") { Self.assignmentForm($0) + [("version", "1")] },
                .post("classes/:class/assignments/:assignment/removal"),
                .post("classes/:class/assignments/:assignment/removal/end"),
                .post("classes/:class/students/:student/grades"),
                .post("classes/:class/assignments/:assignment/grades"),
                .post("classes/:class/cells") {
                    let ids = ExampleClass($0)
                    return [("cells", "\(ids.student)\t\(ids.assignment)\t1\t11")]
                },
                .post("classes/:class/students/:student/override") {
                    [("percent", "80"), ("reason", "Because of \($0.word)"), ("version", "1")]
                },
                .post("classes/:class/students/:student/removal"),
                .post("classes/:class/students/:student/removal/end"),
                .post("classes/:class/attendance") { _ in [("day", "2026-11-20")] },
                .post("classes/:class/files") { [("pasted", "Student\tEssay\n\($0.word)\t12")] },
                .post("classes/:class/files/preview") { Self.file($0) },
                .post("classes/:class/files/changes") { Self.file($0) + [("shown", "9000000000000000")] },
                .post("classes/phones", about: ["class"]) {
                    let key = ExampleClass($0).key
                    return [("key", key.description), ("teacher-\(key)", "")]
                },
                .post("users/:user/teacher", about: ["class"]) { _ in [("teacher", "")] },
                .service(.post, "me/gradebook/classes/:class/grades") {
                    let ids = ExampleClass($0)
                    return
                        #"{"grades":[{"operation":"\#(ID.make())","student":"\#(ids.student)","assignment":"\#(ids.assignment)","version":1,"grade":"11"}]}"#
                },
                .service(.post, "me/gradebook/classes/:class/attendance") {
                    #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(ExampleClass($0).student)","day":"2026-11-21","version":0,"state":"present"}]}"#
                },
                .service(.post, "gradebook/classes/:class/grades") {
                    let ids = ExampleClass($0)
                    return
                        #"{"grades":[{"operation":"\#(ID.make())","student":"\#(ids.student)","assignment":"\#(ids.assignment)","version":1,"grade":"11"}]}"#
                },
                .service(.post, "gradebook/classes/:class/attendance") {
                    #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(ExampleClass($0).student)","day":"2026-11-21","version":0,"state":"present"}]}"#
                },
                .post("classes/:class/students/:student/attendance") { _ in
                    [("state-2026-11-19", "absent"), ("seen-2026-11-19", "1 present")]
                },
                .post("classes/:class/students/:student/links") {
                    [("recipient", "Mother of \($0.word)"), ("days", "30"), ("language", "en")]
                },
                .post("classes/:class/students/:student/links/:reportlink/end"),
                .post("report-links/allowed") { _ in [("state", "on")] },
                .post("classes/views") { _ in [("name", "Of the examples"), ("view", "state=active")] },
                .post("classes/views/:view/deletion"),
                .post("students/views") { _ in [("name", "Of the examples"), ("view", "sort=number")] },
                .post("students/views/:view/deletion"),
            ],
            objects: [
                ObjectExample("class") { tx, values in try ExampleClass(values).make(in: tx, values).schoolClass },
                ObjectExample("student") { tx, values in try ExampleClass(values).make(in: tx, values).student },
                ObjectExample("reportlink") { tx, values in try ExampleClass(values).make(in: tx, values).link },
                ObjectExample("mark") { tx, values in try ExampleClass(values).make(in: tx, values).mark },
                ObjectExample("assignment") { tx, values in try ExampleClass(values).make(in: tx, values).assignment },
            ])
    }

    private static func classForm(_ values: ExampleValues) -> [(String, String)] {
        [
            ("name", "Class \(values.word)"), ("term", "Autumn"), ("weighting", "points"), ("scale", "A 90"),
            ("category-1", "More \(ID.make().description.suffix(12))"), ("category-1-weight", "1"),
        ]
    }

    /// A file with one grade of one student.
    private static func file(_ values: ExampleValues) -> [(String, String)] {
        [
            ("grid", #"{"titles":["Number","Essay"],"rows":[[2,"\#(values.word)","12"]]}"#), ("column-0", "number"),
            ("column-1", "assignment \(ExampleClass(values).assignment)"), ("revision", "9000000000000000"),
        ]
    }

    private static func assignmentForm(_ values: ExampleValues) -> [(String, String)] {
        [
            ("name", "Essay \(values.word)"), ("day", "2026-11-20"), ("possible", "20"),
            ("category", ExampleClass(values).category.description),
        ]
    }
}

/// One class with one object of each type. Its ids follow from the word, since a form names a cell by them; making it
/// again resets it.
private struct ExampleClass {
    let schoolClass: ID
    let student: ID
    let assignment: ID
    let category: ID
    /// An API key with a scope of the grade book.
    let key: ID
    private let grade: ID
    let mark: ID
    let link: ID

    init(_ values: ExampleValues) {
        /// FNV-1a, which gives the same hash in every process.
        func id(_ name: String) -> ID {
            let hash = (values.objectsWord + name).utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            return ID(high: hash, low: ~hash)
        }
        (schoolClass, student, assignment) = (id("class"), id("student"), id("assignment"))
        (category, grade, mark, key) = (id("category"), id("grade"), id("mark"), id("key"))
        link = id("link")
    }

    func make(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ExampleClass {
        let isArchived = values.pattern.hasSuffix("archive/end")
        let gone: Timestamp? = values.pattern.hasSuffix("removal/end") ? .now : nil
        try tx.execute(
            """
            insert into gradebook_classes (tenant_id, id, name, term, is_weighted, scale, created_at)
            values (\(tx.tenant), \(schoolClass), \("Class \(values.word)"), 'Autumn', true, 'A 90', now())
            on conflict (tenant_id, id) do update set version = 1
            """)
        try tx.execute(ClassQueries.archive(schoolClass, at: isArchived ? .now : nil))
        try tx.execute("update gradebook_classes set version = 1 where gradebook_classes.id = \(schoolClass)")
        try tx.execute(
            """
            insert into gradebook_teachers (tenant_id, class_id, admin_id)
            select \(tx.tenant), \(schoolClass), memberships.admin_id from memberships on conflict do nothing
            """)
        try tx.execute(
            """
            insert into gradebook_students (tenant_id, id, name, number, created_at)
            values (\(tx.tenant), \(student), \("Student \(values.word)"), \(values.word), now())
            on conflict (tenant_id, id) do update set version = 1
            """)
        try tx.execute(
            """
            insert into gradebook_enrolments (tenant_id, class_id, student_id)
            values (\(tx.tenant), \(schoolClass), \(student))
            on conflict (tenant_id, class_id, student_id) do update set version = 1
            """)
        try tx.execute(
            """
            update gradebook_enrolments set left_at = \(values.pattern.contains("students") ? gone : nil)
            where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.student_id = \(student)
            """)
        try tx.execute(
            """
            insert into gradebook_categories (tenant_id, class_id, id, name, weight, drops, position)
            values (\(tx.tenant), \(schoolClass), \(category), \("Tests \(values.word.prefix(20).description)"), 40, 1, 0)
            on conflict (tenant_id, id) do nothing
            """)
        try tx.execute(
            """
            insert into gradebook_assignments (tenant_id, class_id, id, category_id, name, due_on, possible, is_extra, position)
            values (\(tx.tenant), \(schoolClass), \(assignment), \(category), \("Essay \(values.word)"), '2026-11-20', 20, false, 0)
            on conflict (tenant_id, id) do update set version = 1
            """)
        try tx.execute(
            """
            update gradebook_assignments set removed_at = \(values.pattern.contains("assignments") ? gone : nil)
            where gradebook_assignments.id = \(assignment)
            """)
        try tx.execute(
            """
            insert into gradebook_grades (tenant_id, id, class_id, student_id, assignment_id, version, changed_at, changed_by)
            values (\(tx.tenant), \(grade), \(schoolClass), \(student), \(assignment), 1, now(), \(values.word))
            on conflict (tenant_id, class_id, student_id, assignment_id) do update set version = 1, points = null, mark = ''
            """)
        try tx.execute(
            """
            insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
            values (\(tx.tenant), \(mark), \(schoolClass), \(student), '2026-11-19', 'present', now(), \(values.word))
            on conflict (tenant_id, class_id, student_id, day) do update set state = 'present', version = 1
            """)
        try tx.execute(ReportLinkQueries.allow(true, tenant: tx.tenant))
        try tx.execute(
            """
            insert into gradebook_report_links
                (tenant_id, id, class_id, student_id, token_hash, recipient, language, made_by, made_at, expires_at)
            values (\(tx.tenant), \(link), \(schoolClass), \(student), sha256(\(values.word)::text::bytea), 'Mother', 'en',
                \(values.word), now(), now() + interval '30 days')
            on conflict (tenant_id, id) do update set ended_at = null
            """)
        try tx.execute(
            """
            insert into api_keys (tenant_id, id, name, scopes, requests_per_minute, expires_at, created_by, created_at)
            values (\(tx.tenant), \(key), \("Phone \(values.word)"), '{gradebook.read}', 1, now() + interval '1 day', 'examples', now())
            on conflict (tenant_id, id) do nothing
            """)
        // Every key acts for a teacher of the class.
        try tx.execute(
            """
            insert into gradebook_keys (tenant_id, key_id, admin_id)
            select \(tx.tenant), api_keys.id, (select gradebook_teachers.admin_id from gradebook_teachers
                join memberships on memberships.admin_id = gradebook_teachers.admin_id
                where gradebook_teachers.class_id = \(schoolClass)
                order by memberships.role not in ('owner', 'manager', 'editor'), memberships.admin_id limit 1)
            from api_keys where exists (select from gradebook_teachers where gradebook_teachers.class_id = \(schoolClass))
            on conflict (tenant_id, key_id) do nothing
            """)
        try tx.execute(
            """
            insert into gradebook_operations (tenant_id, key_id, id, class_id, version, done_at)
            values (\(tx.tenant), \(key), \(mark), \(schoolClass), 1, now()) on conflict do nothing
            """)
        // The user is the app's teacher of the class.
        try tx.execute(
            "update users set role = 'teacher' where users.id = \(values.user) and users.erased_at is null")
        try tx.execute(
            """
            insert into gradebook_people (tenant_id, user_id, admin_id, linked_at)
            select users.tenant_id, users.id, teachers.admin_id, now() from users
            join lateral (select gradebook_teachers.admin_id from gradebook_teachers
                where gradebook_teachers.class_id = \(schoolClass) order by gradebook_teachers.admin_id limit 1) as teachers
                on true
            where users.id = \(values.user) on conflict do nothing
            """)
        try tx.execute(
            """
            insert into gradebook_person_operations (tenant_id, user_id, id, class_id, version, done_at)
            select users.tenant_id, users.id, \(mark), \(schoolClass), 1, now() from users
            where users.id = \(values.user) on conflict do nothing
            """)
        return self
    }
}
