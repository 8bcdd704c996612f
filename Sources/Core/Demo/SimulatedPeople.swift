import Console
import Postgres
import Secrets

/// Users of a simulation with accounts, and the app that they sign in to.
package struct SimulatedPeople: Sendable {
    package struct Person: Sendable {
        package let id: ID
        package let name: String
        package let email: String
    }

    package let people: [Person]
    let app: ID
    let password: String
    static let redirect = "com.example.simulation:/back"

    /// One password for all: hashing it takes most of the time.
    package init(_ names: [String], language: String, in simulation: Simulation) throws {
        let (run, now) = (ID.make(), Timestamp.now)
        let password = Token.random().text
        let app = ID.make()
        var random = SystemRandomNumberGenerator()
        let hash = try PasswordHash(of: password, using: &random).phc
        let people = names.enumerated().map { index, name in
            Person(id: .make(), name: name, email: "sim-\(index)-\(run)@simulation.example")
        }
        try simulation.inTenant { tx in
            try SigningKeys.renew(in: tx, now: now, simulation.keys.data)
            try tx.execute(
                AppQueries.add(
                    app, name: "Simulation", redirects: [Self.redirect], secretHash: nil, by: "roost simulate",
                    now: now))
            var events = [AuditEvent(.appAdded, on: .app, app, name: "Simulation")]
            for person in people {
                try tx.execute(
                    AccountQueries.addUser(
                        person.id, email: person.email, name: person.name, language: language,
                        zone: simulation.tenant.zone, now: now))
                try tx.execute(AccountQueries.setPassword(hash, of: person.id, now: now))
                events.append(AuditEvent(.accountSignedUp, on: .user, person.id, subject: person.id))
            }
            try simulation.trail.append(events, by: .script("simulate", in: simulation.tenant), in: tx)
        }
        (self.people, self.app, self.password) = (people, app, password)
    }
}
