import Console
import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

/// The wall tests that need a console run one after another.
@Suite(.serialized) enum TheWall {}

extension TestInstallation {
    func console() -> TestConsole { TestConsole(self, declarations: ConsoleApplication.declarations, kinds: Kinds.all) }
}

/// A tenant with a unique word in each of its texts.
struct MarkedTenant {
    let tenant: Tenant
    let word: String
    let user: TestUser
    let key: TestKey
    let image: ID
    let submission: ID
    let admins: [Role: TestAdmin]
    /// The objects that the features' examples made, by name.
    let objects: [String: String]

    init(_ installation: TestInstallation, users: Int = 3, kind: (any Kind)? = nil) throws {
        let word = unique()
        self.word = word
        tenant = try installation.makeTenant(
            "s" + word, kind: kind?.id ?? "alarm", holdsPeople: kind?.holdsPeople ?? true, name: "Name \(word)")
        key = try installation.makeKey(in: tenant, "Key \(word)")
        image = try installation.addImage(word, to: tenant)
        if tenant.holdsPeople {
            user = try installation.addWholeUser("Whole \(word)", to: tenant)
            try installation.offerPremium(in: tenant)
            submission = try installation.addAnswers(of: user.id, in: tenant)
            try Self.add(users, word, to: tenant, in: installation)
        } else {
            user = TestUser("Nobody")
            submission = .make()
        }
        var admins: [Role: TestAdmin] = [:]
        for role in Role.ofTenants {
            admins[role] = try installation.makeAdmin(
                role, in: tenant, email: "\(role)-\(word)@example.com", name: "Admin \(role) \(word)")
        }
        self.admins = admins
        // After the admins: an object may belong to one of them.
        objects = try installation.makeObjects(in: tenant, of: user.id, word: word, ofAllKinds: false)
        if let owner = admins[.owner] { _ = try installation.addView("View \(word)", of: owner, to: tenant) }
    }

    private static func add(
        _ count: Int, _ word: String, to tenant: Tenant, in installation: TestInstallation
    ) throws {
        // The plan is unique too, since the choices of filters are the tenant's data.
        let others = (1..<max(2, count)).map { number in
            var user = TestUser("User \(number) \(word)", email: "\(number)-\(word)@example.org")
            user.plan = "plan-\(word)"
            return user
        }
        try installation.add(others, to: tenant)
    }

    /// A pair of tenants for each kind with routes of its own, by the kind's id; other tenants don't see these routes.
    static func pairs(_ installation: TestInstallation) throws -> [String: (mine: MarkedTenant, theirs: MarkedTenant)] {
        var pairs: [String: (mine: MarkedTenant, theirs: MarkedTenant)] = [:]
        for kind in Kinds.all where kind.features.contains(where: { !$0.routes.isEmpty }) {
            pairs[kind.id] = (
                try MarkedTenant(installation, kind: kind), try MarkedTenant(installation, kind: kind)
            )
        }
        return pairs
    }

    /// What no response to any other caller may contain: every text of the tenant has the word, but its ids do not.
    func isIn(_ answer: Answer) -> Bool {
        let text = answer.headers.map { $0.value }.joined(separator: "\n") + answer.text
        return text.contains(word) || text.contains(tenant.id.description) || text.contains(user.id.description)
            || text.contains(image.description) || text.contains(submission.description)
            || text.contains(key.id.description) || text.contains(key.lookupID)
            || objects.values.contains { text.contains($0) }
    }
}
