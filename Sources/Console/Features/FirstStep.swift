import HTML

/// One of the first things that a new admin of a tenant does, on the home page (`Feature.firstSteps`).
package struct FirstStep: Sendable {
    package let label: StringKey
    /// In the tenant.
    package let path: String
    package let needs: Permission
    /// It is done as soon as the admin has done one of these.
    package let actions: [AuditAction]

    package init(_ label: StringKey, path: String, needs: Permission, actions: [AuditAction]) {
        self.label = label
        self.path = path
        self.needs = needs
        self.actions = actions
    }
}
