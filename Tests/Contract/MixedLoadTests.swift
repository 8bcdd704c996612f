import Console
import Core
import Postgres
import Support
import Testing
import Web

extension TheWall {
    /// Many tenants at once on few connections, with some requests cancelled half-way: no tenant sees a word of
    /// another's.
    @Suite struct MixedLoadTests {
        private struct Seen: Sendable {
            var answered = 0
            var cancelled = 0
            var ownWord = 0
            var foreign: [String] = []
            var odd: [String] = []
        }

        @Test func `mixed requests of several tenants, one in twenty cancelled in flight: no foreign row`() async throws
        {
            let installation = try TestInstallation()
            let console = installation.console()
            let tenants = try (0..<4).map { _ in try MarkedTenant(installation, users: 60) }
            let browsers = try tenants.map { tenant in
                try [Role.owner, .auditor, .support].map { role in
                    try console.browser(of: #require(tenant.admins[role]))
                }
            }
            let total = isFullRun ? 1_000_000 : 3000
            let width = 16
            let all = await withTaskGroup(of: Seen.self) { group in
                for lane in 0..<width {
                    group.addTask {
                        var random = SeededRandom(UInt64(lane) + 100)
                        var seen = Seen()
                        for _ in 0..<total / width {
                            let at = Int.random(in: 0..<tenants.count, using: &random)
                            let other = tenants[(at + 1) % tenants.count]
                            let browser = browsers[at][Int.random(in: 0..<3, using: &random)]
                            let (path, form) = Self.request(tenants[at], other, &random)
                            let isCancelled = Int.random(in: 0..<20, using: &random) == 0
                            let pause = Int.random(in: 0..<8000, using: &random)
                            let work = Task {
                                var tab = browser
                                return if let form { await tab.post(path, form) } else { await tab.get(path) }
                            }
                            if isCancelled {
                                try? await Task.sleep(for: .microseconds(pause))
                                work.cancel()
                            }
                            let answer = await work.value
                            let foreign = tenants.indices.filter { $0 != at && tenants[$0].isIn(answer) }
                            seen.answered += 1
                            if isCancelled { seen.cancelled += 1 }
                            if answer.has(tenants[at].word) { seen.ownWord += 1 }
                            if !foreign.isEmpty { seen.foreign.append(path) }
                            // A cancelled request is answered with 503, which no client reads.
                            let good: Set = [200, 303, 403, 404, 409, 422]
                            if !good.contains(answer.status), !(isCancelled && answer.status == 503) {
                                seen.odd.append("\(answer.status) \(path)")
                            }
                        }
                        return seen
                    }
                }
                return await group.reduce(into: Seen()) { all, seen in
                    all.answered += seen.answered
                    all.cancelled += seen.cancelled
                    all.ownWord += seen.ownWord
                    all.foreign += seen.foreign
                    all.odd += seen.odd
                }
            }
            #expect(all.answered == total / width * width)
            #expect(all.cancelled > total / 40)
            #expect(all.ownWord > total / 3, "hardly any page showed anything: the test proves nothing")
            #expect(all.foreign.isEmpty, "\(all.foreign.count): \(all.foreign.prefix(5))")
            #expect(all.odd.isEmpty, "\(all.odd.count): \(all.odd.prefix(5))")
            // Nor did one tenant write into another's rows.
            for tenant in tenants {
                let strange = try installation.number(
                    "select count(*) as n from user_notes where user_notes.tenant_id = \(tenant.tenant.id) and user_notes.body not like \("%\(tenant.word)%")"
                )
                #expect(strange == 0)
            }
        }

        private static func request(_ mine: MarkedTenant, _ other: MarkedTenant, _ random: inout SeededRandom) -> (
            String, [(String, String)]?
        ) {
            let base = "/t/\(mine.tenant.slug)"
            return switch Int.random(in: 0..<14, using: &random) {
            case 0: (base, nil)
            case 1, 2: (base + "/users", nil)
            case 3: (base + "/users?q=\(other.word.dropLast())", nil)
            case 4: (base + "/users?q=user&sort=name", nil)
            case 5: (base + "/users?count=exact&sort=-seen", nil)
            case 6: (base + "/users/\(mine.user.id)", nil)
            case 7: (base + "/users/\(other.user.id)", nil)
            case 8: (base + "/audit", nil)
            case 9: (base + "/users.jsonl?reason=why", nil)
            case 10: ("/t/\(other.tenant.slug)/users", nil)
            case 11: ("/tenants", nil)
            case 12: (base + "/users?after=\(other.user.id)", nil)
            default: (base + "/users/\(mine.user.id)/notes", [("body", "note of \(mine.word)")])
            }
        }
    }
}
