import HTML

/// Which role may do what.
package struct RoleMatrixPage: Sendable {
    package var frame: Frame
    package var addLink: Link?
    package var columns: [RoleColumn]
    package var groups: [PermissionGroup]

    package init(frame: Frame, addLink: Link?, columns: [RoleColumn], groups: [PermissionGroup]) {
        self.frame = frame
        self.addLink = addLink
        self.columns = columns
        self.groups = groups
    }

    package var mayAdd: Bool { addLink != nil }

    package static var sample: RoleMatrixPage {
        func column(_ name: String, edit: Link? = nil) -> RoleColumn {
            RoleColumn(
                name: name, isOwn: edit != nil, edit: edit, copy: "/t/rooster-me/roles/new?from=x",
                holders: Strings.roles_have_it(count: 3))
        }
        return RoleMatrixPage(
            frame: .sample("Roles", at: "key"), addLink: "/t/rooster-me/roles/new",
            columns: [
                column("Owner"), column("Support"), column("Night \"<shift>\"", edit: "/t/rooster-me/roles/1"),
                column(String(repeating: "W", count: 60), edit: "/t/rooster-me/roles/2"),
            ],
            groups: [
                PermissionGroup(
                    label: LocalText(Strings.permissions_people), width: 5,
                    rows: [
                        PermissionRow(
                            label: LocalText(Strings.permission_users_see), cells: [true, true, true, false]),
                        PermissionRow(
                            label: LocalText(Strings.permission_users_delete), cells: [true, false, false, false]),
                    ]),
                PermissionGroup(
                    label: LocalText(Strings.permissions_tenant), width: 5,
                    rows: [
                        PermissionRow(
                            label: LocalText(Strings.permission_tenant_archive), cells: [true, false, false, false])
                    ]),
            ])
    }
}

package struct RoleColumn: Sendable {
    package var name: String
    /// Of the tenant's own making.
    package var isOwn: Bool
    package var edit: Link?
    package var copy: Link?
    /// How many admins have it.
    package var holders: LocalText

    package init(name: String, isOwn: Bool, edit: Link?, copy: Link?, holders: LocalText) {
        self.name = name
        self.isOwn = isOwn
        self.edit = edit
        self.copy = copy
        self.holders = holders
    }

    package var copyLabel: LocalText { Strings.roles_copy_one(name: name) }
}

package struct PermissionGroup: Sendable {
    package var label: LocalText
    /// Columns of the table.
    package var width: Int
    package var rows: [PermissionRow]

    package init(label: LocalText, width: Int, rows: [PermissionRow]) {
        self.label = label
        self.width = width
        self.rows = rows
    }
}

/// A permission, and by role whether it is given.
package struct PermissionRow: Sendable {
    package var label: LocalText
    package var cells: [Bool]

    package init(label: LocalText, cells: [Bool]) {
        self.label = label
        self.cells = cells
    }
}
