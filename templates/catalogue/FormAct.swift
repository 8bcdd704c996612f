import HTML

/// A button that changes the form itself and saves nothing: it posts, and comes back with everything that was typed.
package struct FormAct: Sendable {
    package var act: String
    package var label: LocalText
    package var action: Link
    /// An arrow or a cross in place of the label, which is then said by screen readers.
    package var glyph: String?
    package var icon: ButtonIcon?
    package var isChip = false
    package var isDanger = false
    package var hasFocus = false

    package init(_ act: String, _ label: LocalText, action: Link, glyph: String? = nil, icon: ButtonIcon? = nil) {
        self.act = act
        self.label = label
        self.action = action
        self.glyph = glyph
        self.icon = icon
    }

    package var id: String { "act-\(act)" }
    package var isShort: Bool { glyph != nil }
    package var words: LocalText { glyph.map { Strings.catalogue_named(name: $0) } ?? label }

    package var look: String {
        isChip ? "chip" : "button" + (isShort ? " small" : "") + (isDanger ? " danger" : "")
    }
}
