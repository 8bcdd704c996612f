import CQREncode
import Glibc

/// A QR code as a square of modules, for the camera of a phone with an authenticator.
package struct QRCode: Sendable, Equatable {
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case empty
        /// At error correction M the largest code has room for 2,331 bytes.
        case tooLong
        /// libqrencode's errno.
        case library(Int32)

        package var description: String {
            switch self {
            case .empty: "there is nothing to put into a QR code: the caller gave an empty text"
            case .tooLong: "a text of more than 2,331 bytes fits no QR code: shorten the issuer or the account name"
            case .library(let code): "libqrencode failed with errno \(code): the process is likely out of memory"
            }
        }
    }

    /// The number of modules along a side, without the quiet zone.
    package let size: Int
    private let dark: [Bool]

    /// ISO/IEC 18004 requires a quiet zone of four modules on each side.
    package static let quietZone = 4

    /// Encodes the text as bytes, with error correction M, in the smallest version that it fits.
    package init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= 2_331 else { throw .tooLong }
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw .library(errno)
        }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // Bit 0 of each module's byte is its colour; the other bits say what it is for.
        dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    package subscript(column: Int, row: Int) -> Bool { dark[row * size + column] }

    /// N of `viewBox="0 0 N N"`, which includes the quiet zone.
    package var svgSize: Int { size + 2 * Self.quietZone }

    /// The `d` of one path that fills every dark module: a rectangle for each horizontal run.
    package var svgPath: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard self[column, row] else {
                    column += 1
                    continue
                }
                let start = column
                while column < size, self[column, row] { column += 1 }
                let run = column - start
                path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(run)v1h-\(run)z"
            }
        }
        return path
    }
}
