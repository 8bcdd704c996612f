/// The migrations of this binary: one time line over all folders, in the order of the files' own names.
package enum Migrations {
    package static let files = EmbeddedFile.all
}
