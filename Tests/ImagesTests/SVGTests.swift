import Testing

@testable import Images

/// Attacks from OWASP's and DOMPurify's collections, and what drawing programs really write.
@Suite struct SVGTests {
    private func text(_ bytes: [UInt8]) throws(ImageRefusal) -> String {
        String(decoding: try ImageReader.check(bytes).bytes, as: UTF8.self)
    }

    private func refusal(_ bytes: [UInt8]) -> ImageRefusal? {
        do {
            _ = try ImageReader.check(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a drawing comes out with its shapes, gradients, texts and size`() throws {
        let image = try ImageReader.check(
            Corpus.svg(
                """
                <!-- drawn by hand --><title>Rooster &amp; hen</title>
                <defs><linearGradient id="g-1" x1="0"><stop offset="0" stop-color="#f00"/></linearGradient></defs>
                <g transform="translate(1 2)" fill="url(#g-1)"><path d="M0 0h24v24H0z"/><use xlink:href="#g-1" href="#g-1"/></g><text x="1"> a </text>
                """, "viewBox=\"0 0 48 24\" width=\"4800px\" height=\"2400px\""))
        #expect(image.width == 48 && image.height == 24 && image.mediaType == .svg)
        #expect(
            String(decoding: image.bytes, as: UTF8.self) == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 24" width="48" height="24"><title>Rooster &amp; hen</title>\
                <defs><linearGradient id="g-1" x1="0"><stop offset="0" stop-color="#f00"/></linearGradient></defs>\
                <g transform="translate(1 2)" fill="url(#g-1)"><path d="M0 0h24v24H0z"/><use href="#g-1"/></g><text x="1"> a </text></svg>
                """)
        #expect(try ImageReader.check(image.bytes) == image)
    }

    @Test func `styles become attributes, a class over an attribute and an element's own over both`() throws {
        let drawing = try text(
            Corpus.svg(
                """
                <style>/* x */ .cls-1, .b { fill: #f00; stroke: url(#g); behavior: url(x.htc) } @import url(http://x); g > path { fill: blue }</style>
                <path class="cls-1" fill="green" d="M0 0"/><path class="b" style="fill: blue; background: url(http://evil)"/>
                """))
        #expect(drawing.contains("<path d=\"M0 0\" fill=\"#f00\" stroke=\"url(#g)\"/>"))
        #expect(drawing.contains("<path stroke=\"url(#g)\" fill=\"blue\"/>"))
        for word in ["style", "class", "import", "behavior", "evil"] { #expect(!drawing.contains(word)) }
    }

    static let attacks = [
        "<script>alert(1)</script>", "<script xlink:href=\"data:text/javascript,alert(1)\"/>",
        "<SCRIPT>alert(1)</SCRIPT>",
        "<s:script xmlns:s=\"http://www.w3.org/2000/svg\">alert(1)</s:script>",
        "<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">alert(1)</h:script>",
        "<g onload=\"alert(1)\"/>", "<g OnLoad=\"alert(1)\"/>", "<path onclick=\"alert(1)\" d=\"M0 0\"/>",
        "<a xlink:href=\"javascript:alert(1)\"><rect/></a>",
        "<a href=\"java&#10;script:alert(1)\"><rect/></a>",
        "<use xlink:href=\"data:image/svg+xml;base64,PHN2Zz4=#x\"/>", "<use href=\"http://evil.example/x.svg#a\"/>",
        "<use href=\" #a\"/>", "<use href=\"//evil.example/#a\"/>", "<image href=\"http://evil.example/track.png\"/>",
        "<image xlink:href=\"data:image/svg+xml,evil\"/>",
        "<feImage href=\"http://evil.example/\"/>",
        "<foreignObject><body xmlns=\"http://www.w3.org/1999/xhtml\"><iframe src=\"javascript:alert(1)\"/></body></foreignObject>",
        "<iframe src=\"javascript:alert(1)\"/>", "<embed src=\"evil.swf\"/>", "<object data=\"evil\"/>",
        "<animate attributeName=\"href\" values=\"javascript:alert(1)\"/>",
        "<set attributeName=\"onmouseover\" to=\"alert(1)\"/>",
        "<animateTransform onbegin=\"alert(1)\"/>",
        "<handler xmlns:ev=\"http://www.w3.org/2001/xml-events\" ev:event=\"load\">alert(1)</handler>",
        "<style>@import url(http://evil.example/x.css);</style>",
        "<style>.a{fill:url(http://evil.example/)}</style><path class=\"a\"/>",
        "<path style=\"fill:url(http://evil.example/)\"/>",
        "<path style=\"fill:url(&quot;#a&quot;) url(http://evil.example)\"/>",
        "<path fill=\"url(http://evil.example/#a)\"/>",
        "<path fill=\"url(#a) url(//evil.example)\"/>", "<path fill=\"u\\72l(//evil.example)\"/>",
        "<path fill=\"image(//evil.example)\"/>",
        "<path style=\"fill:red;-moz-binding:url(http://evil.example/x.xml#a)\"/>",
        "<path style=\"width:expression(alert(1))\"/>",
        "<path fill=\"URL(//evil.example)\"/>", "<path filter=\"url(http://evil.example/)\"/>",
        "<path cursor=\"url(http://evil.example/), auto\"/>",
        "<text font-family=\"x;} @font-face{src:url(//evil.example)}\">x</text>",
        "<?xml-stylesheet href=\"http://evil.example/x.css\"?>",
        "<![CDATA[<script>alert(1)</script>]]>", "<metadata><evil/></metadata>",
        "<g xml:base=\"http://evil.example/\"/>", "<discard/>", "<switch><g/></switch>",
        "<g id=\"x&quot; onload=&quot;alert(1)\"/>", "<mask id=\"m\" href=\"http://evil.example\"/>",
    ]

    @Test(arguments: attacks)
    func `nothing that runs, fetches or leads elsewhere is left`(attack: String) throws {
        let drawing = try text(Corpus.svg(attack + "<path d=\"M1 2\"/>"))
        #expect(drawing.contains("<path d=\"M1 2\"/>"))
        for word in [
            "script", "alert", "evil", "javascript", "onload", "onclick", "data:", "http://e", "//", "<image",
            "foreign", "iframe", "import", "style", "<a", "<?", "<!",
            "anim", "<set", "handler", "xml:base", "url(h", "\\",
        ] {
            let inside = drawing.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "").lowercased()
            #expect(!inside.contains(word), "\(word) in \(drawing)")
        }
    }

    @Test func `what is text stays text, however it was written`() throws {
        let drawing = try text(
            Corpus.svg("<text><![CDATA[<script>alert(1)</script>]]>&lt;b&gt; &quot;x&quot; &#x26;</text>"))
        #expect(drawing.contains("<text>&lt;script&gt;alert(1)&lt;/script&gt;&lt;b&gt; &quot;x&quot; &amp;</text>"))
    }

    @Test func `entities and declarations end the reading; the bare line that drawing programs write does not`() throws
    {
        let laughs =
            "<!DOCTYPE svg [<!ENTITY a \"lol\">\((0..<9).map { "<!ENTITY \("b\($0)") \"&a;&a;&a;\">" }.joined())]>"
        for declaration in [
            laughs, "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
            "<!DOCTYPE svg [<!ENTITY % x SYSTEM \"http://evil.example/\"> %x;]>",
            "<!DOCTYPE svg [<!ATTLIST svg onload CDATA \"alert(1)\">]>",
            "<!DOCTYPE svg SYSTEM \"http://evil.example/x.dtd\" []>",
        ] {
            #expect(
                refusal(Array(declaration.utf8) + Corpus.svg("<text>&x;</text>")) == .declaresEntities, "\(declaration)"
            )
        }
        let doctype =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">"
        #expect(try !text(Array(doctype.utf8) + Corpus.svg("<path d=\"M1 2\"/>")).contains("DOCTYPE"))
        #expect(refusal(Array(doctype.utf8) + Corpus.svg("<text>&x;</text>")) == .declaresEntities)
    }

    @Test func `a drawing that would hold a browser up is refused: too many parts, too deep, or copies of copies`() {
        #expect(refusal(Corpus.svg(String(repeating: "<g/>", count: 6_000))) == .tooIntricate)
        #expect(
            refusal(Corpus.svg(String(repeating: "<g>", count: 70) + String(repeating: "</g>", count: 70)))
                == .tooIntricate)
        let copies = (1...9).map { level in
            "<g id=\"a\(level)\">" + String(repeating: "<use href=\"#a\(level - 1)\"/>", count: 10) + "</g>"
        }.joined()
        #expect(refusal(Corpus.svg("<path id=\"a0\"/>" + copies)) == .tooIntricate)
        let patterns = (1...9).map { level in
            "<pattern id=\"a\(level)\">" + String(repeating: "<rect fill=\"url(#a\(level - 1))\"/>", count: 10)
                + "</pattern>"
        }.joined()
        #expect(refusal(Corpus.svg("<pattern id=\"a0\"/>" + patterns)) == .tooIntricate)
        #expect(
            refusal(Corpus.svg("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>")) == .tooIntricate
        )
        #expect(
            refusal(Corpus.svg(String(repeating: " ", count: 300_000)))
                == .tooManyBytes(limit: ImageLimits.icon.svgBytes))
        #expect(
            refusal(
                Corpus.svg(
                    String(repeating: "<path fill=\"url(#g)\"/>", count: 2_000)
                        + "<linearGradient id=\"g\"><stop/></linearGradient>")) == nil)
    }

    @Test func `what is broken or has no size is damaged, and what is no drawing is none`() {
        for inside in ["<g>", "<path d=M/>", "&nbsp;", "\u{1}", "<g a='1' a='2'/>", "<x:g/>"] {
            let refused = refusal(Corpus.svg(inside))
            #expect(refused == .damaged || refused == .declaresEntities, "\(inside)")
        }
        for size in [
            "", "width=\"100%\" height=\"5\"", "viewBox=\"0 0 0 24\"", "viewBox=\"0 0 nan 24\"",
            "viewBox=\"0 0 1e99 24\"", "width=\"-4\" height=\"4\"",
        ] {
            #expect(refusal(Corpus.svg("<g/>", size)) == .damaged, "\(size)")
        }
        for text in [
            "<?xml version=\"1.0\"?><html/>", "<rss/>", "<", "<svg:x/>", "<svg xmlns=\"http://evil.example/\"/>",
        ] {
            #expect(refusal(Array(text.utf8)) == .notAnImage, "\(text)")
        }
    }

    @Test func `other encodings come out as UTF-8`() throws {
        let drawing = String(decoding: Corpus.svg("<title>Ж ف</title>"), as: UTF8.self)
        let wide: [UInt8] =
            [0xFF, 0xFE]
            + drawing.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(try text(wide).contains("<title>Ж ف</title>"))
        #expect(try text([0xEF, 0xBB, 0xBF] + Array(drawing.utf8)).contains("Ж"))
        // UTF-7, by which scripts once slipped through, is none that expat reads.
        #expect(
            refusal(Array("<?xml version=\"1.0\" encoding=\"UTF-7\"?>".utf8) + Corpus.svg("+ADw-script+AD4-"))
                == .notAnImage)
    }

    @Test func `13.12: a style sheet is refused by what its selectors and declarations multiply to, at once`() {
        let selectors = (0..<43_000).map { _ in ".a" }.joined(separator: ",")
        let sheet = "\(selectors){\(String(repeating: "fill:x;", count: 18_000))}"
        let began = ContinuousClock.now
        #expect(refusal(Corpus.svg("<style>\(sheet)</style><path class=\"a\"/>")) == .tooIntricate)
        let many = (0..<4_000).map { ".c\($0 % 20){fill:red;stroke:red}" }.joined()
        let classes = (0..<20).map { "c\($0)" }.joined(separator: " ")
        let paths = String(repeating: "<path class=\"\(classes)\"/>", count: 1_500)
        #expect(refusal(Corpus.svg("<style>\(many)</style>\(paths)")) == .tooIntricate)
        // Comments that nothing ends, and parts that name each other in a row.
        #expect(refusal(Corpus.svg("<style>\(String(repeating: "/*", count: 120_000))</style><path/>")) == nil)
        let chain = (0..<2_000).map { "<g id=\"g\($0)\"><use href=\"#g\($0 + 1)\"/></g>" }.joined()
        #expect(refusal(Corpus.svg(chain)) != nil)
        #expect(ContinuousClock.now - began < .seconds(20))
    }
}
