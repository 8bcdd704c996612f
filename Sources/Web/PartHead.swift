import HTML

/// The headers of a part: the field's name, and the file name if it is a file. All other headers are ignored, since
/// the client may write anything there.
struct PartHead {
    private(set) var name = ""
    /// nil for a field that is no file.
    private(set) var fileName: String?

    init() {}

    /// nil if the part names no field.
    init?(_ bytes: ArraySlice<UInt8>) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "content-disposition" else {
                continue
            }
            guard let parameters = HeaderParameters(String(line[line.index(after: colon)...])),
                parameters.value == "form-data",
                let name = parameters["name"]
            else { return nil }
            self.name = Self.plain(name)
            fileName = parameters["filename"].map { Self.lastPart(Self.plain($0)) }
            return
        }
        return nil
    }

    /// Browsers write a quote, CR and LF in a name as `%22`, `%0D` and `%0A`, and a percent sign as itself.
    private static func plain(_ text: String) -> String {
        String(
            text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n").unicodeScalars
                .filter { $0 != "\0" }.map(Character.init))
    }

    /// Old browsers send a whole path, and attackers send `../`.
    private static func lastPart(_ path: String) -> String {
        String((path.split(whereSeparator: { "/\\".contains($0) }).last ?? "").prefix(255))
    }
}

/// `value; name=value; name="value"`, the form of some headers.
struct HeaderParameters {
    /// In lower case.
    let value: String
    private var parameters: [(name: String, value: String)] = []

    /// nil if the text does not have that form.
    init?(_ text: String) {
        var rest = text[...]
        value = rest.prefix { $0 != ";" }.lowercased().trimmingSpaces
        rest = rest.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty { break }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let name = rest[..<equals].lowercased().trimmingSpaces
            rest = rest[rest.index(after: equals)...]
            if rest.first == "\"" {
                guard let value = Self.quoted(&rest) else { return nil }
                parameters.append((name, value))
                rest = rest.drop { $0 == " " || $0 == "\t" }
                guard rest.isEmpty || rest.first == ";" else { return nil }
            } else {
                parameters.append((name, String(rest.prefix { $0 != ";" }).trimmingSpaces))
                rest = rest.drop { $0 != ";" }
            }
        }
    }

    /// Returns the first parameter of that name.
    subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// A backslash is an ordinary character except before a quote: browsers don't escape it, and `C:
    /// ew` would lose its folder.
    private static func quoted(_ rest: inout Substring) -> String? {
        var out = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character == "\"" { return out }
            if character == "\\", rest.first == "\"" {
                out.append("\"")
                rest = rest.dropFirst()
            } else {
                out.append(character)
            }
        }
        return nil
    }
}
