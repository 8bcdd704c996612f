/// The allowed content of a drawing. Everything else is removed: scripts, events, styles, links, embedded pictures
/// and documents, animations, filters, and anything that a later edition of SVG adds.
enum SVGRules {
    private static let elements: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline",
        "polygon", "text",
        "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker",
    ]
    /// Text is allowed only in these; elsewhere it is the white space of the file.
    private static let withText: Set<String> = ["text", "tspan", "title", "desc"]

    private static let geometry: Set<String> = [
        "id", "viewBox", "preserveAspectRatio", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r",
        "rx", "ry", "fx", "fy", "fr",
        "d", "points", "dx", "dy", "rotate", "transform", "pathLength", "offset", "gradientUnits", "gradientTransform",
        "spreadMethod",
        "clipPathUnits", "maskUnits", "maskContentUnits", "patternUnits", "patternContentUnits", "patternTransform",
        "markerUnits",
        "markerWidth", "markerHeight", "refX", "refY", "orient", "textLength", "lengthAdjust",
    ]
    /// Properties that a style can set as well.
    static let presentation: Set<String> = [
        "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "opacity", "color", "display", "visibility",
        "clip-path", "clip-rule",
        "mask", "marker-start", "marker-mid", "marker-end", "stop-color", "stop-opacity", "font-family", "font-size",
        "font-weight",
        "font-style", "text-anchor", "dominant-baseline", "letter-spacing", "paint-order", "vector-effect",
        "mix-blend-mode",
    ]

    /// Returns the element with its allowed content; nil if the element itself is not allowed.
    static func clean(_ node: SVGNode, _ styles: inout SVGStyles) throws(ImageRefusal) -> SVGNode? {
        guard elements.contains(node.name) else { return nil }
        var clean = SVGNode(name: node.name)
        for (name, value) in node.attributes {
            if name == "href" || name == "xlink:href" {
                if let target = target(value), node.value("href") == nil || name == "href" {
                    clean.set("href", "#" + target)
                }
            } else if name == "id" {
                if isID(value[...]) { clean.set(name, value) }
            } else if geometry.contains(name) || presentation.contains(name), isHarmless(value) {
                clean.set(name, value)
            }
        }
        // As in CSS: a class overrides an attribute, and the element's own style overrides both.
        for (name, value) in try styles.ofClasses(node) + SVGStyles.declarations(node.value("style") ?? "") {
            clean.set(name, value)
        }
        for child in node.children {
            if child.name.isEmpty {
                if withText.contains(node.name) { clean.children.append(child) }
            } else if let child = try Self.clean(child, &styles) {
                clean.children.append(child)
            }
        }
        return clean
    }

    /// Allows numbers, names, colours, and `url(#…)` to a part of the same drawing. A value can contain neither a
    /// scheme nor an escape.
    static func isHarmless(_ value: String) -> Bool {
        guard
            !value.unicodeScalars.contains(where: {
                $0 == "\\" || $0 == ":" || $0 == "@" || $0 == "<" || $0 == "&" || $0.value < 9
            })
        else { return false }
        let plain = value.lowercased()
        guard plain.contains("url") || plain.contains("image") || plain.contains("expression") || plain.contains("/*")
        else { return true }
        return references(value).count == 1 && plain.hasPrefix("url(#") && plain.components(of: "url").count == 2
    }

    /// Returns the ids to which `url(#…)` in a value refers.
    static func references(_ value: String) -> [String] {
        value.matches(of: /url\(#([A-Za-z_][A-Za-z0-9_.-]*)\)/).map { String($0.output.1) }
    }

    /// Returns the id after `#`; nil for every other address.
    static func target(_ href: String) -> String? {
        guard href.first == "#", isID(href.dropFirst()) else { return nil }
        return String(href.dropFirst())
    }

    private static func isID(_ text: Substring) -> Bool { text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.-]{0,99}/) != nil }
}

extension String {
    fileprivate func components(of word: String) -> [Substring] {
        split(separator: word, omittingEmptySubsequences: false)
    }
}
