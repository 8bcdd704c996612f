import Console
import HTML
import Templates
import Testing

@testable import roost

/// Every page's sample, in every language.
@Suite struct TemplateTests {
    /// The samples of `Templates`, and the two pages that consist of cards, with the samples of each card.
    private static var all: [(name: String, page: any Page)] {
        let declarations = ConsoleApplication.declarations
        return Samples.all
            + declarations.homeCards.flatMap { card in
                card.value.samples.map { ("home with \(card.value)", HomePage.sample($0)) }
            }
            + declarations.userCards.flatMap { card in
                card.value.samples.map { page in
                    ("user with \(card.value)", UserPage.sample(main: [page], aside: [page]))
                }
            }
    }

    @Test func `every card has a sample with something to show and one with nothing or with all there can be`() {
        let declarations = ConsoleApplication.declarations
        for card in declarations.homeCards { #expect(card.value.samples.count >= 2, "\(card.value)") }
        for card in declarations.userCards { #expect(card.value.samples.count >= 2, "\(card.value)") }
    }

    @Test(arguments: Language.allCases) func `every sample renders whole`(language: Language) {
        #expect(Self.all.count >= 100)
        for (name, page) in Self.all {
            let html = page.rendered(in: language).string
            #expect(html.hasPrefix("<!doctype html>") || html.hasPrefix("<!DOCTYPE html>"), "\(name)")
            #expect(html.hasSuffix("</html>") || html.hasSuffix("</html>\n"), "\(name)")
            #expect(html.contains("lang=\"\(language.code)\""), "\(name)")
            #expect(html.contains("dir=\"\(language.direction)\""), "\(name)")
            // A tag of the template language in the output would be an error of the compiler. Names of people may
            // contain it.
            #expect(!html.contains("{%"), "\(name)")
        }
    }

    @Test func `what people type is never markup`() {
        for (name, page) in Self.all {
            let html = page.rendered(in: .en).string
            #expect(!html.contains("<script>alert"), "\(name)")
            #expect(!html.contains("<img src=x"), "\(name)")
        }
    }

    @Test func `every text is there in every language`() {
        let missing = Strings.all.flatMap { key in key.missing.map { "\(key) in \($0.code)" } }
        #expect(missing == [])
        #expect(Strings.all.count > 250)
    }
}
