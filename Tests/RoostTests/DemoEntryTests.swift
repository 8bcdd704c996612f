import Testing

@testable import Console
@testable import Core
@testable import roost

@Suite struct DemoEntryTests {
    @Test(arguments: Kinds.all.map(\.id))
    func `what the demo apps show is what an admin could have written and published`(kind: String) throws {
        let kind = try #require(Kinds.all.first { $0.id == kind })
        let (demo, entries) = (kind.demo, kind.demoEntries)
        #expect(!demo.entries.isEmpty && !demo.inReview.isEmpty)
        for entry in entries + demo.inReview {
            let catalogue = try #require(ConsoleApplication.declarations.catalogue(entry.catalogue), "\(entry.key)")
            #expect(catalogue.errors(entry.content, demo.languages).isEmpty, "\(entry.key)")
            #expect(catalogue.missing(entry.content, demo.languages).isEmpty, "\(entry.key)")
            #expect(entry.values.keys.allSatisfy { catalogue.hasField($0, demo.languages) }, "\(entry.key)")
            for field in catalogue.fields {
                guard case .keys(let other) = field.form else { continue }
                let known = demo.entries.filter { $0.catalogue == other }.map(\.key)
                #expect(entry.content[list: field.name].allSatisfy { known.contains($0) }, "\(entry.key)")
            }
        }
        #expect(Set(entries.map { "\($0.catalogue) \($0.key)" }).count == entries.count)
    }

    @Test func `G1: a consent that deploy/api.md names has its text in each demo app that holds people`() {
        for kind in Kinds.all where kind.holdsPeople {
            let texts = Set(kind.demoEntries.filter { $0.catalogue == "texts" }.map(\.key))
            #expect(texts.isSuperset(of: kind.demo.consents + ["terms", "newsletter"]), "\(kind.id)")
        }
    }
}
