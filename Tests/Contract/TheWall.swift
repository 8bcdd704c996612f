import Console
import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

/// The walls that need a console come one after another.
@Suite(.serialized) enum TheWall {}

extension TestInstallation {
    func console() -> TestConsole { TestConsole(self, declarations: ConsoleApplication.declarations, kinds: Kinds.all) }
}

/// A tenant whose every text holds a word that nobody else has.
struct MarkedTenant {
    let tenant: Tenant
    let word: String
    let user: TestUser
    let key: TestKey
    let image: ID
    let submission: ID
    let admins: [Role: TestAdmin]

    init(_ installation: TestInstallation, users: Int = 3) throws {
        let word = unique()
        self.word = word
        tenant = try installation.makeTenant("s" + word, name: "Name \(word)")
        user = try installation.addWholeUser("Whole \(word)", to: tenant)
        key = try installation.makeKey(in: tenant, "Key \(word)")
        image = try installation.addImage(word, to: tenant)
        try installation.offerPremium(in: tenant)
        submission = try installation.addAnswers(of: user.id, in: tenant)
        // The plan is one that nobody else has: the values that filters offer are the tenant's as well.
        let others = (1..<max(2, users)).map { number in
            var user = TestUser("User \(number) \(word)", email: "\(number)-\(word)@example.org")
            user.plan = "plan-\(word)"
            return user
        }
        try installation.add(others, to: tenant)
        var admins: [Role: TestAdmin] = [:]
        for role in Role.ofTenants {
            admins[role] = try installation.makeAdmin(
                role, in: tenant, email: "\(role)-\(word)@example.com", name: "Admin \(role) \(word)")
        }
        self.admins = admins
        if let owner = admins[.owner] { _ = try installation.addView("View \(word)", of: owner, to: tenant) }
    }

    /// What no answer to anybody else may hold: every text of the tenant holds the word; ids don't.
    func isIn(_ answer: Answer) -> Bool {
        let text = answer.headers.map { $0.value }.joined(separator: "\n") + answer.text
        return text.contains(word) || text.contains(tenant.id.description) || text.contains(user.id.description)
            || text.contains(image.description) || text.contains(submission.description)
            || text.contains(key.id.description) || text.contains(key.lookupID)
    }
}
