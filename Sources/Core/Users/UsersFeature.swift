import Console
import HTML
import Postgres
import Templates
import Web

/// The users of an app: searching, showing, changing and deleting them.
package struct UsersFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("users", Strings.menu_users, about: Strings.guide_about_users)
    }
    package var place: Place { .people }
    package var userRoles: [String: StringKey] {
        ["user": Strings.user_role_user, "moderator": Strings.user_role_moderator]
    }
    package var permissions: [Permission] { Permission.ofUser }
    package var scopes: [Scope] { Scope.ofUser }
    package var auditActions: [AuditAction] { AuditAction.ofUser + AuditAction.ofReading }
    package var objectKinds: [ObjectKind] { [.user, .users] }
    package var guardedActs: [GuardedAct] { [.userDeletion] }
    package var objectNames: [ObjectNames] {
        [ObjectNames(of: .user, needs: .seeUsers, path: "users", names: UserQueries.names)]
    }
    package var caches: [any SharedCache.Type] {
        [UserFacets.self, UserListMarkup.self, UserSizes.self, KnownZones.self, UserFigures.self]
    }
    package var timers: [HouseTimer] {
        [
            HouseTimer("counts of users", every: 300) { services, _ in
                try await services.database.perform(.background) { connection in
                    try connection.inTenant(Tenant.installation.id) { tx in
                        _ = try tx.rows("select merge_user_counts()")
                        _ = try tx.rows("select merge_user_status_counts()")
                    }
                }
            }
        ]
    }
    package var homeCards: [any HomeCard.Type] { [UserNumbersCard.self] }
    package var userCards: [any UserCard.Type] {
        [
            UserActivityCard.self, UserDevicesCard.self, UserConsentsCard.self, UserNotesCard.self, UserTrailCard.self,
            UserViewersCard.self,
        ]
    }
    package var appEvents: [AppEvents] {
        [
            AppEvents(Strings.user_activity_device, needs: .seeUsers) { UserQueries.lastSeen($0) },
            AppEvents(Strings.user_activity_agreed, needs: .seeUsers, words: UserWords.purpose(_:for:)) {
                UserQueries.lastConsents($0, granted: true)
            },
            AppEvents(Strings.user_activity_withdrew, needs: .seeUsers, words: UserWords.purpose(_:for:)) {
                UserQueries.lastConsents($0, granted: false)
            },
        ]
    }
    package var userReferences: [UserReference] {
        [
            UserReference(Strings.users_by_former_email) {
                $0.utf8.contains(UInt8(ascii: "@")) ? UserQueries.formerly($0) : nil
            },
            UserReference(Strings.users_by_phone) { PhoneNumber.Searched($0).map { UserQueries.called($0) } },
            UserReference(Strings.users_by_external_id, isFree: true) { UserQueries.external($0) },
            UserReference(Strings.users_by_device) { ID($0).map { UserQueries.ofDevice($0) } },
        ]
    }
    package var personalData: [PersonalTable] { PersonalTable.ofUsers }
    package var demo: (any DemoRows.Type)? { UserDemo.self }
    package var imports: [any ImportDeclaration.Type] { [UserImport.self] }
    package var auditFields: [AuditField] {
        UserFields.recorded.map { field in
            AuditField(field.name, field.label, value: field.recorded == .inWords ? field.value.words : nil)
        } + [AuditField("note", Strings.user_note), AuditField("pages", Strings.audit_field_pages)]
    }

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.menu_users, icon: "users", path: "users", needs: .seeUsers)]
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(Strings.users_add, icon: "plus", .tenant("users/new", needs: .addUsers)),
            Shortcut(
                Strings.export_title, icon: "download", .tenant("users/export", needs: .exportUsers)),
            Shortcut(
                Strings.import_users_title, icon: "archive", .tenant("users/import", needs: .importUsers)),
        ]
    }

    package var routes: [Route] {
        Route.importing(UserImport.self)
            + Route.files(ExportUsers.self, needs: .exportUsers, inBackground: true) + [
                .get("users", needs: .seeUsers, ListUsers.self),
                .get("users/new", needs: .addUsers, ShowNewUser.self),
                .post("users", needs: .addUsers, AddUser.self),
                .get("users/views", needs: .seeUsers, ShowViews<UserList>.self),
                .post("users/views", needs: .seeUsers, SaveView<UserList>.self),
                .post("users/views/:view/deletion", needs: .seeUsers, DeleteView<UserList>.self),
                .get("users/:user", needs: .seeUsers, ShowUser.self),
                .get("users/:user/edit", needs: .editUsers, ShowUserEdit.self),
                .post("users/:user", needs: .editUsers, EditUser.self),
                .post("users/:user/suspension", needs: .suspendUsers, SuspendUser.self),
                .post("users/:user/suspension/end", needs: .suspendUsers, EndSuspension.self),
                .post("users/:user/deletion", needs: .deleteUsers, DeleteUser.self),
                .post("users/:user/deletion/end", needs: .deleteUsers, RestoreUser.self),
                .post("users/:user/notes", needs: .noteUsers, AddUserNote.self),
                .service(.get, "users", scope: .scope(.readUsers), ReadUsers.self),
                .service(.get, "users/:user", scope: .scope(.readUsers), ReadUser.self),
                .service(.put, "users", scope: .scope(.writeUsers), SaveUsers.self),
                .service(.patch, "users/:user", scope: .scope(.writeUsers), ChangeUser.self),
                .service(.delete, "users/:user", scope: .scope(.deleteUsers), RemoveUser.self),
            ]
    }
}
