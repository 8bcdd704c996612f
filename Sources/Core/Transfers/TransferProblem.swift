import Console
import Glibc
import Postgres

/// The reason why a tenant's file can't be written or imported. In every case nothing was changed, and no file is left.
package enum TransferProblem: Error, Equatable, CustomStringConvertible {
    case unreadable(String, why: String)
    case unwritable(String, why: String)
    case fileIsThere(String)
    /// The first line is not of our format.
    case noTransfer(String)
    case otherKey(file: String, given: String)
    case cutShort
    case altered
    case otherSchema(file: String, here: String)
    case unknownKind(String)
    case slugForm(String)
    case slugTaken(String)
    case tenantIsHere(slug: String)
    case tenantWasHere
    case tenantIsDeleted
    /// Two admins of the file have the same account here.
    case sameAdmin(String)
    case trail(String)
    /// The schema does not describe the bytes of a column.
    case unexplained(String)
    case unopened(String, why: String)
    case image(ID, why: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let why): "can't read \(path): \(why)"
        case .unwritable(let path, let why): "can't write \(path): \(why)"
        case .fileIsThere(let path): "\(path) is there already; name another file, or move that one away"
        case .noTransfer(let path): "\(path) is no file that `roost tenant export` wrote"
        case .otherKey(let file, let given):
            "the file is sealed with key \(file), and the key file holds \(given): name the key file that was used for the export"
        case .cutShort: "the file ends too early: it was cut short or altered; copy it anew from where it was written"
        case .altered: "the file was altered after it was written; copy it anew from where it was written"
        case .otherSchema(let file, let here):
            "the file is of schema \(file), this installation of \(here): bring both to the same version of Roost, and export again"
        case .unknownKind(let kind): "the tenant is of the kind “\(kind)”, which this Roost does not know"
        case .slugForm(let slug): "“\(slug)” can't be a short name: up to 40 small letters, digits and dashes inside"
        case .slugTaken(let slug): "the short name “\(slug)” is taken here; choose another with --slug"
        case .tenantIsHere(let slug): "the tenant is here already, as “\(slug)”"
        case .tenantWasHere:
            "the tenant was here and was deleted; its trail stays, and can't be continued from elsewhere"
        case .tenantIsDeleted: "the tenant was deleted; only its trail is left"
        case .sameAdmin(let email):
            "two admins of the tenant are one here: \(email); change one's e-mail where the tenant comes from, and export again"
        case .trail(let finding): "the tenant's audit trail does not verify: \(finding)"
        case .unexplained(let column):
            "the schema does not say what the bytes in \(column) are, so they might arrive as what nobody can open"
        case .image(let id, let why): "the image \(id) can't be read: \(why)"
        case .unopened(let column, let why): "a value in \(column) does not open: \(why)"
        }
    }

    /// The system's error of the previous call.
    static func cantRead(_ path: String) -> TransferProblem { .unreadable(path, why: String(cString: strerror(errno))) }
    static func cantWrite(_ path: String) -> TransferProblem {
        .unwritable(path, why: String(cString: strerror(errno)))
    }

    /// The problem if the database refused a change because another transaction came between our checks and the change.
    static func of(_ error: DatabaseError, slug: String) -> TransferProblem? {
        guard case .server(let refused) = error else { return nil }
        return switch refused.constraint {
        case "tenants_slug": .slugTaken(slug)
        case "tenants_slug_form": .slugForm(slug)
        case "tenants_pkey": .tenantIsHere(slug: slug)
        default: nil
        }
    }
}
