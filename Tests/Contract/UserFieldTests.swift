import HTML
import JSON
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core
@testable import roost

/// Compares the table of the users' fields with the database's columns, and the statements with the table.
@Suite struct UserFieldTests {
    private let installation: TestInstallation
    private let tenant: Tenant

    init() throws {
        installation = try TestInstallation()
        tenant = try installation.makeTenant()
    }

    /// The stored columns of users that are not fields, and their purpose.
    private static let otherColumns: Set<String> = [
        "tenant_id", "version",  // Rows and their changes.
        "facts",  // Declared by the tenant's kind.
        "search_text", "found_as",  // Made by PostgreSQL from name and e-mail.
        "erased_at",  // Of an erased user.
        "language_chosen", "zone_chosen",  // Whether devices may still change these fields.
        "privacy_level",  // The user's own choice, by its own endpoint.
        "status_reason", "suspended_from", "deleted_from", "deleted_from_reason",  // Written with the status.
    ]

    @Test func `14: every role of every kind is shown in the reader's language, an app's own as it has written it`() {
        for kind in Kinds.all {
            for role in kind.userRoles {
                let words = Set([Language.en, .ru, .fa].map { UserWords.role(role, $0) })
                #expect(words.count == 3 && !words.contains(role), "\(kind.id): \(role)")
            }
        }
        #expect(UserWords.role("sub-editor", .fa) == "sub-editor")
    }

    /// Makes a profile with another valid text in each field.
    private func makeProfile(_ round: Int) throws -> UserProfile {
        var profile = UserProfile()
        for (name, field, edited) in UserFields.edited {
            profile[keyPath: edited.path] =
                switch field.value {
                case .email: "person-\(round)-\(unique())@example.org"
                case .phone: "+44770090012\(round)"
                case .country: ["IR", "ES", "DE", "FR"][round % 4]
                case .language: ["fa", "es", "ru", "en"][round % 4]
                case .zone: ["Asia/Tehran", "Europe/Madrid", "Europe/Berlin", "Europe/Paris"][round % 4]
                // Of one user each.
                default: name == "external_id" ? "\(name) \(unique())" : "\(name) \(round)"
                }
        }
        #expect(profile.errors(since: nil).isEmpty)
        return profile
    }

    /// Returns the user's row by column.
    private func stored(_ id: ID) throws -> [String: String] {
        try installation.database.with(.superuser) {
            let rows = try $0.send(
                """
                select stored.key, coalesce(stored.value, '') as value
                from users, jsonb_each_text(to_jsonb(users)) as stored where users.id = \(id)
                """
            ).rows()
            return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.text("key"), try $0.text("value")) })
        }
    }

    private func expectStored(_ profile: UserProfile, of id: ID, _ statement: Comment) throws {
        let row = try stored(id)
        for (_, field, edited) in UserFields.edited {
            #expect(row["\(field.column)"] == profile[keyPath: edited.path], statement)
        }
    }

    @Test func `12.1: every column of users is a field of the table, and every field a column`() throws {
        let columns = try installation.database.with(.superuser) {
            try $0.send(
                """
                select array(select attname::text from pg_attribute
                    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped) as names
                """
            ).rows().first?.texts("names") ?? []
        }
        #expect(Set(columns).subtracting(Self.otherColumns) == Set(UserFields.all.map { "\($0.column)" }))
        #expect(Set(UserFields.all.map(\.name)).count == UserFields.all.count)
    }

    @Test func `12.1: a field takes as long a text as its column, and none that is longer`() throws {
        for (name, field, edited) in UserFields.edited where [.role, .email].contains(field.value) || isFreeText(field)
        {
            let most = try #require(field.value.length?.upperBound)
            var profile = try makeProfile(0)
            let local = String(repeating: "a", count: most - "@b.example".count)
            let longest = field.value == .email ? local + "@b.example" : String(repeating: "ж", count: most)
            profile[keyPath: edited.path] = longest
            #expect(throws: Never.self, "\(name)") {
                try installation.inTenant(tenant) { tx in
                    try tx.execute(UserQueries.add(.make(), tenant: tx.tenant, profile, now: .now))
                }
            }
            #expect(field.value.fault(longest + "a") != nil, "\(name)")
        }
    }

    private func isFreeText(_ field: UserField) -> Bool { if case .text = field.value { true } else { false } }

    @Test func `12.1: every statement that writes users writes each field to its own column`() throws {
        let (one, many) = (ID.make(), [ID.make(), ID.make()])
        let now = Timestamp.now
        let first = try makeProfile(0)
        try installation.inTenant(tenant) { tx in
            try tx.execute(UserQueries.add(one, tenant: tx.tenant, first, now: now))
        }
        try expectStored(first, of: one, "add")
        let second = try makeProfile(1)
        try installation.inTenant(tenant) { try $0.execute(UserQueries.save(one, second)) }
        try expectStored(second, of: one, "save")
        let added = [(id: many[0], profile: try makeProfile(2)), (id: many[1], profile: try makeProfile(3))]
        try installation.inTenant(tenant) { tx in
            try tx.execute(UserQueries.add(added, tenant: tx.tenant, now: now))
        }
        for (id, profile) in added { try expectStored(profile, of: id, "add many") }
        let saved = [(id: many[0], profile: try makeProfile(4)), (id: many[1], profile: try makeProfile(5))]
        try installation.inTenant(tenant) { try $0.execute(UserQueries.save(saved)) }
        for (id, profile) in saved { try expectStored(profile, of: id, "save many") }
    }

    @Test func `12.1: every statement that reads users gives each field its own column`() async throws {
        let id = ID.make()
        let profile = try makeProfile(0)
        let console = installation.console()
        let owner = try installation.makeAdmin(.owner, in: tenant)
        try installation.inTenant(tenant) { tx in
            try tx.execute(UserQueries.add(id, tenant: tx.tenant, profile, now: .now))
            try tx.execute(
                "update users set plan = 'gold', platform = 'ios', seen_at = now(), renews_at = now() where id = \(id)")
        }
        let row = try stored(id)
        let zone = tenant.zone
        try installation.inTenant(tenant) { tx in
            for statement in [UserQueries.lock(id), UserQueries.lock([id]), UserQueries.find([id])] {
                let read = try tx.first(statement).map { try UserProfile($0) }
                #expect(read == profile)
            }
            guard let one = try tx.first(UserQueries.one(id, zone: zone)),
                let served = try tx.first(UserQueries.answer(id))
            else {
                Issue.record("nobody was read")
                return
            }
            for field in UserFields.all where field.value.length != nil {
                let text = row["\(field.column)"] ?? ""
                if let fact = try field.fact?(one, .en) { #expect(fact.value == field.value.words(text, .en)) }
                if let member = try field.service?.member(served) { #expect(member.text == text, "\(field.name)") }
            }
            // Times and other values that are not texts are read too: a missing or wrong column throws an error.
            for field in UserFields.facts {
                let fact = try field.fact?(one, .en)
                #expect(fact?.value.isEmpty == false, "\(field.name)")
            }
            for service in UserFields.served { _ = try service.member(served) }
        }
        var browser = try console.browser(of: owner)
        let names = UserFields.listed.map(\.name).joined(separator: ".")
        let page = await browser.get("/t/\(tenant.slug)/users?columns=\(names)")
        for field in UserFields.listed where field.value.length != nil && field.value != .status {
            #expect(page.has("<bdi>\(field.value.words(row["\(field.column)"] ?? "", .en))</bdi>"), "\(field.name)")
        }
        let line = await browser.get("/t/\(tenant.slug)/users.jsonl?reason=why").body
        let file = try JSONReader.read(line)
        for field in UserFields.file where field.value != .time {
            #expect(file[field.name]?.text == row["\(field.column)"], "\(field.name)")
        }
        #expect(UserFields.file.allSatisfy { file[$0.name]?.text?.isEmpty == false })
    }
}
