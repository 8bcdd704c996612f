/// Latin letters for those of other scripts, for keys that programs need and people can read.
package enum LatinLetters {
    /// Returns an empty text for a letter that has no Latin form here.
    package static func of(_ character: Character) -> String {
        known[character] ?? (character.isASCII ? String(character) : "")
    }

    /// Contains lower-case letters only. Russian and Belarusian follow the spelling of passports (ICAO 9303).
    private static let known: [Character: String] = {
        var known: [Character: String] = [
            "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i",
            "й": "i", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
            "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "ie", "ы": "y", "ь": "",
            "э": "e", "ю": "iu", "я": "ia", "і": "i", "ў": "u", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l",
            "đ": "d", "ı": "i", "þ": "th", "ð": "d",
        ]
        for (plain, accented) in [
            ("a", "áàâäãåāăą"), ("c", "çćčĉ"), ("d", "ď"), ("e", "éèêëēėęě"), ("g", "ğģ"), ("i", "íìîïīį"), ("k", "ķ"),
            ("l", "ľļĺ"), ("n", "ñńňņ"), ("o", "óòôöõōő"), ("r", "řŕ"), ("s", "śšşș"), ("t", "ťțţ"), ("u", "úùûüūůűų"),
            ("y", "ýÿ"), ("z", "źžż"),
        ] {
            for letter in accented { known[letter] = plain }
        }
        return known
    }()
}
