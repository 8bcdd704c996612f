/// What an admin may do in a tenant. Every route names one; a route without one doesn't compile.
package enum Permission: String, CaseIterable, Sendable {
    case seeHome = "home.see"
    case seeUsers = "users.see"
    case addUsers = "users.add"
    case editUsers = "users.edit"
    case noteUsers = "users.note"
    case suspendUsers = "users.suspend"
    case deleteUsers = "users.delete"
    case exportUsers = "users.export"
    case shareViews = "views.share"
    case seeAudit = "audit.see"
    case seeKeys = "keys.see"
    case manageKeys = "keys.manage"
    case seeAdmins = "admins.see"
    case manageAdmins = "admins.manage"
    case manageTenant = "tenant.manage"
    case archiveTenant = "tenant.archive"
}
