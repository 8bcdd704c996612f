import Testing

@testable import Console
@testable import Core
@testable import roost

@Suite struct DemoEntryTests {
    @Test(arguments: Kinds.all.map(\.id))
    func `what the demo apps show is what an admin could have written and published`(kind: String) throws {
        let demo = try #require(Kinds.all.first { $0.id == kind }).demo
        #expect(!demo.entries.isEmpty && !demo.inReview.isEmpty)
        for entry in demo.entries + demo.inReview {
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
        #expect(Set(demo.entries.map { "\($0.catalogue) \($0.key)" }).count == demo.entries.count)
    }
}
