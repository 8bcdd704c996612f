/// Takes typed cells, row by row, and turns them into the bytes of a file.
///
/// Call `begin` once, then for each row one method per column and `endRow`, then `finish`. Nothing here waits or
/// fails: bytes pile up until the caller takes them, so look at `pending` after each row and take them from about
/// `SheetFormat.chunk` on. Memory is what is pending plus a fixed 0.6 MiB at most.
///
/// A class, so that one can be handed around as `any SheetWriter`; it belongs to one thread at a time.
package protocol SheetWriter: AnyObject {
    func begin(columns: [SheetColumn])

    /// Text from outside, any bytes: what is not UTF-8 becomes U+FFFD, what a format can't hold is escaped or U+FFFD.
    func text(_ utf8: UnsafeRawBufferPointer)
    func integer(_ value: Int64)
    /// Exact money: `decimal(minorUnits: 1250, places: 2)` is 12.50. Places 0…18.
    func decimal(minorUnits: Int64, places: Int)
    func bool(_ value: Bool)
    /// Microseconds since 1970-01-01 00:00 on the clock of the zone that the column's head says, in JSON Lines of UTC; cut to
    /// the second.
    /// Outside the years 1…9999 (PostgreSQL's infinity among them) the cell is empty.
    func time(_ localMicroseconds: Int64)
    /// Days since 1970-01-01; outside the years 1…9999 the cell is empty.
    func date(_ days: Int)
    /// 16 bytes.
    func uuid(_ bytes: UnsafeRawBufferPointer)
    func empty()

    func endRow()
    func finish()

    /// Rows ended so far, headers not counted.
    var rows: Int { get }
    /// Bytes ready to be taken.
    var pending: Int { get }
    /// Lends the ready bytes, and forgets them when `body` returns. `body` must not use the writer.
    func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

extension SheetWriter {
    package func text(_ string: String) {
        var string = string
        string.withUTF8 { text(UnsafeRawBufferPointer($0)) }
    }

    /// The ready bytes as an array: one copy, 3 µs for 64 KiB.
    package func take() -> [UInt8] {
        withPending { [UInt8]($0) }
    }
}
