import HTML
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// Parts of pages that are printed once: the same for whom they are the same, and never what was before.
    @Suite(.serialized) struct MarkupCacheTests {
        private func heads(_ label: StringKey) -> ColumnHeads {
            ColumnHeads(columns: [ColumnHead(label: LocalText(label))])
        }

        private func text(_ part: Printed<ColumnHeads>, _ language: Language) -> String {
            part.rendered(in: language).string
        }

        @Test func `a part is made once for a key, and printed in the key's language`() {
            struct Key: Hashable, Weighed {
                let name: String
                let language: Language
                var weight: Int { name.utf8.count }
            }
            let kept = MarkupCache<Key>()
            var made = 0
            func name(_ language: Language) -> String {
                text(
                    kept.part(Key(name: "name", language: language), in: language) {
                        made += 1
                        return heads(Strings.user_name)
                    }, language)
            }
            #expect(name(.en) == text(.now(heads(Strings.user_name)), .en))
            #expect(name(.en) == name(.en) && made == 1)
            #expect(name(.fa) == text(.now(heads(Strings.user_name)), .fa) && name(.fa) != name(.en) && made == 2)
        }

        @Test func `what is kept stays within its bytes`() {
            let most = 16_384
            let kept = MarkupCache<Int>(most: most)
            var made = 0
            func page(_ key: Int) {
                _ = kept.part(key, in: .en) {
                    made += 1
                    return heads(Strings.user_name)
                }
                #expect(kept.bytes <= most)
            }
            for key in 1...3 { page(key) }
            for key in 1...3 { page(key) }
            #expect(made == 3)
            for key in 4...2_000 { page(key) }
            #expect(made == 2_000)
            page(2_000)
            #expect(made == 2_000, "what was made last is kept")
            page(1)
            #expect(made == 2_001, "what nobody asked for has gone")
        }

        @Test func `the rail and the list's tools are each admin's and each tenant's own, and as new as the page`()
            async throws
        {
            let installation = try TestInstallation()
            let (tenant, other) = (try installation.makeTenant(), try installation.makeTenant())
            for app in [tenant, other] { _ = try installation.addUser("Somebody", to: app) }
            let console = installation.console()
            var owner = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            var auditor = try console.browser(of: installation.makeAdmin(.auditor, in: tenant))
            var stranger = try console.browser(of: installation.makeAdmin(.owner, in: other))
            let (here, there) = ("/t/\(tenant.slug)", "/t/\(other.slug)")
            for _ in 1...2 {
                let page = await owner.get("\(here)/users")
                #expect(page.has("href=\"\(here)/settings\"") && page.has("users/bulk/deletion"))
                let looked = await auditor.get("\(here)/users")
                #expect(looked.status == 200 && !looked.has("href=\"\(here)/settings\"") && !looked.has("users/bulk"))
                let apart = await stranger.get("\(there)/users")
                #expect(apart.has("href=\"\(there)/users\"") && !apart.has(here))
            }
            try installation.set("update tenants set name = 'Renamed <since>' where id = \(tenant.id)")
            #expect(await owner.get("\(here)/users").has("Renamed &lt;since&gt;"))
            #expect(await owner.get("\(here)/users?status=suspended").has("users?status=suspended&amp;plan="))
            let segment = await owner.post(
                "\(here)/segments", [("key", "late"), ("name", "Latecomers"), ("about", ""), ("status", "suspended")])
            #expect(segment.status == 303)
            #expect(await owner.get("\(here)/users").has("<bdi>Latecomers</bdi>"))
            #expect(await auditor.get("\(here)/users").has("<bdi>Latecomers</bdi>"))
            #expect(await !stranger.get("\(there)/users").has("Latecomers"))
        }
    }
}
