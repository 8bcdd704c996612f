import ArgumentParser
import Console
import Core
import Crypto
import Glibc
import Postgres
import Secrets

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "The master keys, which wrap every other key, and the data keys of tenants.",
        discussion: """
            On one machine: `roost keys rotate`, and after a backup of the key file `roost keys retire`. Servers go on meanwhile.
            On several: `roost keys prepare` on one, copy the key file to the others, then `roost keys rotate --to ID`, copy
            the file again, and `roost keys retire` last.
            Data keys are replaced by running servers at 90 days or 2^31 uses; `roost keys renew` does it at once.
            """,
        subcommands: [List.self, Prepare.self, Rotate.self, Retire.self, Renew.self])

    /// The seconds after which a running server has reloaded its key file; it checks the file every half of this time.
    static let secondsUntilReloaded = 4

    /// The key file with its contents, and the rotation on this database.
    private struct Opened {
        let installation: Installation
        let connection: Connection
        var keys: [SymmetricKey]

        init() throws {
            installation = try Installation.open()
            // As the owner, since the application may not change a key. Row-level security applies all the same.
            connection = try installation.owner()
            keys = try KeyFile.read(installation.keyFile)
        }

        var rotation: MasterKeyRotationAcrossTenants { MasterKeyRotationAcrossTenants(keyring: installation.keyring) }

        mutating func write(_ keys: [SymmetricKey]) throws {
            try KeyFile.replace(installation.keyFile, with: keys)
            try installation.keyring.reloadIfChanged()
            self.keys = keys
        }
    }

    private static func name(_ key: SymmetricKey) -> String {
        Hex.encode(withUnsafeBytes(of: Keyring.id(of: key).bigEndian, Array.init))
    }

    /// Waits until every server on this machine has reloaded the file.
    private static func waitForServers() { sleep(UInt32(secondsUntilReloaded)) }

    /// Errors of lower layers are reported in their own words.
    private static func inOneLine(_ body: () throws -> Void) throws {
        do { try body() } catch let failure as Failure { throw failure } catch { throw Failure("\(error)") }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Which keys the file holds, how much is under an earlier one; tenants' keys, their ages and uses."
        )

        func run() throws {
            try inOneLine {
                let opened = try Opened()
                defer { opened.installation.close() }
                for (index, key) in opened.keys.enumerated() {
                    Terminal.say("\(name(key)) \(index == 0 ? "wraps" : "only unwraps")")
                }
                Terminal.say(
                    "\(try opened.rotation.countEarlier(opened.connection)) data keys are under an earlier key")
                for tenant in try TenantKeys.all(opened.installation.connection()) { Terminal.say(tenant.line) }
            }
        }
    }

    struct Renew: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the data key of a tenant, or of all, while servers run.",
            discussion: """
                Servers take the new key up within a minute and seal anew what lies under the earlier one, which goes \
                an hour later at the earliest.
                """)

        @Option(help: "The tenant's short name; without it all, and the installation's own.") var tenant: String?

        func run() throws {
            try inOneLine {
                let installation = try Installation.open()
                defer { installation.close() }
                let connection = try installation.connection()
                let tenants: [(id: ID, slug: String)] = try connection.inTenant(Tenant.installation.id, .readOnly) {
                    tx in
                    try tx.rows(TenantQueriesAcrossTenants.all).map { (try $0.id("id"), try $0.text("slug")) }
                }
                let all = [(id: Tenant.installation.id, slug: "")] + tenants
                let wanted = all.filter { tenant == nil || $0.slug == tenant }
                if let tenant, wanted.isEmpty { throw Failure("there is no tenant \(tenant)") }
                for one in wanted {
                    let version = try installation.keys.data.renew(one.id)
                    Terminal.say("\(TenantKeys.name(one.slug)): key \(version) seals from now on")
                }
            }
        }
    }

    struct Prepare: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a new key to the file, which only unwraps until `rotate --to`.")

        func run() throws {
            try inOneLine {
                var opened = try Opened()
                defer { opened.installation.close() }
                let made = SymmetricKey(size: .bits256)
                try opened.write(opened.keys + [made])
                Terminal.say(
                    "\(name(made)) was added to \(opened.installation.keyFile); copy the file to every machine with a server, then run `roost keys rotate --to \(name(made))`"
                )
            }
        }
    }

    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the master key while servers run; stopped half-way, run it again.",
            discussion:
                "Wraps every data key under a new master key. The earlier one stays in the file until `roost keys retire`."
        )

        @Option(help: "A key that `roost keys prepare` added; without it a new one is made.") var to: String?

        func run() throws {
            try inOneLine {
                var opened = try Opened()
                defer { opened.installation.close() }
                if to == nil, try opened.rotation.countEarlier(opened.connection) > 0 {
                    Terminal.complain("an earlier rotation was not finished: going on with it")
                } else {
                    try promote(&opened)
                }
                var count = 0
                // A server that had not reloaded the file yet may have wrapped one more key. So this repeats until a
                // round finds none that began after all servers had reloaded the file.
                repeat {
                    KeysCommand.waitForServers()
                    let more = try opened.rotation.rewrapAll(opened.connection)
                    count += more
                    Terminal.complain("\(count) data keys wrapped anew")
                    if more == 0 { break }
                } while true
                try record(opened)
                Terminal.say(
                    "every data key is under \(name(opened.keys[0])); back the key file up, then run `roost keys retire`"
                )
            }
        }

        /// Every server knows the new key before it wraps the first value.
        private func promote(_ opened: inout Opened) throws {
            var keys = opened.keys
            let next: SymmetricKey
            if let to {
                guard let known = keys.first(where: { name($0) == to.lowercased() }) else {
                    throw Failure("the key file has no key \(to); `roost keys list` says which it has")
                }
                next = known
            } else {
                next = SymmetricKey(size: .bits256)
                try opened.write(keys + [next])
                Terminal.complain("\(name(next)) was added; servers take it up")
                KeysCommand.waitForServers()
            }
            keys.removeAll { name($0) == name(next) }
            try opened.write([next] + keys)
        }

        private func record(_ opened: Opened) throws {
            let trail = AuditTrail(keyring: opened.installation.keyring, keys: opened.installation.keys)
            try opened.installation.connection().inTenant(Tenant.installation.id) { tx in
                let event = AuditEvent(
                    .masterKeyRotated, on: .installation,
                    changes: [.init("key", old: opened.keys.dropFirst().first.map(name), new: name(opened.keys[0]))])
                try trail.append(event, by: .script("keys rotate"), in: tx)
            }
        }
    }

    struct Retire: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take every key but the first out of the file, when nothing needs them.")

        func run() throws {
            try inOneLine {
                var opened = try Opened()
                defer { opened.installation.close() }
                guard opened.keys.count > 1 else { return Terminal.say("the file holds one key; nothing was changed") }
                let left = try opened.rotation.countEarlier(opened.connection)
                guard left == 0 else {
                    throw Failure(
                        "\(left) data keys are still under an earlier master key: run `roost keys rotate` first; nothing was changed"
                    )
                }
                let gone = opened.keys.dropFirst().map(name)
                try opened.write([opened.keys[0]])
                Terminal.say("\(gone.joined(separator: ", ")) taken out of \(opened.installation.keyFile)")
            }
        }
    }
}
