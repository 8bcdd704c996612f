/// What an Accept-Encoding header allows (RFC 9110, 12.5.3).
enum AcceptedCodings {
    /// True if the header names gzip, or `*`, with a weight above 0.
    static func takeGzip(_ header: String?) -> Bool {
        var anything = false
        for element in (header ?? "").split(separator: ",") {
            let parts = element.split(separator: ";").map { String($0).trimmingSpaces.lowercased() }
            guard let coding = parts.first else { continue }
            let isWanted = parts.dropFirst().allSatisfy { part in
                guard part.hasPrefix("q=") else { return true }
                return Double(part.dropFirst(2)).map { $0 > 0 } ?? false
            }
            switch coding {
            case "gzip", "x-gzip": return isWanted
            case "*": anything = isWanted
            default: break
            }
        }
        return anything
    }
}
