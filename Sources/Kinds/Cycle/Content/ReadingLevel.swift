import HTML
import Templates

/// How hard a text is to read, by the lengths of its sentences and words.
///
/// - English: Flesch's reading ease (J Appl Psychol 1948;32:221): 206.835 − 1.015 W − 84.6 S.
/// - Spanish: Szigriszt Pazos' perspicuity (1993): 206.835 − W − 62.3 S; its steps are those of INFLESZ, made with
///   texts for patients (Barrio-Cantalejo et al., An Sist Sanit Navar 2008;31:135).
/// - Russian: Oborneva's adaptation of Flesch's (2006): 206.835 − 1.3 W − 60.1 S.
///
/// W are words per sentence, S syllables per word. For Persian, whose script omits short vowels, and for every other
/// language no formula is used, and only the lengths are shown.
struct ReadingLevel: Equatable {
    let words: Int
    let sentences: Int
    let letters: Int
    /// nil if the language's syllables are not counted.
    let syllables: Int?
    private let language: String

    /// A text with fewer words is too short to be judged.
    static let leastWords = 20

    init?(_ text: String, _ language: String) {
        var (sentences, inSentence) = (0, 0)
        var all: [Substring] = []
        let characters = Array(text)
        var word = 0..<0
        func isPart(_ at: Int) -> Bool {
            let character = characters[at]
            if character.isLetter { return true }
            guard "'’-\u{200C}".contains(character), at > 0, at + 1 < characters.count else { return false }
            return characters[at - 1].isLetter && characters[at + 1].isLetter
        }
        func end() {
            guard !word.isEmpty else { return }
            all.append(Substring(String(characters[word])))
            inSentence += 1
            word = 0..<0
        }
        for at in characters.indices {
            if isPart(at) {
                word = word.isEmpty ? at..<(at + 1) : word.lowerBound..<(at + 1)
                continue
            }
            end()
            let isLast =
                at + 1 == characters.count || characters[at + 1].isWhitespace || "»”\")".contains(characters[at + 1])
            // The point of 36.5 ends no sentence; a line break does, as headings and list items have no point.
            if characters[at].isNewline || isLast && ".!?…؟".contains(characters[at]), inSentence > 0 {
                (sentences, inSentence) = (sentences + 1, 0)
            }
        }
        end()
        if inSentence > 0 { sentences += 1 }
        guard all.count >= Self.leastWords else { return nil }
        words = all.count
        self.sentences = max(1, sentences)
        letters = all.reduce(0) { $0 + $1.count(where: \.isLetter) }
        self.language = language
        let count: ((Substring) -> Int)? =
            switch language {
            case "en": Syllables.english
            case "es": Syllables.spanish
            case "ru": Syllables.russian
            default: nil
            }
        syllables = count.map { count in all.reduce(0) { $0 + count($1) } }
    }

    var wordsPerSentence: Double { Double(words) / Double(sentences) }
    var lettersPerWord: Double { Double(letters) / Double(words) }
    var syllablesPerWord: Double? { syllables.map { Double($0) / Double(words) } }

    /// From 0, very hard, to 100, very easy.
    var ease: Int? {
        guard let perWord = syllablesPerWord else { return nil }
        let score =
            switch language {
            case "en": 206.835 - 1.015 * wordsPerSentence - 84.6 * perWord
            case "es": 206.835 - wordsPerSentence - 62.3 * perWord
            default: 206.835 - 1.3 * wordsPerSentence - 60.1 * perWord
            }
        return Int(min(100, max(0, score)) + 0.5)
    }

    /// The score from which a text is plain: Flesch's “standard” for English and Russian, INFLESZ's “normal” for
    /// Spanish.
    var goal: Int { language == "es" ? 55 : 60 }

    static func advice(_ text: String, _ language: String) -> LocalText? {
        guard let level = ReadingLevel(text, language) else { return LocalText(Strings.cycle_reading_short) }
        let perSentence = Formatted.decimal(level.wordsPerSentence, places: 1)
        guard let ease = level.ease, let syllables = level.syllablesPerWord else {
            return Strings.cycle_reading_lengths(
                words: perSentence, letters: Formatted.decimal(level.lettersPerWord, places: 1))
        }
        let step =
            ease >= level.goal
            ? Strings.cycle_reading_plain
            : ease >= level.goal - 15 ? Strings.cycle_reading_hard : Strings.cycle_reading_very_hard
        return Strings.cycle_reading(
            ease: ease, step: step, goal: level.goal, words: perSentence,
            syllables: Formatted.decimal(syllables, places: 2))
    }
}

/// Counts the syllables of a word as readability formulas do.
enum Syllables {
    /// Counts groups of vowels, except a silent e at the end, and -es and -ed that have no syllable of their own.
    static func english(_ word: Substring) -> Int {
        let letters = Array(word.lowercased().filter(\.isLetter))
        var count = groups(letters) { "aeiouy".contains($0) }
        let end = String(letters.suffix(3))
        if letters.count > 2, letters.last == "e", !end.hasSuffix("le") || "aeiou".contains(letters[letters.count - 3])
        {
            if !"aeiouy".contains(letters[letters.count - 2]) { count -= 1 }
        } else if end.hasSuffix("ed"), !["t", "d"].contains(end.first), !"aeiouy".contains(end.first ?? "a") {
            count -= 1
        } else if end.hasSuffix("es"), !"aeiouy".contains(end.first ?? "a"), !"szxcg".contains(end.first ?? "s"),
            !["ches", "shes"].contains(String(letters.suffix(4)))
        {
            count -= 1
        }
        return max(1, count)
    }

    /// Two strong vowels, or an accented weak vowel next to another vowel, are two syllables; the u of gue, gui, que,
    /// qui is silent.
    static func spanish(_ word: Substring) -> Int {
        let letters = Array(word.lowercased().filter(\.isLetter))
        let (strong, accented, weak) = ("aeoáéó", "íú", "iuü")
        var count = 0
        var before: Character?
        for (at, letter) in letters.enumerated() {
            let isLastY = letter == "y" && at + 1 == letters.count && before != nil
            guard strong.contains(letter) || accented.contains(letter) || weak.contains(letter) || isLastY else {
                before = nil
                continue
            }
            if letter == "u", at > 0, "gq".contains(letters[at - 1]), at + 1 < letters.count,
                "eiéí".contains(letters[at + 1])
            {
                continue
            }
            defer { before = letter }
            guard let last = before else {
                count += 1
                continue
            }
            let hiatus =
                strong.contains(last) && strong.contains(letter) || accented.contains(letter) || accented.contains(last)
            if hiatus { count += 1 }
        }
        return max(1, letters == ["y"] ? 1 : count)
    }

    /// Each vowel is one syllable. Words without a vowel (в, к, с) are pronounced with the next word but count as
    /// one, as in Oborneva's programs.
    static func russian(_ word: Substring) -> Int {
        max(1, word.lowercased().count { "аеёиоуыэюя".contains($0) })
    }

    private static func groups(_ letters: [Character], _ isVowel: (Character) -> Bool) -> Int {
        var (count, wasVowel) = (0, false)
        for letter in letters {
            let vowel = isVowel(letter)
            if vowel, !wasVowel { count += 1 }
            wasVowel = vowel
        }
        return count
    }
}
