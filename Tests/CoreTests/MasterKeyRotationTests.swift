import Crypto
import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct MasterKeyRotationTests {
        private let installation = Result { try TestInstallation() }

        /// Every personal name in the tenant's trail, opened with these keys; nil where the key was destroyed.
        private func names(_ ring: Keyring, _ tenant: Tenant, _ installation: TestInstallation) throws -> [String?] {
            let trail = AuditTrail(keyring: ring, keys: installation.keys)
            return try installation.database.connection().inTenant(tenant.id) { tx in
                let rows = try tx.rows(AuditChainQueries.chain(from: 1, limit: 5000)).filter {
                    try $0.bytesOrNil("sealed") != nil
                }
                let keys = try trail.subjectKeys(rows.map { try $0.id("subject_id") }, in: tx)
                return try rows.map { row in
                    try trail.open(
                        row.bytes("sealed"), of: row.id("id"), with: keys[row.id("subject_id")], tenant: tenant.id)?
                        .first?.new
                }
            }
        }

        private func append(_ people: [ID], _ ring: Keyring, _ tenant: Tenant, _ installation: TestInstallation) throws
        {
            let trail = AuditTrail(keyring: ring, keys: installation.keys)
            try installation.database.connection().inTenant(tenant.id) { tx in
                for person in people {
                    let change = AuditEvent.Change("name", new: "Name of \(person)", isPersonal: true)
                    try trail.append(
                        AuditEvent(.userChanged, on: .user, person, subject: person, changes: [change]),
                        by: .script("test", in: tenant), in: tx)
                }
            }
        }

        @Test func `every key of every tenant comes under the new master key, once, and destroyed ones stay destroyed`()
            throws
        {
            let installation = try installation.get()
            let tenants = try [installation.makeTenant(), installation.makeTenant()]
            let (old, new) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
            let before = Keyring(current: old)
            let during = Keyring(current: new, earlier: [old])
            let owner = try installation.database.connection(.owner)
            // What bootstrapping wrote is under the installation's own keyring, which is none of these.
            try installation.set("delete from subject_keys")
            _ = try owner.send("delete from installation_keys").rows()
            // More than two batches in one tenant.
            let people = (0..<1100).map { _ in ID.make() }
            try append(people, before, tenants[0], installation)
            try append([people[0]], before, tenants[1], installation)
            try installation.set("delete from subject_keys where subject_keys.subject_id = \(people[7])")

            let rotation = MasterKeyRotationAcrossTenants(keyring: during)
            #expect(try rotation.countEarlier(owner) == 1100)
            #expect(try rotation.rewrapAll(owner) == 1100)
            #expect(try rotation.countEarlier(owner) == 0)
            #expect(try rotation.rewrapAll(owner) == 0)
            // A server that has not read the new file yet seals one more: the next round finds it.
            try append([ID.make()], before, tenants[1], installation)
            #expect(try rotation.rewrapAll(owner) == 1)

            let after = Keyring(current: new)
            let opened = try names(after, tenants[0], installation)
            #expect(opened.count == 1100)
            #expect(opened[7] == nil)
            for (index, person) in people.enumerated() where index != 7 {
                #expect(opened[index] == "Name of \(person)")
            }
            #expect(try names(after, tenants[1], installation).compactMap { $0 }.count == 2)
            #expect(throws: SealError.self) { try names(before, tenants[0], installation) }
        }

        @Test func `the application itself may not change a key`() throws {
            let installation = try installation.get()
            let tenant = try installation.makeTenant()
            let error = #expect(throws: DatabaseError.self) {
                try installation.database.connection().inTenant(tenant.id) {
                    _ = try $0.execute("update subject_keys set wrapped = 'x'")
                }
            }
            #expect(error?.sqlState == "42501")
        }
    }
}
