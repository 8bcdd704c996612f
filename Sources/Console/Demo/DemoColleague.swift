import HTML
import Postgres

/// Who works at the demo's company: an admin for each role, the same in all of its tenants.
package struct DemoColleague: Sendable {
    package var id: ID
    package let name: String
    package let email: String
    package let role: Role
    package let language: Language
    /// Where they work: an address that documentation may use.
    let address: String

    /// How long before the load they were last seen.
    package let lastSeenSeconds: Int64

    private init(
        _ name: String, _ email: String, _ role: Role, _ language: Language, _ address: String, lastSeenHours: Int64
    ) {
        id = ID(high: 0, low: 0)
        (self.name, self.email, self.role, self.language, self.address) = (name, email, role, language, address)
        lastSeenSeconds = lastSeenHours * 3600
    }

    /// Before they have accounts. The auditor was last seen months ago, which the access review shows.
    package static let all = [
        DemoColleague("Nora Bergman", "nora.bergman@company.example", .owner, .en, "198.51.100.12", lastSeenHours: 5),
        DemoColleague(
            "Javier Ortega", "javier.ortega@company.example", .manager, .es, "198.51.100.20", lastSeenHours: 2),
        DemoColleague(
            "Анна Ковалёва", "anna.kovaleva@company.example", .editor, .ru, "198.51.100.31", lastSeenHours: 20),
        DemoColleague("Sara Lind", "sara.lind@company.example", .support, .en, "198.51.100.44", lastSeenHours: 1),
        DemoColleague("مینا رحیمی", "mina.rahimi@company.example", .analyst, .fa, "203.0.113.17", lastSeenHours: 30),
        DemoColleague(
            "Thomas Okafor", "thomas.okafor@company.example", .auditor, .en, "203.0.113.80", lastSeenHours: 2300),
    ]

    /// Them at work in a tenant, at that moment.
    func actor(in tenant: Tenant, at moment: Timestamp) -> Actor {
        Actor(
            kind: .admin, id: id, name: name, email: email, language: language, theme: "auto", isOperator: false,
            permissions: role.permissions(in: tenant), tenant: tenant, address: address,
            requestID: "demo-\(ID.make(at: moment))", now: moment, session: nil, flash: nil)
    }
}
