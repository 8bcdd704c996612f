/// The compiler's knowledge of HTML's elements and attributes (HTML Living Standard, November 2026).
enum Elements {
    /// Elements without content and end tag.
    static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// Elements that begin another vocabulary, in which `/>` closes.
    static let foreign: Set<String> = ["svg", "math"]

    /// Elements whose content is text to the browser even if it looks like tags.
    static let plainText: Set<String> = ["title", "textarea", "iframe"]

    /// Elements in which white space is shown or sent.
    static let keepsSpace: Set<String> = ["pre", "textarea"]

    /// Refused elements: the content security policy forbids the first, browsers no longer support the others.
    static let refused: [String: String] = [
        "style": "the content security policy forbids <style>; write it in public/",
        "plaintext": "<plaintext> is obsolete", "xmp": "<xmp> is obsolete", "noembed": "<noembed> is obsolete",
        "noframes": "<noframes> is obsolete", "frameset": "<frameset> is obsolete",
    ]

    /// Elements that end an open `<p>` in the browser, so they can't be inside one.
    static let endsParagraph: Set<String> = [
        "address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "fieldset", "figure",
        "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav", "ol",
        "p", "pre", "search", "section", "table", "ul",
    ]

    /// True for elements at which the browser leaves SVG or MathML.
    static func endsForeign(_ name: String) -> Bool {
        (name != "search" && endsParagraph.contains(name)) || endsForeignToo.contains(name)
    }

    private static let endsForeignToo: Set<String> = [
        "b", "big", "body", "br", "center", "code", "dd", "dt", "em", "embed", "head", "i", "img", "li", "meta",
        "nobr", "ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "var",
    ]

    /// Elements that can't contain themselves, at any depth.
    static let notInItself: Set<String> = ["a", "button", "form", "label"]

    /// Attributes that contain one address.
    static let urlAttributes: Set<String> = [
        "href", "xlink:href", "src", "action", "formaction", "poster", "cite", "data", "background", "manifest",
        "longdesc", "usemap", "ping", "codebase", "classid", "icon", "profile",
    ]

    /// Attributes that contain a list of addresses, or a page within the page: no escaping would be right for a
    /// value.
    static let staticAttributes: Set<String> = ["srcdoc", "srcset", "imagesrcset", "archive"]

    /// Elements that set attributes of other elements, so a value could become an address.
    static let animations: Set<String> = ["animate", "set", "animateTransform", "animateMotion"]
}
