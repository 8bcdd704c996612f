import JSON

/// A number of up to 15 digits, 6 of them after the point. A binary floating-point number can distinguish and order
/// all of these.
package struct ExactNumber: Comparable, Sendable {
    package let text: String
    package let value: Double

    package init?(_ text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            parts.reduce(0, { $0 + $1.utf8.count }) <= 15, let whole = Int(parts[0])
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= 6 else { return nil }
        self.text = (isNegative ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : ".\(fraction)")
        guard let value = Double(self.text) else { return nil }
        self.value = value
    }

    package var json: JSONText { Int(text).map { .int($0) } ?? .number(text) }

    package static func < (one: ExactNumber, other: ExactNumber) -> Bool { one.value < other.value }
    package static func == (one: ExactNumber, other: ExactNumber) -> Bool { one.value == other.value }
}
