/// Writes one JSON object per row, with the columns' ids as keys. Numbers are exact: read large ones and money as
/// decimals.
package final class JSONLinesWriter: SheetWriter {
    // Unchecked: see CSVWriter.
    @exclusivity(unchecked) private var output = Output(capacity: 2 * SheetFormat.chunk)
    private let stops = Stops(Array(0..<0x20) + Array("\"\\".utf8))
    /// `{"id":` or `,"name":`, ready to copy.
    private var keys = Labels()
    private var column = 0
    package private(set) var rows = 0

    package init() {}

    package func begin(columns: [SheetColumn]) {
        precondition(keys.count == 0 && !columns.isEmpty, "begin once, with columns")
        for (index, column) in columns.enumerated() {
            precondition(column.id.utf8.allSatisfy(Self.isKeyByte), "a column's id is a machine name")
            keys.add { key in
                key.append(index == 0 ? 0x7B : 0x2C)
                key.append(0x22)
                key.append(string: column.id)
                key.append("\":")
            }
        }
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        0x20..<0x7F ~= byte && byte != 0x22 && byte != 0x5C
    }

    /// Reserves a value of at most `size` bytes, and writes its key.
    @inline(__always)
    private func value(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        precondition(column < keys.count, "more cells than columns")
        let end = keys.put(column, at: output.reserve(size + keys.longest))
        column += 1
        return end
    }

    package func text(_ utf8: UnsafeRawBufferPointer) {
        let count = utf8.count
        let end = value(count + 2).put(0x22)
        guard let text = utf8.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return output.end(at: end.put(0x22))
        }
        if stops.run(text, count) == count { return output.end(at: end.put(text, count).put(0x22)) }
        output.end(at: end)
        stops.append(text, count, to: &output) { rest, _, output in
            switch rest[0] {
            case 0x22: output.append("\\\"")
            case 0x5C: output.append("\\\\")
            case 0x0A: output.append("\\n")
            case 0x0D: output.append("\\r")
            case 0x09: output.append("\\t")
            case let control:
                output.append("\\u")
                output.end(at: Digits.hex4(control, at: output.reserve(4)))
            }
        }
        output.append(0x22)
    }

    package func integer(_ value: Int64) {
        output.end(at: Digits.integer(value, at: self.value(Digits.longest)))
    }

    package func decimal(minorUnits: Int64, places: Int) {
        output.end(at: Digits.decimal(minorUnits, places: places, at: value(Digits.longest)))
    }

    package func bool(_ value: Bool) {
        output.end(at: value ? self.value(5).put("true") : self.value(5).put("false"))
    }

    /// Writes RFC 3339, with its offset.
    package func time(_ microseconds: Int64) {
        guard let time = LocalTime(microseconds: microseconds) else { return empty() }
        let end = time.putDate(at: value(22).put(0x22)).put(0x54)
        output.end(at: time.putClock(at: end).put(0x5A).put(0x22))
    }

    package func date(_ days: Int) {
        guard let day = LocalTime(days: days) else { return empty() }
        output.end(at: day.putDate(at: value(12).put(0x22)).put(0x22))
    }

    package func uuid(_ bytes: UnsafeRawBufferPointer) {
        output.end(at: Digits.uuid(bytes, at: value(38).put(0x22)).put(0x22))
    }

    package func empty() {
        output.end(at: value(4).put("null"))
    }

    package func endRow() {
        precondition(column == keys.count, "fewer cells than columns")
        output.append("}\n")
        column = 0
        rows += 1
    }

    package func finish() {}

    package var pending: Int { output.count }

    package func withPending<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try output.drain(body)
    }
}
