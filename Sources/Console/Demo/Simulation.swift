import Postgres

/// People of one kind who use a running console through its service API, as their apps do (`roost simulate`).
package protocol KindSimulator: Sendable {
    static func run(_ simulation: Simulation) async throws
}

/// What is played, where, and with how many.
package struct Simulation: Sendable {
    /// The console's address, without a slash at the end.
    package let address: String
    package let tenant: Tenant
    /// How many act in the kind's main role; the others are in proportion.
    package let people: Int
    /// Over how many days, of which today is the last but for what is planned.
    package let days: Int
    package let seed: UInt64
    package let keys: InstallationKeys
    package let trail: AuditTrail
    package let say: @Sendable (String) -> Void
    private let connect: @Sendable () throws -> Connection

    /// `connect` gives connections as the application.
    package init(
        address: String, tenant: Tenant, people: Int, days: Int, seed: UInt64, keys: InstallationKeys,
        trail: AuditTrail, connect: @escaping @Sendable () throws -> Connection,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.address = address
        self.tenant = tenant
        self.people = people
        self.days = days
        self.seed = seed
        self.keys = keys
        self.trail = trail
        self.connect = connect
        self.say = say
    }

    /// For what no app can do for its user: accounts before they are there, and what admins do in the console.
    package func inTenant<T>(_ body: (borrowing TenantTransaction) throws -> T) throws -> T {
        try connect().inTenant(tenant.id) { try body($0) }
    }
}

/// SplitMix64: the same seed draws the same.
package struct SimulatedChance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    package mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    package mutating func one<T>(of all: [T]) -> T? { all.randomElement(using: &self) }
}
