/// A form of a page, as a browser sends it back.
extension Answer {
    /// The fields of the form whose action ends with that text: typed, ticked and hidden values, overwritten by
    /// `typed`. A field that is nil in `typed` is not sent, like a box that was unticked.
    package func form(_ action: String, _ typed: [String: String?] = [:]) -> [(String, String)] {
        var fields: [(String, String)] = []
        guard
            let form = text.split(separator: "<form ").first(where: {
                $0.prefix { $0 != ">" }.contains("action=\"\(action)\"")
            })
        else { return [] }
        let inside = form.firstRange(of: "</form>").map { form[..<$0.lowerBound] } ?? form
        for match in inside.matches(of: /<input([^>]*)>/) {
            let tag = String(match.output.1)
            guard let name = Self.attribute("name", tag) else { continue }
            let isBox = tag.contains("type=\"radio\"") || tag.contains("type=\"checkbox\"")
            if isBox, !tag.contains(" checked") { continue }
            fields.append((name, Self.attribute("value", tag) ?? ""))
        }
        for match in inside.matches(of: /<select id="[^"]*" name="([^"]+)"(?s:.*?)<\/select>/) {
            let chosen = match.output.0.firstMatch(of: /<option value="([^"]*)" selected/).map {
                Self.plain($0.output.1)
            }
            fields.append((String(match.output.1), chosen ?? ""))
        }
        for match in inside.matches(of: /<textarea id="[^"]*" name="([^"]+)"[^>]*>((?s:.*?))<\/textarea>/) {
            // A browser drops the line break behind the tag.
            let typed = match.output.2.hasPrefix("\n") ? match.output.2.dropFirst() : match.output.2
            fields.append((String(match.output.1), Self.plain(typed)))
        }
        for (name, value) in typed {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        return fields
    }

    private static func attribute(_ name: String, _ tag: String) -> String? {
        tag.firstRange(of: " \(name)=\"").map { plain(tag[$0.upperBound...].prefix { $0 != "\"" }) }
    }

    private static func plain(_ text: Substring) -> String {
        String(text).replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
