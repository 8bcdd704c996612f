/// The text before each column's cells, built once: `,"email":` in JSON, `<c r="B` in XLSX.
struct Labels: ~Copyable {
    private var bytes = Output(capacity: 512)
    private var ends: [Int] = [0]
    private(set) var longest = 0

    var count: Int { ends.count - 1 }

    /// Adds the label that `write` appends.
    mutating func add(_ write: (inout Output) -> Void) {
        write(&bytes)
        longest = max(longest, bytes.count - ends[count])
        ends.append(bytes.count)
    }

    /// Copies a label to a place that has at least `longest` free bytes.
    @inline(__always)
    func put(_ index: Int, at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let start = ends[index]
        return end.put(bytes.start + start, ends[index + 1] - start)
    }
}
