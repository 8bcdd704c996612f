/// Collects the samples of pages, which the tests print in every language: `package static var sample…: X` in the
/// file that declares the page's struct. A page without a sample can't be tested, so it is a compile error.
struct SamplesCode {
    private var samples: [(page: String, name: String)] = []

    /// `source` is the Swift file beside the template.
    mutating func add(_ page: String, _ source: Source) throws(Diagnostic) {
        let names = Self.names(of: page, in: source.text(0..<source.bytes.count))
        guard !names.isEmpty else {
            throw source.error("the page needs a `package static var sample: \(page)`", at: 0)
        }
        samples += names.map { (page, $0) }
    }

    static func names(of page: String, in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split { " :={(".contains($0) }.map(String.init)
            guard words.count >= 5, words[0] == "package", words[1] == "static", words[2] == "var" || words[2] == "let",
                words[3].hasPrefix("sample"), words[4] == page || words[4] == "Self"
            else { return nil }
            return words[3]
        }
    }

    var file: String {
        var code = """
            // Generated from the samples of pages.
            import HTML

            /// Every page with made-up content, and with the content that breaks pages: tests print them all in all languages.
            package enum Samples {
                package static var all: [(name: String, page: any Page)] {
                    [

            """
        for sample in samples {
            let value = "\(sample.page).\(sample.name)"
            code += "            (\(CodeWriter.quoted(value)), \(value)),\n"
        }
        return code + "        ]\n    }\n}\n"
    }
}
