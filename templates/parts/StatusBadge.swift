import HTML

/// A state in a word, with a colour that only repeats what the word says.
package struct StatusBadge: Sendable {
    package enum Tone: String, Sendable { case good, warn, bad, off }
    package var text: LocalText
    package var tone: Tone

    package init(_ text: LocalText, tone: Tone) {
        self.text = text
        self.tone = tone
    }

    package var toneClass: String { tone.rawValue }
}
