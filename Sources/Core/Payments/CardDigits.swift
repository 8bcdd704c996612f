import Web

/// The last four digits of the card that paid, as people read them from their statements.
enum CardDigits {
    /// Returns the digits of a text that means a card: `4242`, `•••• 4242`, `**** **** **** 4242`.
    static func searched(_ text: String) -> String? {
        let characters = text.latinDigits.filter { !$0.isWhitespace && $0 != "-" }
        let digits = characters.drop { "•*·xX".contains($0) }
        return isLast4(digits) ? String(digits) : nil
    }

    static func isLast4(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 4 && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Empty for a payment without a card.
    static func shown(_ digits: String) -> String { digits.isEmpty ? "" : "•••• \(digits)" }
}
