/// Phones, and how they are set: dark, with large text. No script is needed for that.
package struct PhoneCard: Sendable {
    package var previews: [PhonePreview]

    package init(_ previews: [PhonePreview]) { self.previews = previews }
}
