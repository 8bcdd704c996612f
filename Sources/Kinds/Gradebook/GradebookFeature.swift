import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Classes with their students, grades and attendance.
package struct GradebookFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("gradebook", Strings.guide_topic_classes, about: Strings.guide_about_gradebook)
    }
    package var place: Place { .kind("gradebook") }
    package var userRoles: [String: StringKey] {
        ["student": Strings.gradebook_student, "teacher": Strings.gradebook_teacher]
    }
    package var permissions: [Permission] { Permission.ofGradebook }
    package var scopes: [Scope] { Scope.ofGradebook }
    package var auditActions: [AuditAction] { AuditAction.ofGradebook }
    package var objectKinds: [ObjectKind] { [.schoolClass, .student, .assignment, .grade, .attendance, .total] }
    package var objectNames: [ObjectNames] {
        [ObjectNames(of: .student, needs: .seeClasses, path: "students", names: StudentQueries.names)]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "gradebook_people", Strings.gradebook_personal_people, columns: ["linked_at"], erased: .deleted),
            PersonalTable(
                "gradebook_person_operations", Strings.personal_repeated_calls, columns: ["done_at"], erased: .deleted),
        ]
    }
    package var userCards: [any UserCard.Type] { [UserTeacherCard.self] }
    package var homeCards: [any HomeCard.Type] { [SchoolCard.self] }
    package var demo: (any DemoRows.Type)? { SchoolDemo.self }
    package var imports: [any ImportDeclaration.Type] { [StudentImport.self] }
    package var caches: [any SharedCache.Type] { [ReportOpenings.self] }
    package var lists: [ListDeclaration] { [ClassList.list, StudentList.list] }

    /// Teachers see only their own classes (migrations/gradebook). An API key sees the classes of the teacher for
    /// whom it acts, a user of an app those of the teacher whom the user is linked to.
    package var walls: [RowWall] {
        [
            RowWall { actor in
                if actor.kind == .key { return PhoneQueries.wall(actor.id, nobody: Self.nobody) }
                if actor.kind == .user { return PhoneQueries.wallOfPerson(nobody: Self.nobody) }
                return actor.may(.seeAllClasses)
                    ? nil : "select set_config('roost.teacher', \(actor.id?.description ?? Self.nobody), true)"
            }
        ]
    }

    /// The id of a teacher without classes: for an actor who is no admin.
    private static let nobody = "00000000-0000-0000-0000-000000000000"

    package var auditFields: [AuditField] {
        [
            AuditField("name", Strings.gradebook_name, of: .schoolClass),
            AuditField("term", Strings.gradebook_term, of: .schoolClass),
            AuditField("is_weighted", Strings.gradebook_weighting, of: .schoolClass),
            AuditField("scale", Strings.gradebook_scale, of: .schoolClass),
            AuditField("categories", Strings.gradebook_categories, of: .schoolClass),
            AuditField("teachers", Strings.gradebook_teachers, of: .schoolClass),
            AuditField("copied_from", Strings.gradebook_copied_from, of: .schoolClass),
            AuditField("name", Strings.gradebook_student_name, of: .student),
            AuditField("number", Strings.gradebook_number, of: .student),
            AuditField("classes", Strings.gradebook_classes, of: .student),
            AuditField("teacher", Strings.gradebook_teacher),
            AuditField("cells", Strings.gradebook_cells, of: .schoolClass),
            AuditField("class", Strings.gradebook_class),
            AuditField("student", Strings.gradebook_student),
            AuditField("assignment", Strings.gradebook_assignment),
            AuditField("percent", Strings.gradebook_total, of: .student),
            AuditField("percent", Strings.gradebook_total, of: .total),
            AuditField("name", Strings.gradebook_name, of: .assignment),
            AuditField("category", Strings.gradebook_category, of: .assignment),
            AuditField("due_on", Strings.gradebook_date, of: .assignment),
            AuditField("possible", Strings.gradebook_possible, of: .assignment),
            AuditField("is_extra", Strings.gradebook_extra, of: .assignment),
            AuditField("above_maximum", Strings.gradebook_above_title, of: .assignment) { value, language in
                AboveMaximum(rawValue: value)?.label.resolve(in: language) ?? value
            },
            AuditField("grade", Strings.gradebook_grade, of: .grade),
            AuditField(
                "state", Strings.gradebook_attendance, of: .attendance,
                values: AttendanceState.allCases.map { ($0.rawValue, $0.label) }),
            AuditField("why", Strings.gradebook_why, of: .grade),
            AuditField("why", Strings.gradebook_why, of: .attendance),
            AuditField("why", Strings.gradebook_why, of: .student),
            AuditField("why", Strings.gradebook_why, of: .total),
            AuditField("day", Strings.gradebook_date, of: .attendance),
            AuditField("recipient", Strings.gradebook_link_recipient, of: .student),
            AuditField("days", Strings.gradebook_link_days, of: .student),
        ]
    }

    package var menu: [MenuEntry] {
        [
            MenuEntry(.people, Strings.gradebook_classes, icon: "tenants", path: "classes", needs: .seeClasses),
            MenuEntry(.safety, Strings.gradebook_phones, icon: "key", path: "classes/phones", needs: .bindPhones),
            MenuEntry(.people, Strings.gradebook_students, icon: "person", path: "students", needs: .seeClasses),
            MenuEntry(
                .safety, Strings.gradebook_report_links, icon: "shield", path: "report-links", needs: .manageTenant),
        ]
    }

    /// Classes and students are found by name; a teacher finds their own classes, as everywhere.
    package var findSources: [FindSource] {
        [
            FindSource(
                Strings.gradebook_classes, icon: "tenants", needs: .seeClasses, label: "gradebook_classes.name",
                hint: "gradebook_classes.term", path: "'classes/' || gradebook_classes.id", from: "gradebook_classes",
                text: "gradebook_classes.name || ' ' || gradebook_classes.term"),
            FindSource(
                Strings.gradebook_students, icon: "person", needs: .seeClasses, label: "gradebook_students.name",
                hint: "gradebook_students.number", path: "'students/' || gradebook_students.id",
                from: "gradebook_students", text: "gradebook_students.name || ' ' || gradebook_students.number"),
        ]
    }

    package var routes: [Route] {
        Route.list(ClassList.self, needs: .seeClasses) + Route.list(StudentList.self, needs: .seeClasses)
            + Route.importing(StudentImport.self) + [
                .get("classes/new", needs: .editClasses, ShowNewClass.self),
                .post("classes", needs: .editClasses, AddClass.self),
                .get("classes/unsent", needs: .seeClasses, ShowUnsentCells.self),
                .get("classes/:class", needs: .seeClasses, ShowTable.self),
                .get("classes/:class/edit", needs: .editClasses, ShowClassEdit.self),
                .post("classes/:class", needs: .editClasses, EditClass.self),
                .post("classes/:class/archive", needs: .editClasses, ArchiveClass.self),
                .post("classes/:class/archive/end", needs: .editClasses, RestoreClass.self),
                .get("classes/:class/students", needs: .editClasses, ShowEnrolment.self),
                .post("classes/:class/students", needs: .editClasses, EnrolStudents.self),
                .get("students/:student", needs: .seeClasses, ShowStudent.self),
                .post("students/:student", needs: .editClasses, EditStudent.self),
                .download("students/:student/data.jsonl", needs: .handlePrivacy, TakeStudentData.self),
                .post("students/:student/erasure", needs: .handlePrivacy, EraseStudent.self).stepUp,
                .get("classes/:class/assignments/new", needs: .editClasses, ShowNewAssignment.self),
                .post("classes/:class/assignments", needs: .editClasses, AddAssignment.self),
                .get("classes/:class/assignments/:assignment/edit", needs: .editClasses, ShowAssignmentEdit.self),
                .post("classes/:class/assignments/:assignment", needs: .editClasses, EditAssignment.self),
                .post("classes/:class/assignments/:assignment/removal", needs: .editClasses, RemoveAssignment.self),
                .post(
                    "classes/:class/assignments/:assignment/removal/end", needs: .editClasses, RestoreAssignment.self),
                .get("classes/:class/assignments/:assignment", needs: .seeClasses, ShowAssignmentGrades.self),
                .get("classes/:class/students/:student", needs: .seeClasses, ShowStudentGrades.self),
                .post("classes/:class/students/:student/grades", needs: .editClasses, SaveGrades.self),
                .post("classes/:class/assignments/:assignment/grades", needs: .editClasses, SaveGrades.self),
                .post("classes/:class/cells", needs: .editClasses, SaveCells.self),
                .get("classes/:class/figures", needs: .seeClasses, ShowClassFigures.self),
                .post("classes/:class/students/:student/override", needs: .editClasses, OverrideTotal.self),
                .get("classes/:class/students/:student/total", needs: .seeClasses, ShowTotalHistory.self),
                .post("classes/:class/students/:student/removal", needs: .editClasses, RemoveStudent.self),
                .post("classes/:class/students/:student/removal/end", needs: .editClasses, ReturnStudent.self),
                .get(
                    "classes/:class/students/:student/assignments/:assignment", needs: .seeClasses, ShowCellHistory.self
                ),
                .get("classes/:class/attendance", needs: .seeClasses, ShowAttendance.self),
                .post("classes/:class/attendance", needs: .editClasses, SaveAttendance.self),
                .get("classes/:class/students/:student/attendance", needs: .seeClasses, ShowStudentAttendance.self),
                .post("classes/:class/students/:student/attendance", needs: .editClasses, SaveStudentAttendance.self),
                .get(
                    "classes/:class/students/:student/attendance/:mark", needs: .seeClasses, ShowMarkHistory.self),
                .get("classes/:class/students/:student/links", needs: .editClasses, ShowReportLinks.self),
                .post("classes/:class/students/:student/links", needs: .editClasses, GiveReportLink.self),
                .post(
                    "classes/:class/students/:student/links/:reportlink/end", needs: .editClasses, EndReportLink.self),
                .get("classes/:class/links", needs: .editClasses, ShowClassLinks.self),
                .get("report-links", needs: .manageTenant, ShowAllReportLinks.self),
                .post("report-links/allowed", needs: .manageTenant, AllowReportLinks.self),
                .publicly("report/:token", ReadReport.self),
                .get("classes/:class/students/:student/report", needs: .seeClasses, ShowStudentReport.self),
                .get("classes/phones", needs: .bindPhones, ShowPhones.self),
                .post("classes/phones", needs: .bindPhones, BindPhone.self).stepUp,
                .post("users/:user/teacher", needs: .bindPhones, LinkTeacher.self).stepUp,
                .service(.get, "me/gradebook/classes", for: .user, ReadMyClasses.self),
                .service(.get, "me/gradebook/classes/:class", for: .user, ReadMyClass.self),
                .service(.post, "me/gradebook/classes/:class/grades", for: .user, SaveMyGrades.self).aDay(5000),
                .service(.post, "me/gradebook/classes/:class/attendance", for: .user, SaveMyAttendance.self)
                    .aDay(5000),
                .service(.get, "gradebook/classes", scope: .scope(.readGradebook), ReadPhoneClasses.self),
                .service(.get, "gradebook/classes/:class", scope: .scope(.readGradebook), ReadPhoneClass.self),
                .service(
                    .post, "gradebook/classes/:class/grades", scope: .scope(.writeGradebook), SavePhoneGrades.self),
                .service(
                    .post, "gradebook/classes/:class/attendance", scope: .scope(.writeGradebook),
                    SavePhoneAttendance.self),
                .get("classes/:class/files", needs: .seeClasses, ShowClassFiles.self),
                .post("classes/:class/files", needs: .editClasses, ReadClassFile.self).upload(ReadClassFile.largest),
                .post("classes/:class/files/preview", needs: .editClasses, PreviewClassFile.self).accepting(
                    SheetGrid.longestForm),
                .post("classes/:class/files/changes", needs: .editClasses, SaveClassFile.self).accepting(
                    SheetGrid.longestForm),
                .download("classes/:class/workbook.xlsx", needs: .editClasses, TakeWorkbook.self),
            ] + Route.files(ExportGrades.self, needs: .seeClasses)
            + Route.files(ExportAttendance.self, needs: .seeClasses)
    }
}
