import HTML
import Templates
import Testing

/// Every page's sample, in every language.
@Suite struct TemplateTests {
    @Test(arguments: Language.allCases) func `every sample renders whole`(language: Language) {
        #expect(Samples.all.count >= 17)
        for (name, page) in Samples.all {
            let html = page.rendered(in: language).string
            #expect(html.hasPrefix("<!doctype html>") || html.hasPrefix("<!DOCTYPE html>"), "\(name)")
            #expect(html.hasSuffix("</html>") || html.hasSuffix("</html>\n"), "\(name)")
            #expect(html.contains("lang=\"\(language.code)\""), "\(name)")
            #expect(html.contains("dir=\"\(language.direction)\""), "\(name)")
            // A mark of the template language that came through would be a mistake of the
            // compiler. Names of people may hold it.
            #expect(!html.contains("{%"), "\(name)")
        }
    }

    @Test func `what people type is never markup`() {
        for (name, page) in Samples.all {
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
