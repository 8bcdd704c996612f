import Glibc

/// A network in CIDR form, of IPv4 or IPv6: `10.0.0.0/8`, `2001:db8::/32`. An address without a length is a network
/// of one.
package struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    private let bytes: [UInt8]
    private let length: Int

    /// nil for a text that is no network, and for a network with bits set after its length: `10.0.0.1/8` is more
    /// likely a mistake than a wish for sixteen million addresses.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let bytes = Self.bytes(String(parts[0])) else { return nil }
        self.bytes = bytes
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
                let length = Int(parts[1]), length <= bytes.count * 8
            else { return nil }
            self.length = length
        } else {
            length = bytes.count * 8
        }
        guard Self.masked(bytes, length) == bytes else { return nil }
    }

    /// Returns the network that limits count by: an IPv4 address, or the /64 that one household or machine gets in
    /// IPv6. nil for a text that is no address.
    package static func network(of address: String) -> AddressRange? {
        guard let bytes = Self.bytes(address) else { return nil }
        let length = bytes.count == 4 ? 32 : 64
        return AddressRange(bytes: masked(bytes, length), length: length)
    }

    /// Returns the address in one spelling: a dual-stack socket writes `::ffff:10.0.0.1` for 10.0.0.1. nil for a text
    /// that is no address.
    package static func address(_ text: String) -> String? {
        bytes(text).map { AddressRange(bytes: $0, length: $0.count * 8).start }
    }

    private init(bytes: [UInt8], length: Int) {
        self.bytes = bytes
        self.length = length
    }

    /// True for addresses of this machine itself, which no network can reach.
    package var isLoopback: Bool {
        bytes.count == 4
            ? bytes[0] == 127 && length >= 8
            : length == 128 && bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// False for a text that is no address.
    package func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(address), other.count == bytes.count else { return false }
        return Self.masked(other, length) == bytes
    }

    /// Returns the network that an address belongs to, as text: a client with an IPv6 address has a whole /64.
    /// Returns a text that is no address unchanged.
    package static func neighbourhood(of address: String) -> String { network(of: address)?.description ?? address }

    /// The network in one spelling, always with the length.
    package var description: String { start + "/\(length)" }

    private var start: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func masked(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, length - index * 8))
            return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
        }
    }

    /// Returns 4 or 16 bytes. A dual-stack socket writes `::ffff:10.0.0.1` for 10.0.0.1.
    private static func bytes(_ text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return Array(sixteen[..<12]) == mapped ? Array(sixteen[12...]) : sixteen
    }
}
