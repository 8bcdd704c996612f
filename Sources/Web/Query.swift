import HTML

/// Names and values of a query string or a URL-encoded form, in the order they were sent.
package struct Query: Sendable, Equatable {
    package private(set) var items: [(name: String, value: String)]

    /// The most pairs that are read; the form of forty questions with their choices in four languages has some
    /// thousands.
    package static let most = 10_000

    package init(_ items: [(name: String, value: String)] = []) { self.items = items }

    /// Reads `application/x-www-form-urlencoded`. Invalid escapes stay as they are, invalid UTF-8 becomes U+FFFD, and
    /// NUL, which PostgreSQL's text can't store, is dropped. Reads at most `most` pairs.
    package init(urlEncoded text: some Sequence<UInt8>) {
        items = []
        var name: [UInt8] = []
        var current: [UInt8] = []
        var sawEquals = false
        func decoded(_ bytes: [UInt8]) -> String { Self.decode(bytes) }
        func take() -> (String, String) {
            sawEquals ? (decoded(name), decoded(current)) : (decoded(current), "")
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"):
                if sawEquals || !current.isEmpty { items.append(take()) }
                name = []
                current = []
                sawEquals = false
                if items.count == Self.most { return }
            case UInt8(ascii: "=") where !sawEquals:
                name = current
                current = []
                sawEquals = true
            default: current.append(byte)
            }
        }
        if sawEquals || !current.isEmpty { items.append(take()) }
    }

    private static func decode(_ bytes: [UInt8]) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "%"), at + 2 < bytes.count, let high = hex(bytes[at + 1]),
                let low = hex(bytes[at + 2])
            {
                out.append(high << 4 | low)
                at += 3
                continue
            }
            out.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            at += 1
        }
        out.removeAll { $0 == 0 }
        return String(decoding: out, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The bytes as a browser would send them.
    package var urlEncoded: [UInt8] {
        Array(Link("/").with(query: items.map { ($0.name, $0.value) }).description.utf8.dropFirst("/?".utf8.count))
    }

    /// Names that occur more than once.
    package var repeated: Set<String> {
        var seen: Set<String> = []
        return Set(items.lazy.map(\.name).filter { !seen.insert($0).inserted })
    }

    /// Returns the first value of that name.
    package subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// Returns the first value, without spaces at its ends; nil if it is absent or empty.
    package func trimmed(_ name: String) -> String? {
        guard let value = self[name] else { return nil }
        let trimmed = value.trimmingSpaces
        return trimmed.isEmpty ? nil : trimmed
    }

    package static func == (a: Query, b: Query) -> Bool {
        a.items.count == b.items.count && zip(a.items, b.items).allSatisfy { $0 == $1 }
    }
}

extension String {
    /// The number of characters as PostgreSQL's `length()` counts them: an emoji of seven code points counts as
    /// seven.
    package var columnLength: Int { unicodeScalars.count }

    /// Returns the first characters, at most as many as the column can store.
    package func columnPrefix(_ most: Int) -> String {
        utf8.count <= most ? self : String(unicodeScalars.prefix(most))
    }

    /// Replaces the digits of any script by 0 to 9: a Persian keyboard types Persian ones.
    package var latinDigits: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return String(map { one in one.wholeNumberValue.flatMap { $0 < 10 ? Character(String($0)) : nil } ?? one })
    }

    /// The text with `٫` in place of the only slash between two digits of a Persian or Arabic keyboard, as many Iranians
    /// write decimals: "۱۱/۵". A slash between Latin digits may be of a fraction or a date; it is one on a Persian page
    /// alone.
    /// - Parameter isPersian: the text was typed on a Persian page.
    package func slashBeforeDecimals(isPersian: Bool = false) -> String {
        guard let slash = firstIndex(of: "/"), slash > startIndex,
            self[index(after: slash)...].firstIndex(of: "/") == nil,
            index(after: slash) < endIndex
        else { return self }
        func isDigit(_ one: Character) -> Bool {
            one.unicodeScalars.allSatisfy {
                (0x06F0...0x06F9).contains($0.value) || (0x0660...0x0669).contains($0.value)
            }
                || isPersian && ("0"..."9").contains(one)
        }
        guard isDigit(self[index(before: slash)]), isDigit(self[index(after: slash)]) else { return self }
        return replacing("/", with: "٫")
    }

    /// A typed decimal number in Latin digits, with a point in place of any sign before decimals.
    package var latinDecimals: String {
        String(slashBeforeDecimals().latinDigits.map { [",", "٫"].contains($0) ? "." : $0 })
    }

    /// The text without white space at either end.
    package var trimmingSpaces: String {
        // Nearly every text has a sign of ASCII at either end.
        if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) {
            return self
        }
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
        guard first.properties.isWhitespace || last.properties.isWhitespace else { return self }
        var part = self[...].unicodeScalars
        while let scalar = part.first, scalar.properties.isWhitespace { part.removeFirst() }
        while let scalar = part.last, scalar.properties.isWhitespace { part.removeLast() }
        return String(part)
    }
}
