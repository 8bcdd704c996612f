import Testing

@testable import HTML

struct EscapingTests {
    private func printed(_ language: Language = .en, _ print: (inout HTMLBuffer) -> Void) -> String {
        var html = HTMLBuffer(language: language, capacity: 1)
        print(&html)
        return html.string
    }

    @Test func `what begins markup or ends an attribute becomes a reference`() {
        #expect(printed { $0.text("a<b>&\"c\"'d'") } == "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;")
        #expect(printed { $0.attribute("a<b>&\"c\"'d'") } == "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;")
        #expect(printed { $0.text("é کاربر 🙂\t\n") } == "é کاربر 🙂\t\n")
    }

    @Test func `control characters are replaced`() {
        #expect(printed { $0.text("a\u{0}b\u{1B}c\u{7F}") } == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
    }

    @Test func `a buffer grows as far as it must`() {
        let long = String(repeating: "ab<", count: 10_000)
        #expect(printed { $0.text(long) } == String(repeating: "ab&lt;", count: 10_000))
        #expect(printed { $0.raw("") } == "")
    }

    @Test func `numbers are local in text and for machines in attributes`() {
        #expect(printed(.fa) { $0.text(412_300) } == "۴۱۲٬۳۰۰")
        #expect(printed(.fa) { $0.attribute(412_300) } == "412300")
        #expect(printed(.fa) { $0.urlComponent(412_300) } == "412300")
    }

    @Test func `raw HTML is made of literals and of what a buffer printed`() {
        #expect(printed { $0.text(RawHTML(trusted: "<b>x</b>")) } == "<b>x</b>")
        let built = RawHTML(language: .en) { html in
            html.raw("<i>")
            html.text("<")
            html.raw("</i>")
        }
        #expect(printed { $0.text(built) } == "<i>&lt;</i>")
    }

    @Test func `a part of an address stays one part`() {
        #expect(printed { $0.urlComponent("a/b?c=d&e#f g\"é") } == "a%2Fb%3Fc%3Dd%26e%23f%20g%22%C3%A9")
    }

    /// Random values in every context, read back by a tokenizer that shares nothing with the printer.
    @Test(arguments: 0..<4)
    func `no value breaks out of its place`(_ seed: UInt64) {
        let alphabet =
            Array("<>\"'&=/ \n\t;#x-!a`{}%\\\u{0}\u{1}é🙂")
            + ["</p>", "-->", "javascript:", "&#34;", "&lt"]
            .joined()
        var random = SplitMix(state: seed)
        for _ in 0..<1_000 {
            let value = String(
                (0..<Int.random(in: 0...20, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? "x"
                })
            let page = printed { html in
                html.raw("<p title=\"")
                html.attribute(value)
                html.raw("\" class='")
                html.attribute(value)
                html.raw("' id=\"/x/")
                html.urlComponent(value)
                html.raw("\">")
                html.text(value)
                html.raw("</p>")
            }
            let shown = String(
                String.UnicodeScalarView(
                    value.unicodeScalars.map { scalar in
                        let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r"
                        return isControl || scalar.value == 0x7F ? "\u{FFFD}" : scalar
                    }))
            let found = read(page)
            #expect(found?.text == shown, "\(page)")
            #expect(found?.attributes.prefix(2) == [shown, shown], "\(page)")
            let address = found?.attributes.last?.dropFirst(3)
            #expect(address?.utf8.allSatisfy { Escaping.isUnreserved($0) || $0 == UInt8(ascii: "%") } == true)
        }
    }

    /// The attributes and text of `<p a="…" b='…'>…</p>` and nothing else, as a browser would read them.
    private func read(_ page: String) -> (attributes: [String], text: String)? {
        var rest = Substring(page)
        guard rest.hasPrefix("<p") else { return nil }
        rest = rest.dropFirst(2)
        var attributes: [String] = []
        while rest.first == " " {
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            rest = rest[rest.index(after: equals)...]
            guard let quote = rest.popFirst(), quote == "\"" || quote == "'",
                let end = rest.unicodeScalars.firstIndex(of: quote.unicodeScalars.first ?? " ")
            else { return nil }
            attributes.append(decoded(rest[..<end]))
            rest = rest[rest.unicodeScalars.index(after: end)...]
        }
        guard rest.popFirst() == ">", rest.hasSuffix("</p>") else { return nil }
        let text = rest.dropLast(4)
        return text.contains("<") ? nil : (attributes, decoded(text))
    }

    private func decoded(_ text: Substring) -> String {
        var decoded = ""
        var rest = text.unicodeScalars[...]
        let references = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
        while let scalar = rest.first {
            if scalar == "&", let reference = references.first(where: { Substring(rest).hasPrefix($0.key) }) {
                decoded += reference.value
                rest = rest.dropFirst(reference.key.unicodeScalars.count)
            } else {
                decoded.unicodeScalars.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return decoded
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
