/// Converts typed cells, row by row, into the bytes of a file.
///
/// Call `begin` once, then for each row one method per column and `endRow`, then `finish`. No method waits or fails:
/// bytes are buffered until the caller takes them. So check `pending` after each row, and take the bytes when there
/// are about `SheetFormat.chunk`. Memory is the pending bytes plus at most 0.6 MiB.
///
/// It is a class, so that it can be passed as `any SheetWriter`; only one thread may use it at a time.
package protocol SheetWriter: AnyObject {
    func begin(columns: [SheetColumn])

    /// Text from outside, any bytes: invalid UTF-8 becomes U+FFFD, and a character that the format can't represent is
    /// escaped or becomes U+FFFD.
    func text(_ utf8: UnsafeRawBufferPointer)
    func integer(_ value: Int64)
    /// Exact money: `decimal(minorUnits: 1250, places: 2)` is 12.50. Places 0…18.
    func decimal(minorUnits: Int64, places: Int)
    func bool(_ value: Bool)
    /// Microseconds since 1970-01-01 00:00 in the zone that the column's title names, for JSON Lines in UTC; cut to
    /// the second. Outside the years 1…9999 (PostgreSQL's infinity is outside) the cell is empty.
    func time(_ localMicroseconds: Int64)
    /// Days since 1970-01-01; outside the years 1…9999 the cell is empty.
    func date(_ days: Int)
    /// 16 bytes.
    func uuid(_ bytes: UnsafeRawBufferPointer)
    func empty()

    func endRow()
    /// Says that the rows of the table are over: rows that follow are about it, and no filter takes them for its own.
    func endTable()
    func finish()

    /// Rows ended so far, without the header.
    var rows: Int { get }
    /// Bytes ready to be taken.
    var pending: Int { get }
    /// Passes the ready bytes to `body`, and drops them when it returns. `body` must not use the writer.
    func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

extension SheetWriter {
    package func endTable() {}

    package func text(_ string: String) {
        var string = string
        string.withUTF8 { text(UnsafeRawBufferPointer($0)) }
    }

    /// The ready bytes as an array: one copy, 3 µs for 64 KiB.
    package func take() -> [UInt8] {
        withPending { [UInt8]($0) }
    }
}
