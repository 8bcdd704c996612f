import Console
import Core
import HTML
import Templates
import Testing

@testable import roost

/// The guide is made from the declarations, so these tests find its gaps.
@Suite struct GuideTests {
    private let declarations = ConsoleApplication.declarations

    @Test func `14: every route of the console has its page of the guide`() {
        let without = declarations.routes.filter { $0.topic == nil }.map { "\($0.method) \($0.pattern)" }
        #expect(without == [])
        #expect(declarations.features.filter { $0.guide == nil && !$0.routes.isEmpty }.isEmpty)
    }

    @Test func `14: topics have an address of their own, a title and a paragraph in every language`() {
        let topics = declarations.guide.map(\.topic)
        #expect(topics.count >= 25 && Set(topics.map(\.id)).count == topics.count)
        for topic in topics {
            #expect(topic.id.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }, "\(topic.id)")
            for language in Language.allCases {
                #expect(!LocalText(topic.title).resolve(in: language).isEmpty, "\(topic.id)")
                let words = LocalText(topic.about).resolve(in: language).split(separator: " ")
                #expect(words.count >= 8, "\(topic.id) in \(language.code)")
            }
        }
    }
}
