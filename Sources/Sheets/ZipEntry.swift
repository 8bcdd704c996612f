/// One part of a ZIP file, and its three records (PKWARE APPNOTE 4.3.7, 4.3.9 and 4.3.12).
struct ZipEntry {
    let name: String
    let offset: UInt64
    var crc: UInt32
    var size: UInt64
    var packed: UInt64
    /// True if the part is deflated and its sizes follow it; false if it is stored and its sizes precede it.
    let isStream: Bool

    /// 1980-01-01, the first day that ZIP supports: so a file does not depend on the time at which it was made.
    private static let day: UInt64 = 0x21

    private func putCommon(to output: inout Output, version: UInt64) {
        output.little(version, 2)
        output.little(isStream ? 0x0808 : 0x0800, 2)  // names are UTF-8; bit 3: a data descriptor follows
        output.little(isStream ? 8 : 0, 2)
        output.little(0, 2)
        output.little(Self.day, 2)
        output.little(UInt64(crc), 4)
    }

    func putHeader(to output: inout Output) {
        output.little(0x0403_4B50, 4)
        putCommon(to: &output, version: 20)
        output.little(packed, 4)
        output.little(size, 4)
        output.little(UInt64(name.utf8.count), 2)
        output.little(0, 2)
        output.append(string: name)
    }

    func putDescriptor(to output: inout Output, wideFrom: UInt64) {
        let width = max(size, packed) >= wideFrom ? 8 : 4
        output.little(0x0807_4B50, 4)
        output.little(UInt64(crc), 4)
        output.little(packed, width)
        output.little(size, width)
    }

    func putDirectory(to output: inout Output, wideFrom: UInt64) {
        let wide = [size, packed, offset].filter { $0 >= wideFrom }
        output.little(0x0201_4B50, 4)
        output.little(wide.isEmpty ? 20 : 45, 2)
        putCommon(to: &output, version: wide.isEmpty ? 20 : 45)
        output.little(packed >= wideFrom ? 0xFFFF_FFFF : packed, 4)
        output.little(size >= wideFrom ? 0xFFFF_FFFF : size, 4)
        output.little(UInt64(name.utf8.count), 2)
        output.little(wide.isEmpty ? 0 : UInt64(4 + wide.count * 8), 2)
        output.little(0, 2)  // comment
        output.little(0, 2)  // disk
        output.little(0, 2)  // internal attributes
        output.little(0, 4)  // external attributes
        output.little(offset >= wideFrom ? 0xFFFF_FFFF : offset, 4)
        output.append(string: name)
        guard !wide.isEmpty else { return }
        output.little(1, 2)
        output.little(UInt64(wide.count * 8), 2)
        for value in wide { output.little(value, 8) }  // size, packed, offset: the order is fixed
    }
}

extension Output {
    /// Writes a number of `width` bytes, little-endian.
    mutating func little(_ value: UInt64, _ width: Int) {
        for place in 0..<width { append(UInt8(truncatingIfNeeded: value >> UInt64(place * 8))) }
    }
}
