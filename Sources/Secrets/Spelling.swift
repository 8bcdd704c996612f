/// How people disguise a word: capitals, and digits or signs that look like letters.
enum Spelling {
    /// Returns three texts in lower case, always in this order: digits and signs unchanged, look-alikes as letters
    /// with 1 as i, and the same with 1 as l.
    static func all(of text: String) -> [String] {
        let plain = text.lowercased()
        return [plain, undressed(plain, one: "i"), undressed(plain, one: "l")]
    }

    private static func undressed(_ text: String, one: Character) -> String {
        String(
            text.map { character in
                switch character {
                case "0": "o"
                case "1", "!", "|": one
                case "3", "€": "e"
                case "4", "@": "a"
                case "5", "$": "s"
                case "7", "+": "t"
                case "8": "b"
                case "9": "g"
                default: character
                }
            })
    }
}
