import Console
import Core
import HTML
import Templates

/// The audit actions of grade books.
extension AuditAction {
    package static let classAdded = AuditAction("class.added", Strings.gradebook_audit_class_added)
    package static let classChanged = AuditAction("class.changed", Strings.gradebook_audit_class_changed)
    package static let classArchived = AuditAction("class.archived", Strings.gradebook_audit_class_archived)
    package static let classRestored = AuditAction("class.restored", Strings.gradebook_audit_class_restored)
    package static let studentViewed = AuditAction("student.viewed", Strings.gradebook_audit_student_viewed)
    package static let studentAdded = AuditAction("student.added", Strings.gradebook_audit_student_added)
    package static let studentChanged = AuditAction("student.changed", Strings.gradebook_audit_student_changed)
    package static let studentRemoved = AuditAction("student.removed", Strings.gradebook_audit_student_removed)
    package static let studentErased = AuditAction(
        "student.erased", Strings.gradebook_audit_student_erased, intent: Strings.gradebook_intent_student_erased,
        guardedBy: .userErasure)
    package static let studentEnrolled = AuditAction("student.enrolled", Strings.gradebook_audit_student_enrolled)
    package static let studentLeft = AuditAction("student.left", Strings.gradebook_audit_student_left)
    package static let assignmentAdded = AuditAction("assignment.added", Strings.gradebook_audit_assignment_added)
    package static let assignmentChanged = AuditAction("assignment.changed", Strings.gradebook_audit_assignment_changed)
    package static let assignmentRemoved = AuditAction("assignment.removed", Strings.gradebook_audit_assignment_removed)
    package static let assignmentRestored = AuditAction(
        "assignment.restored", Strings.gradebook_audit_assignment_restored)
    package static let gradeChanged = AuditAction("grade.changed", Strings.gradebook_audit_grade_changed)
    package static let totalOverridden = AuditAction("total.overridden", Strings.gradebook_audit_total_overridden)
    package static let attendanceChanged = AuditAction("attendance.changed", Strings.gradebook_audit_attendance_changed)

    package static let phoneBound = AuditAction("phone.bound", Strings.gradebook_audit_phone_bound)
    package static let teacherLinked = AuditAction("teacher.linked", Strings.gradebook_audit_teacher_linked)
    package static let classReadByKey = AuditAction("class.read", Strings.gradebook_audit_book_read)
    package static let fileLooked = AuditAction("class.file_previewed", Strings.gradebook_audit_file_looked)
    package static let fileTaken = AuditAction("class.file_taken", Strings.gradebook_audit_file_taken)
    package static let reportLinkGiven = AuditAction("report_link.given", Strings.gradebook_audit_link_given)
    package static let reportLinkEnded = AuditAction("report_link.ended", Strings.gradebook_audit_link_ended)
    package static let reportLinksAllowed = AuditAction("report_links.allowed", Strings.gradebook_audit_links_allowed)
    package static let reportLinksForbidden = AuditAction(
        "report_links.forbidden", Strings.gradebook_audit_links_forbidden)

    /// What is done to a student in the register of the school, which tells of no class.
    static let ofRegister: [AuditAction] = [.studentAdded, .studentChanged, .studentRemoved, .studentErased]

    /// All of these actions, as the feature declares them.
    package static let ofGradebook: [AuditAction] = [
        .classAdded, .classChanged, .classArchived, .classRestored, .studentViewed, .studentAdded, .studentChanged,
        .studentRemoved,
        .studentErased, .studentEnrolled, .studentLeft, .assignmentAdded, .assignmentChanged, .assignmentRemoved,
        .assignmentRestored, .gradeChanged,
        .totalOverridden, .attendanceChanged, .phoneBound, .teacherLinked, .classReadByKey, .fileLooked, .fileTaken,
        .reportLinkGiven, .reportLinkEnded, .reportLinksAllowed, .reportLinksForbidden,
    ]
}

extension ObjectKind {
    package static let schoolClass = ObjectKind("class", Strings.gradebook_class, readers: .seeAllClasses)
    /// What is done to students in the register is read by who sees them.
    package static let student = ObjectKind(
        "student", Strings.gradebook_student, readers: .seeAllClasses, but: AuditAction.ofRegister,
        of: "select gradebook_students.id from gradebook_students")
    package static let assignment = ObjectKind("assignment", Strings.gradebook_assignment, readers: .seeAllClasses)
    /// One cell of a grade table.
    package static let grade = ObjectKind("grade", Strings.gradebook_grade, readers: .seeAllClasses)
    /// A student's total in a class that was set by hand.
    package static let total = ObjectKind("total", Strings.gradebook_total, readers: .seeAllClasses)
    package static let attendance = ObjectKind("attendance", Strings.gradebook_attendance, readers: .seeAllClasses)
}
