import HTML
import Templates
import Web

/// The users of an app: finding, seeing, changing and taking them out.
package struct UsersFeature: Feature {
    package init() {}

    package var menu: [MenuEntry] {
        [MenuEntry(.people, Strings.menu_users, icon: "users", path: "users", needs: .seeUsers)]
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(Strings.users_add, icon: "plus", .tenant("users/new", needs: .addUsers), isAboutPeople: true),
            Shortcut(
                Strings.export_title, icon: "download", .tenant("users/export", needs: .exportUsers),
                isAboutPeople: true),
            Shortcut(
                Strings.import_users_title, icon: "archive", .tenant("users/import", needs: .importUsers),
                isAboutPeople: true),
        ]
    }

    package var routes: [Route] {
        Route.importing(UserImport.self) + Route.files("users", needs: .exportUsers, ExportUsers.self).map(\.stepUp) + [
            .get("users", needs: .seeUsers, eager: ListUsers.self),
            .get("users/new", needs: .addUsers, ShowNewUser.self),
            .post("users", needs: .addUsers, AddUser.self),
            .get("users/export", needs: .exportUsers, ShowUserExport.self),
            Route.background(ExportUsers.self, needs: .exportUsers).stepUp,
            .get("users/views", needs: .seeUsers, ShowViews<UserList>.self),
            .post("users/views", needs: .seeUsers, SaveView<UserList>.self),
            .post("users/views/:view/deletion", needs: .seeUsers, DeleteView<UserList>.self),
            .get("users/:user", needs: .seeUsers, recorded: ShowUser.self),
            .get("users/:user/edit", needs: .editUsers, recorded: ShowUserEdit.self),
            .post("users/:user", needs: .editUsers, EditUser.self),
            .post("users/:user/suspension", needs: .suspendUsers, SuspendUser.self),
            .post("users/:user/suspension/end", needs: .suspendUsers, EndSuspension.self),
            .post("users/:user/deletion", needs: .deleteUsers, DeleteUser.self),
            .post("users/:user/deletion/end", needs: .deleteUsers, RestoreUser.self),
            .post("users/:user/notes", needs: .noteUsers, AddUserNote.self),
            .service(.get, "users", scope: .scope(.readUsers), ReadUsers.self),
            .service(.get, "users/:user", scope: .scope(.readUsers), recorded: ReadUser.self),
            .service(.put, "users", scope: .scope(.writeUsers), writes: SaveUsers.self),
            .service(.patch, "users/:user", scope: .scope(.writeUsers), writes: ChangeUser.self),
            .service(.delete, "users/:user", scope: .scope(.deleteUsers), writes: RemoveUser.self),
        ]
    }
}
