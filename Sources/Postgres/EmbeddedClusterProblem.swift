extension EmbeddedCluster {
    package enum Problem: Error, CustomStringConvertible {
        case notInstalled
        case noUnprivilegedUser
        /// `byCommand`: the lock belongs to a command that ends by itself, not to a server.
        case inUse(directory: String, byCommand: Bool)
        case foreign(directory: String)
        case otherVersion(directory: String, found: String, wanted: String)
        case noSpace(directory: String)
        case socketDirectory(String)
        case io(String)
        case failed(step: String, log: String)

        package var description: String {
            switch self {
            case .notInstalled:
                "PostgreSQL 15 is not installed; run `deploy/packages`, or set DATABASE_URL to use a PostgreSQL of yours"
            case .noUnprivilegedUser:
                "PostgreSQL can't run as root and there is no user `postgres`; install the package postgresql-15, or start Roost as another user"
            case .inUse(let directory, _):
                "another Roost is running on \(directory); stop it first, or give this one its own ROOST_DATA"
            case .foreign(let directory):
                "\(directory) holds something that is not a data directory of Roost; nothing was touched; choose another ROOST_DATA"
            case .otherVersion(let directory, let found, let wanted):
                "\(directory) was made by PostgreSQL \(found), and this is \(wanted); nothing was touched; move the data with pg_dump and restore, or install PostgreSQL \(found)"
            case .noSpace(let directory):
                "no space left on the disk that holds \(directory); free some and start again; nothing was lost"
            case .socketDirectory(let path):
                "\(path) must be a directory of the user who runs PostgreSQL, with mode 0700, and is not; somebody else may have made it: look into it, remove it, and start again"
            case .io(let why): why
            case .failed(let step, let log): "PostgreSQL: \(step) failed; its log says:\n\(log)"
            }
        }
    }
}
