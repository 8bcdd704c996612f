// modules: Sheets Images
@testable import Images
@testable import Sheets

/// What a process says that has read a stranger's file, and that the file may have taken over: rows, and pictures.
enum Told: Fuzzed {
    static let name = "told"
    static let longest = 8_192

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        if case .success(let image)? = ImageAnswer.read(rest, .icon) {
            try Broken.unless(image.width <= 512 && image.height <= 512, "as large as is allowed")
        }
        var (reader, at) = (RowStream.Reader(), 0)
        while at < rest.count {
            let end = min(at + 1 + Int(first), rest.count)
            reader.add(Array(rest[at..<end]))
            at = end
            loop: while let said = try? reader.next() {
                switch said {
                case .row(let row): try Broken.unless(row.cells.count <= SheetLimits.columns, "some columns")
                case .end: return
                case .nothing: break loop
                }
            }
        }
    }
}
