/// An address for `href`, `src`, `action` and the `Location` header.
///
/// A literal makes one, `"/t/\(slug)/users"`. Interpolated values are percent-encoded: they can't add a segment, a
/// query or a scheme. The text is printable ASCII, so it contains no CR or LF.
package struct Link: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// `checked` consists of literals and encoded parts. An address that would leave this host by mistake (a scheme,
    /// or `//` from an empty first segment) becomes `#`.
    private init(local checked: String) {
        let safe = Self.staysHere(checked) && Self.isPrintableASCII(checked)
        assert(safe, "not an address of this host: \(checked)")
        description = safe ? checked : "#"
    }

    private init(absolute checked: String) {
        description = checked
    }

    package init(_ link: Link) {
        self = link
    }

    /// An address of another host. Nil when `host` is not a name with an optional port.
    package init?(https host: String, path: [String] = [], query: [(String, String)] = []) {
        guard Self.isHost(host) else { return nil }
        let segments = path.map { "/" + Escaping.percentEncoded($0) }.joined()
        self = Link(absolute: "https://" + host + (segments.isEmpty ? "/" : segments)).with(query: query)
    }

    /// An address of another host, as a setting or a discovery document contains it. Nil unless it begins with
    /// `https://` and a host, without user name or characters that a URL must encode.
    package init?(externalHTTPS url: String) {
        let scheme = "https://"
        guard url.lowercased().hasPrefix(scheme) else { return nil }
        let rest = url.dropFirst(scheme.count)
        let host = String(rest.prefix { !"/?#".contains($0) })
        let forbidden = Set("\"'<>\\^`{|}".utf8)
        guard Self.isHost(host),
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) })
        else { return nil }
        // A slash ends the host, so that nothing appended can lengthen it.
        self = Link(absolute: scheme + host + (rest.utf8.count == host.utf8.count ? "/" : rest.dropFirst(host.count)))
    }

    /// An address of this machine itself, which stand-ins for outside services use. Nil for any other.
    package init?(loopback url: String) {
        let forbidden = Set("\"'<>\\^`{|}".utf8)
        guard ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].contains(where: { url.hasPrefix($0) }),
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) && $0 != UInt8(ascii: "@") })
        else { return nil }
        self = Link(absolute: url)
    }

    /// The address at which a calendar app subscribes: `own` is the installation's, `https://host`. Nil if `own` is
    /// no such address.
    package init?(webcal own: String, _ path: Link) {
        guard let scheme = ["https://", "http://"].first(where: { own.hasPrefix($0) }),
            Self.isHost(String(own.dropFirst(scheme.count))), Self.staysHere(path.description)
        else { return nil }
        self = Link(absolute: "webcal://" + own.dropFirst(scheme.count) + path.description)
    }

    /// The address that an authenticator app reads; `label` is `issuer:account`.
    package init(otpauthTOTP label: String, query: [(String, String)]) {
        self = Link(absolute: "otpauth://totp/" + Escaping.percentEncoded(label)).with(query: query)
    }

    package init(mailto address: String) {
        self = Link(absolute: "mailto:" + Escaping.percentEncoded(address))
    }

    /// Returns the same address with `query` added after its own query, before the fragment.
    package func with(query: [(String, String)]) -> Link {
        guard !query.isEmpty else { return self }
        // Works on bytes, not characters: the page of a list makes a hundred of these.
        let end = description.utf8.firstIndex(of: UInt8(ascii: "#")) ?? description.endIndex
        let base = description[..<end].utf8
        let joint =
            !base.contains(UInt8(ascii: "?"))
            ? "?" : base.last == UInt8(ascii: "?") || base.last == UInt8(ascii: "&") ? "" : "&"
        var text = end == description.endIndex ? description : String(description[..<end])
        text += joint
        for (index, item) in query.enumerated() {
            if index > 0 { text += "&" }
            text += Escaping.percentEncoded(item.0)
            text += "="
            text += Escaping.percentEncoded(item.1)
        }
        if end < description.endIndex { text += description[end...] }
        return Link(absolute: text)
    }

    /// Returns the same address with a query that was taken from a `Link`; characters that a query can't contain are
    /// dropped.
    package func with(encodedQuery query: String) -> Link {
        guard !query.isEmpty else { return self }
        return Link(
            absolute: description + "?"
                + query.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~%=&".contains($0)) })
    }

    package func with(fragment: String) -> Link {
        let base = description.prefix { $0 != "#" }
        return Link(absolute: base + "#" + Escaping.percentEncoded(fragment))
    }

    /// True for an address without scheme and host: a path, a query, a fragment, or a path relative to the page.
    fileprivate static func staysHere(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { bytes in
            if bytes.count > 1, bytes[0] == UInt8(ascii: "/"), bytes[1] == UInt8(ascii: "/") { return false }
            var isBeforeSlash = true
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "\\"): return false
                case UInt8(ascii: ":"): if isBeforeSlash { return false }
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): isBeforeSlash = false
                default: break
                }
            }
            return true
        }
    }

    private static func isPrintableASCII(_ address: String) -> Bool {
        var address = address
        return address.withUTF8 { bytes in bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    }

    private static func isHost(_ host: String) -> Bool {
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return false }
        let nameIsFine = name.utf8.allSatisfy {
            Escaping.isUnreserved($0) && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "~")
        }
        guard parts.count == 2 else { return nameIsFine }
        return nameIsFine && parts[1].utf8.allSatisfy { (48...57).contains($0) } && UInt16(parts[1]) != nil
    }
}

extension Link: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var isOnOtherHost = false
        private var isInPath = true

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
            if literal.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) { isInPath = false }
        }

        /// A link at the start is a base, and is inserted unchanged; later it is encoded like any other value.
        package mutating func appendInterpolation(_ link: Link) {
            guard text.isEmpty else { return append(link.description) }
            isOnOtherHost = !Link.staysHere(link.description)
            appendLiteral(link.description)
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value.description)
        }

        /// A segment `..`, encoded or not, would go up a level, and an empty one would merge two slashes. No row has
        /// such an id, so they become an id that no row has, and the route answers 404.
        private mutating func append(_ value: String) {
            let isSegment = isInPath && (text.utf8.last ?? UInt8(ascii: "/")) == UInt8(ascii: "/")
            let climbs = value.isEmpty || value == "." || value == ".."
            text += Escaping.percentEncoded(isSegment && climbs ? "\u{FFFD}" : value)
        }
    }

    package init(stringLiteral value: String) {
        self.init(local: value)
    }

    /// A path of this host from its segments; each is encoded as a value.
    package init(segments: [String]) {
        self = segments.dropFirst().reduce(segments.first.map { "/\($0)" } ?? "/") { "\($0)/\($1)" }
    }

    package init(stringInterpolation: StringInterpolation) {
        let text = stringInterpolation.text
        self = stringInterpolation.isOnOtherHost ? Link(absolute: text) : Link(local: text)
    }
}
