/// The style sheet, the script and the pictures, as the binary carries them. `Web` serves them under hashed names.
package enum Assets {
    package static let files = EmbeddedFile.all
}
