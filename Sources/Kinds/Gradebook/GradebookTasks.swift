import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension GradebookFeature {
    package var tasks: [GuideTask] {
        [
            Self.`class`, Self.students, Self.assignment, Self.grades, Self.attendance, Self.files, Self.report,
            Self.phones, Self.erase,
        ]
    }

    private static var `class`: GuideTask {
        GuideTask(
            "class", Strings.gradebook_task_class,
            steps: Strings.gradebook_task_class_steps(
                classes: Strings.gradebook_classes, add_class: Strings.gradebook_add_class,
                copy_class: Strings.gradebook_copy_class, drops: Strings.gradebook_drops,
                copy_start: Strings.gradebook_copy_start, save: Strings.form_save),
            acts: [
                "POST classes", "POST classes/:class", "POST classes/:class/archive", "POST classes/:class/archive/end",
            ], recorded: [.classAdded, .classChanged, .classArchived, .classRestored],
            undo: Strings.gradebook_task_class_undo(
                gb_archive: Strings.gradebook_archive, gb_restore: Strings.gradebook_restore),
            mistake: LocalText(Strings.gradebook_task_class_mistake))
    }

    private static var students: GuideTask {
        GuideTask(
            "students", Strings.gradebook_task_students,
            steps: Strings.gradebook_task_students_steps(
                add_students: Strings.gradebook_add_students, remove_student: Strings.gradebook_remove_student),
            acts: [
                "POST classes/:class/students", "POST students/:student",
                "POST classes/:class/students/:student/removal", "POST classes/:class/students/:student/removal/end",
            ], recorded: [.studentEnrolled, .studentAdded, .studentChanged, .studentLeft],
            undo: Strings.gradebook_task_students_undo(
                edit_class: Strings.gradebook_edit_class, bring_back: Strings.gradebook_bring_back,
                former_students: Strings.gradebook_former_students))
    }

    private static var assignment: GuideTask {
        GuideTask(
            "assignment", Strings.gradebook_task_assignment,
            steps: Strings.gradebook_task_assignment_steps(
                add_assignment: Strings.gradebook_add_assignment, save: Strings.form_save,
                edit_assignment: Strings.gradebook_edit_assignment,
                remove_assignment: Strings.gradebook_remove_assignment),
            acts: [
                "POST classes/:class/assignments", "POST classes/:class/assignments/:assignment",
                "POST classes/:class/assignments/:assignment/removal",
                "POST classes/:class/assignments/:assignment/removal/end",
            ], recorded: [.assignmentAdded, .assignmentChanged, .assignmentRemoved],
            undo: Strings.gradebook_task_assignment_undo(
                edit_class: Strings.gradebook_edit_class, bring_back: Strings.gradebook_bring_back,
                removed_assignments: Strings.gradebook_removed_assignments))
    }

    private static var grades: GuideTask {
        GuideTask(
            "grades", Strings.gradebook_task_grades,
            steps: Strings.gradebook_task_grades_steps(override: Strings.gradebook_override),
            acts: [
                "POST classes/:class/cells", "POST classes/:class/students/:student/grades",
                "POST classes/:class/assignments/:assignment/grades", "POST classes/:class/students/:student/override",
            ], recorded: [.gradeChanged, .totalOverridden],
            undo: Strings.gradebook_task_grades_undo(gb_undo: Strings.gradebook_undo),
            mistake: Strings.gradebook_task_grades_mistake(
                take_mine: Strings.gradebook_take_mine, keep_theirs: Strings.gradebook_keep_theirs))
    }

    private static var attendance: GuideTask {
        GuideTask(
            "attendance", Strings.gradebook_task_attendance,
            steps: Strings.gradebook_task_attendance_steps(
                attendance: Strings.gradebook_attendance, all_present: Strings.gradebook_all_present,
                save: Strings.form_save, other_days: Strings.gradebook_other_days),
            acts: ["POST classes/:class/attendance", "POST classes/:class/students/:student/attendance"],
            recorded: [.attendanceChanged], undo: LocalText(Strings.gradebook_task_attendance_undo))
    }

    private static var files: GuideTask {
        GuideTask(
            "files", Strings.gradebook_task_files,
            steps: Strings.gradebook_task_files_steps(
                files: Strings.gradebook_files, file_out: Strings.gradebook_file_out,
                workbook: Strings.gradebook_workbook, file_in: Strings.gradebook_file_in, go_on: Strings.import_go_on,
                preview_save: Strings.gradebook_preview_save),
            acts: [
                "POST classes/:class/files", "POST classes/:class/files/preview", "POST classes/:class/files/changes",
            ], recorded: [.fileLooked, .fileTaken], undo: LocalText(Strings.gradebook_task_files_undo),
            mistake: LocalText(Strings.gradebook_task_files_mistake))
    }

    private static var report: GuideTask {
        GuideTask(
            "report", Strings.gradebook_task_report,
            steps: Strings.gradebook_task_report_steps(
                report_links: Strings.gradebook_report_links, turn_on: Strings.settings_turn_on,
                report: Strings.gradebook_report, gb_link_make: Strings.gradebook_link_make),
            acts: [
                "POST classes/:class/students/:student/links",
                "POST classes/:class/students/:student/links/:reportlink/end", "POST report-links/allowed",
            ], recorded: [.reportLinkGiven, .reportLinkEnded, .reportLinksAllowed],
            undo: Strings.gradebook_task_report_undo(link_end: Strings.gradebook_link_end))
    }

    private static var phones: GuideTask {
        GuideTask(
            "phones", Strings.gradebook_task_phones,
            steps: Strings.gradebook_task_phones_steps(
                phones: Strings.gradebook_phones, phones_save: Strings.gradebook_phones_save,
                teacher_card: Strings.gradebook_teacher_card),
            acts: ["POST classes/phones", "POST users/:user/teacher"], recorded: [.phoneBound, .teacherLinked],
            undo: Strings.gradebook_task_phones_undo(nobody: Strings.gradebook_phones_nobody))
    }

    private static var erase: GuideTask {
        GuideTask(
            "erase", Strings.gradebook_task_erase,
            steps: Strings.gradebook_task_erase_steps(
                students: Strings.gradebook_students, student_data: Strings.gradebook_student_data,
                student_data_take: Strings.gradebook_student_data_take, erase_student: Strings.gradebook_erase_student),
            acts: ["POST students/:student/erasure"], recorded: [.studentErased],
            undo: LocalText(Strings.gradebook_task_erase_undo))
    }
}
