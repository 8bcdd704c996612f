import HTML

/// A symbol of the sprite.
package struct ButtonIcon: Sendable {
    package var sprite: Link
    package var name: String
}

extension Frame {
    package func icon(_ name: String) -> ButtonIcon { ButtonIcon(sprite: assets.icons, name: name) }
}
