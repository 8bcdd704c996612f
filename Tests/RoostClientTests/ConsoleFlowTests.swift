import Console
import Core
import Foundation
import Postgres
import Support
import Testing
import Web

@testable import RoostClient
@testable import roost

/// The library against the console itself, through a socket: from the hosted page to the last call.
@Suite(.serialized) struct ConsoleFlowTests {
    private static let made = Result { try TestInstallation() }
    private static let origin = "https://roost.example"
    private let installation: TestInstallation
    private let console: TestConsole
    private let server: TestServer
    private let network: Loopback
    private let tenant: Tenant
    private let app: TestApp
    private let user: TestUser
    private let scratch: Scratch
    private let store = MemoryTokenStore()

    init() async throws {
        installation = try Self.made.get()
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        server = try await TestServer(console)
        network = Loopback(origin: Self.origin, port: server.port)
        tenant = try installation.makeTenant(kind: "fitness")
        app = try installation.makeApp(in: tenant)
        user = try installation.addAccount("Ines Quill", to: tenant)
        scratch = try Scratch()
    }

    /// The app, as it starts.
    private func client() throws -> RoostClient { try client(store, in: scratch) }

    /// The app on another phone.
    private func client(_ store: MemoryTokenStore, in scratch: Scratch) throws -> RoostClient {
        var settings = try ClientSettings(
            issuer: Self.origin + app.base, clientID: app.id.description, redirect: app.redirect,
            folder: scratch.folder)
        // On a busy machine the console answers late, which is not what is looked at here.
        (settings.deadline, settings.signOutDeadline) = (.seconds(300), .seconds(300))
        return RoostClient(settings, tokens: store, transport: network)
    }

    /// What the person does in the browser: the hosted page, e-mail and password; where the page sends them then.
    private func answer(_ address: URL, by user: TestUser? = nil, password: String = TestAdmin.password) async throws
        -> URL?
    {
        var browser = console.browser()
        let page = String(address.absoluteString.dropFirst(Self.origin.count))
        #expect(await browser.get(page).status == 200)
        let answer = await browser.post(page, [("email", (user ?? self.user).email), ("password", password)])
        return answer.location.flatMap { URL(string: $0) }
    }

    @discardableResult
    private func signIn(_ client: RoostClient, as user: TestUser? = nil) async throws -> UUID {
        let attempt = try client.beginSignIn()
        return try await client.finishSignIn(
            attempt, callback: try #require(await answer(attempt.address, by: user)))
    }

    private func count(_ path: String) -> Int { network.sent.count { $0.hasSuffix(path) } }

    @Test func `S6: from the hosted page to calls, refreshes and the sign-out`() async throws {
        let client = try client()
        #expect(try await client.user == nil)
        #expect(try await answer(try client.beginSignIn().address, password: "wrong") == nil)
        let id = try await signIn(client)
        #expect(id.uuidString.lowercased() == user.id.description)

        let profile = try await client.response(to: GetMyProfile())
        #expect(profile.answer.id == id && profile.answer.email == user.email && profile.answer.name == "Ines Quill")
        #expect(!profile.isFromCache && profile.answer.deletionRequestedAt == nil)
        #expect(abs(profile.answer.createdAt.timeIntervalSinceNow) < 600)
        #expect(try await client.response(to: GetMyProfile()).isFromCache)
        try await client.send(ChangeMyProfile(.init(name: "Zoë O’Brien \"Quill\"", timeZone: "Asia/Tehran")))
        let changed = try await client.response(to: GetMyProfile())
        #expect(changed.answer.name == "Zoë O’Brien \"Quill\"" && changed.answer.timeZone == "Asia/Tehran")
        #expect(!changed.isFromCache && changed.answer.email == user.email)

        let device = UUID()
        try await client.send(SaveMyDevice(device: device, .init(platform: .ios, model: "iPhone17,1")))
        let devices = try await client.send(GetMyDevices()).devices
        #expect(devices.map(\.id) == [device] && devices[0].isThis && !devices[0].hasPushToken)
        let sessions = try await client.send(GetMySessions()).sessions
        #expect(sessions.count == 1 && sessions[0].device == device && sessions[0].isThis)

        // The app starts again: the same sign-in.
        let later = try self.client()
        #expect(try await later.user == id)
        #expect(try await later.response(to: GetMyProfile()).isFromCache)
        #expect(count("/token") == 1)

        #expect(try await later.signOut())
        #expect(
            try installation.number(
                "select count(*) as n from account_sessions where account_sessions.user_id = \(user.id) and account_sessions.ended_at is null"
            ) == 0)
        #expect(await word { try await later.send(GetMyProfile()) } == "signed out")
    }

    @Test func `S6: bodies with and without nulls, choices, parameters and no body at all`() async throws {
        let client = try client()
        try await signIn(client)
        #expect(try await client.send(GetMyRole()).role == nil)
        try await client.send(ChooseMyRole(.init(role: .recipient)))
        #expect(try await client.send(GetMyRole()).role == .recipient)
        try await client.send(SaveMyMeasures(.init(units: .metric, height: 1715, age: 34)))
        let measures = try await client.send(GetMyMeasures())
        #expect(measures.height == 1715 && measures.weight == nil && measures.age == 34)
        #expect(try await client.send(GetMyMeasures(units: "imperial")).height == 675)
        #expect(try await client.send(ListMyGoals()).goals.isEmpty)
        #expect(try await client.send(GetFeed(limit: 5)).posts.isEmpty)
        // A POST without a body, twice with one key.
        try await client.send(RequestMyDeletion(), key: "once")
        let again = try await client.response(to: RequestMyDeletion(), key: "once")
        #expect(again.isReplayed)
        #expect(try await client.send(GetMyProfile()).deletionRequestedAt != nil)
        // A DELETE.
        try await client.send(EndMySessions())
        #expect(await word { try await client.send(GetMyProfile()) } == "signed out")
        #expect(store.load() == nil)
    }

    @Test func `FI2, FI12: a goal comes from its draft to its acceptance, and a tick that was made offline arrives`()
        async throws
    {
        let entry = try installation.makeEntry(
            "goals", ["published"], in: tenant,
            content:
                #"{"name.en":"Run","fields.1.key":"km","fields.1.kind":"number","fields.1.required":"yes","fields.1.label.en":"How far?"}"#
        )
        try installation.set("update catalogue_entries set key = 'run' where id = \(entry)")
        let sponsor = try installation.addAccount("Olga Payer", to: tenant)
        try installation.set("update users set role = 'sponsor' where id = \(sponsor.id)")
        let second = try Scratch()
        defer { withExtendedLifetime(second) {} }
        let (recipient, backer) = (try client(), try client(MemoryTokenStore(), in: second))
        try await signIn(recipient)
        try await signIn(backer, as: sponsor)
        try await recipient.send(ChooseMyRole(.init(role: .recipient)))
        let type = try #require(try await recipient.send(ListGoalTypes(language: "en")).goalTypes.first)
        #expect(type.key == "run" && type.icon == nil && type.fields.map(\.key) == ["km"])
        #expect(try await recipient.send(ListPopups()).popups.isEmpty)
        let draft = try await recipient.send(
            AddGoal(
                .init(
                    type: type.key, version: type.version, answers: ["km": .int(10)],
                    sponsors: [try #require(UUID(uuidString: sponsor.id.description))], reward: .init(text: "Shoes"))))
        #expect(try await recipient.send(ProposeGoal(goal: draft.id)).state == .proposed)
        let asked = try #require(try await backer.send(ListBackedGoals()).goals.first)
        #expect(asked.id == draft.id && asked.recipientName == "Ines Quill" && asked.reward.text == "Shoes")
        #expect(
            try await backer.send(AcceptGoal(goal: asked.id, .init(version: asked.version))).state == .inProgress)
        let now = Timestamp.now
        _ = try installation.inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into fitness_sessions (tenant_id, id, goal_id, user_id, day, place, title)
                select tenant_id, gen_random_uuid(), id, user_id, \(String(now.iso.prefix(10)))::text::date, 0, 'Run'
                from fitness_goals where tenant_id = \(tenant.id)
                """)
        }
        // The week is taken along, and a session ticked where there is no network.
        let week = try await recipient.send(GetMyWeek())
        let session = try #require(week.sessions.first)
        #expect(week.goal?.id == draft.id && session.title == "Run" && session.tickedAt == nil)
        network.isOffline = true
        #expect(try await recipient.cached(GetMyWeek()) != nil)
        let queue = try await recipient.queue()
        let done = now.adding(seconds: -60).iso
        try await queue.add(TickSession(goal: draft.id, workout: session.id, at: done))
        #expect(await word { try await queue.drain() } == "network")
        network.isOffline = false
        try await queue.drain()
        #expect(await queue.waiting.isEmpty)
        let ticked = try #require(try await recipient.send(GetMyWeek()).sessions.first?.tickedAt)
        #expect(Timestamp(microseconds: Int64(ticked.timeIntervalSince1970 * 1_000_000)).iso == done)
        let post = try #require(try await backer.send(GetFeed(limit: 1)).posts.first)
        #expect(post.act == "tick" && post.text == "Run" && post.doneAt == ticked && post.at >= ticked && !post.liked)
        try await backer.send(LikePost(goal: draft.id, post: post.id))
        let liked = try #require(try await backer.send(GetFeed(limit: 1)).posts.first)
        #expect(liked.liked && liked.likes == 1)
        #expect(try await recipient.send(GetFeed(limit: 1)).posts.first?.liked == false)
    }

    @Test func `S6: what is refused says where and why, and what is not there is not there`() async throws {
        let client = try client()
        try await signIn(client)
        do {
            try await client.send(ChangeMyProfile(.init(timeZone: "Mars/One")))
            Issue.record("it was taken")
        } catch CallFault.refused(let problem) {
            #expect(problem.type == "invalid-body" && problem.status == 422 && !problem.requestID.isEmpty)
            #expect(problem.errors.map(\.pointer) == ["/time_zone"])
        }
        #expect(await word { try await client.send(GetGoal(goal: UUID())) } == "refused not-found")
        #expect(await word { try await client.send(RemoveMyDevice(device: UUID())) } == "refused not-found")
        try installation.set("update tenants set service_api_on = false where tenants.id = \(tenant.id)")
        #expect(await word { try await client.send(GetMyProfile()) } == "refused service-api-off")
        try installation.set("update tenants set service_api_on = true where tenants.id = \(tenant.id)")
        try installation.set("update users set status = 'suspended' where users.id = \(user.id)")
        #expect(await word { try await client.send(GetMyProfile()) } == "signed out")
        #expect(count("/token") == 2)
    }

    @Test func `S6: a hundred calls with a token that is over make one refresh, and the session goes on`() async throws
    {
        let client = try client()
        try await signIn(client)
        let tokens = try #require(store.load())
        store.save(tokens.over)
        let later = try self.client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await later.send(GetMyRole()) } }
            try await group.waitForAll()
        }
        #expect(count("/token") == 2)
        #expect(store.load()?.refresh != tokens.refresh)
        // The old refresh token comes again: two had it, and the session is over for both.
        store.save(tokens.over)
        #expect(await word { try await self.client().send(GetMyRole()) } == "signed out")
        #expect(await word { try await later.send(GetMyRole()) } == "signed out")
    }

    @Test func `S6: what was written offline arrives once after a restart, though answers are lost`() async throws {
        let changes: SQL =
            "select count(*) as n from audit_events where audit_events.tenant_id = \(tenant.id) and audit_events.action = 'user.changed'"
        do {
            let client = try client()
            try await signIn(client)
            network.isOffline = true
            let queue = try await client.queue()
            try await queue.add(ChangeMyProfile(.init(name: "First")))
            try await queue.add(ChangeMyProfile(.init(timeZone: "Mars/One")))
            try await queue.add(ChangeMyProfile(.init(name: "Second")))
            #expect(await word { try await queue.drain() } == "network")
            #expect(try await client.cached(GetMyProfile()) == nil)
        }
        network.isOffline = false
        network.loseAnswers(1)
        do {
            let queue = try await client().queue()
            #expect(await queue.waiting.map(\.name) == ["changeMyProfile", "changeMyProfile", "changeMyProfile"])
            #expect(await word { try await queue.drain() } == "network")
            #expect(await queue.waiting.count == 3)
        }
        let client = try client()
        let queue = try await client.queue()
        var events = await queue.events().makeAsyncIterator()
        try await queue.drain()
        for isDone in [true, false, true] {
            switch await events.next() {
            case .done: #expect(isDone)
            case .failed(let failed):
                #expect(!isDone)
                guard case .refused(let problem) = failed.reason else { throw CallFault.deadline }
                #expect(problem.status == 422)
            case nil: Issue.record("no event")
            }
        }
        #expect(await queue.waiting.isEmpty)
        #expect(try await client.send(GetMyProfile()).name == "Second")
        #expect(count("/me/profile") == 5, "the first twice, the others once, and the reading")
        #expect(try installation.number(changes) == 2)
    }
}

extension Tokens {
    /// As they are after ten minutes.
    fileprivate var over: Tokens {
        Tokens(
            access: access, refresh: refresh, accessEnds: .distantPast, user: user, issuer: issuer, clientID: clientID)
    }
}
