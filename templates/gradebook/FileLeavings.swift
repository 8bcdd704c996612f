import HTML

/// What of an uploaded file is not read, and why.
package struct FileLeavings: Sendable {
    package var told: [String]
    package var icons: Link

    /// nil if all of the file is read.
    init?(_ told: [String], _ frame: Frame) {
        guard !told.isEmpty else { return nil }
        (self.told, icons) = (told, frame.assets.icons)
    }

    private init(told: [String], icons: Link) { (self.told, self.icons) = (told, icons) }

    package static let sample = FileLeavings(told: ["The sheet “<x>” is not read."], icons: AssetLinks.sample.icons)
}
