import HTML

/// A symbol of the sprite.
package struct ButtonIcon: Sendable {
    package var sprite: Link
    package var name: String

    package init(sprite: Link, name: String) {
        self.sprite = sprite
        self.name = name
    }
}

extension Frame {
    package func icon(_ name: String) -> ButtonIcon { ButtonIcon(sprite: assets.icons, name: name) }
}
