import Console
import Postgres
import Secrets

/// Replaces all recovery codes with ten new ones.
enum RecoveryCodesAcrossTenants {
    static func replace(of admin: ID, keys: InstallationKeys, in tx: borrowing TenantTransaction) throws -> [String] {
        var random = SystemRandomNumberGenerator()
        let codes = RecoveryCodes.make(using: &random)
        let hashes = codes.compactMap { RecoveryCodes.hash($0, key: keys.recoveryCodes) }
        for statement in AdminQueriesAcrossTenants.replaceRecoveryCodes(hashes, of: admin) { try tx.execute(statement) }
        return codes
    }
}
