/// What the compiler knows of HTML's elements and attributes (HTML Living Standard, November 2026).
enum Elements {
    /// Have no content and no end tag.
    static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// Begin another vocabulary, in which `/>` closes.
    static let foreign: Set<String> = ["svg", "math"]

    /// Their content is text to the browser even where it looks like tags.
    static let plainText: Set<String> = ["title", "textarea", "iframe"]

    /// White space inside is shown or sent.
    static let keepsSpace: Set<String> = ["pre", "textarea"]

    /// Refused: the content security policy forbids the first, browsers dropped the others.
    static let refused: [String: String] = [
        "style": "the content security policy forbids <style>; write it in public/",
        "plaintext": "<plaintext> is obsolete", "xmp": "<xmp> is obsolete", "noembed": "<noembed> is obsolete",
        "noframes": "<noframes> is obsolete", "frameset": "<frameset> is obsolete",
    ]

    /// End an open `<p>` in the browser, so they can't stand inside one.
    static let endsParagraph: Set<String> = [
        "address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figure",
        "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav", "ol",
        "p", "pre", "search", "section", "table", "ul",
    ]

    /// Make the browser leave SVG or MathML.
    static func endsForeign(_ name: String) -> Bool {
        (name != "search" && endsParagraph.contains(name)) || endsForeignToo.contains(name)
    }

    private static let endsForeignToo: Set<String> = [
        "b", "big", "body", "br", "center", "code", "dd", "dt", "em", "embed", "head", "i", "img", "li", "meta",
        "nobr", "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "var",
    ]

    /// Can't hold themselves, at any depth.
    static let notInItself: Set<String> = ["a", "button", "form", "label"]

    /// Hold one address.
    static let urlAttributes: Set<String> = [
        "href", "xlink:href", "src", "action", "formaction", "poster", "cite", "data", "background", "manifest",
        "longdesc", "usemap", "ping", "codebase", "classid", "icon", "profile",
    ]

    /// Hold a list of addresses, or a page within the page: no escaping would be right for a value.
    static let staticAttributes: Set<String> = ["srcdoc", "srcset", "imagesrcset", "archive"]

    /// Set attributes of other elements, so a value could become an address.
    static let animations: Set<String> = ["animate", "set", "animateTransform", "animateMotion"]
}
