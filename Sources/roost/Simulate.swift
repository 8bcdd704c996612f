import ArgumentParser
import Console
import Core
import Postgres

struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play the people of a kind against a running console, through its service API.",
        discussion: """
            Accounts are made in the database, and so is what only admins do in the console; all else is called over HTTP as the
            users' apps call it. What an app dates itself lies in the past, all other things happen now. The people stay.
            """)

    @Argument(help: "The kind: fitness.") var kind: String
    @Option(help: "The console's address.") var url = "http://127.0.0.1:8080"
    @Option(help: "The tenant's slug (default: the kind's demo tenant).") var tenant: String?
    @Option(help: "How many act in the kind's main role, 1 to 200.") var people = 12
    @Option(help: "Over how many days, 7 to 180.") var days = 90
    @Option(help: "The same number plays the same.") var seed: UInt64 = 1

    func run() async throws {
        guard let found = Kinds.all.first(where: { $0.id == kind }), let simulator = found.simulator else {
            let known = Kinds.all.filter { $0.simulator != nil }.map(\.id).joined(separator: ", ")
            throw Failure("there is no simulator of “\(kind)”; there is one of: \(known)")
        }
        guard (1...200).contains(people) else { throw Failure("--people takes a number from 1 to 200") }
        guard (7...180).contains(days) else { throw Failure("--days takes a number from 7 to 180") }
        guard OutboundHTTP.isAllowed(url + "/") else {
            throw Failure("--url takes an address by https or on this machine")
        }
        let installation = try Installation.open()
        defer { installation.close() }
        let slug = tenant ?? found.demo.slug
        let place = try installation.connection().inTenant(Tenant.installation.id, .readOnly) { tx in
            try installation.bootstrap("simulate").tenant(slug, in: tx)
        }
        guard let place, place.kind == found.id else {
            throw Failure("there is no tenant “\(slug)” of kind \(found.id); make one with `roost demo`, or name yours")
        }
        do {
            try await simulator.run(
                Simulation(
                    address: url.hasSuffix("/") ? String(url.dropLast()) : url, tenant: place, people: people,
                    days: days, seed: seed, keys: installation.keys,
                    trail: AuditTrail(keyring: installation.keyring, keys: installation.keys),
                    connect: { try installation.connection() },
                    say: { Terminal.say($0) }))
        } catch {
            throw Failure("\(error)")
        }
    }
}
