/// The accents a tenant can have. The policy of the pages allows no inline style, so each is a class of the style sheet.
package enum Accent {
    package static let all = [
        "#b4400a", "#1f5fa8", "#136c3e", "#7a3aa8", "#a3265c", "#0b6b75", "#7a5a00", "#4a4f9e",
    ]

    package static func className(_ color: String) -> String { "accent-\((all.firstIndex(of: color) ?? 0) + 1)" }
}
