import Console
import HTML
import Postgres
import Templates

/// Files that users upload for the fields of forms.
package struct UserFilesFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("files", Strings.userfile_title, about: Strings.guide_about_files)
    }
    package var place: Place { .people }
    package var auditActions: [AuditAction] { AuditAction.ofUserFile }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "user_files", Strings.userfile_title, columns: ["media_type", "bytes", "created_at", "removed_at"],
                files: PersonalFiles(content: "content", type: "media_type"), erased: .deleted)
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("file", Strings.schema_file, of: .user),
            AuditField("media_type", Strings.userfile_type, of: .user),
        ]
    }
    package var timers: [HouseTimer] {
        [
            HouseTimer("files that no answer names", every: 3600) { services, _ in
                try await services.database.perform(.background) { connection in
                    _ = try SweepUserFilesAcrossTenants(services: services).sweep(on: connection, now: .now)
                }
            }
        ]
    }

    package var routes: [Route] {
        [
            .get("answers/:submission/files/:userfile", needs: .seeAnswers, ShowSubmissionFile.self),
            .service(.post, "me/files", for: .user, AddUserFile.self).accepting(UserFile.largest),
            .service(.get, "me/files/:userfile", for: .user, ReadUserFile.self),
            .service(.delete, "me/files/:userfile", for: .user, DeleteUserFile.self),
            .service(.get, "users/:user/files/:userfile", scope: .scope(.readAnswers), ReadFileOfUser.self),
        ]
    }
}

extension AuditAction {
    package static let userFileAdded = AuditAction("user.file_added", Strings.userfile_audit_added)
    package static let userFileDeleted = AuditAction("user.file_deleted", Strings.userfile_audit_deleted)
    package static let userFileViewed = AuditAction("user.file_viewed", Strings.userfile_audit_viewed)

    /// All of them, as the feature declares them.
    static let ofUserFile: [AuditAction] = [.userFileAdded, .userFileDeleted, .userFileViewed]
}
