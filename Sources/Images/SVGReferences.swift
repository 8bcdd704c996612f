/// Counts the elements to draw when every `use`, pattern, mask and marker is drawn at each reference. Ten elements,
/// each of which refers ten times to the one before, are ten thousand million elements to draw.
struct SVGReferences {
    private static let most = 100_000
    /// The longest chain of parts that refer to each other: each is a nested call.
    private static let mostDepth = 200
    private var parts: [String: SVGNode] = [:]
    private let root: SVGNode

    init(_ root: SVGNode) {
        self.root = root
        gather(root)
    }

    private mutating func gather(_ node: SVGNode) {
        if let id = node.value("id"), parts[id] == nil { parts[id] = node }
        for child in node.children { gather(child) }
    }

    /// False also for a part that refers to itself, directly or through others.
    var isBounded: Bool {
        var known: [String: Int] = [:]
        var open: Set<String> = []
        return (cost(root, &known, &open) ?? .max) <= Self.most
    }

    /// Returns nil for an endless or too deeply nested part.
    private func cost(_ node: SVGNode, _ known: inout [String: Int], _ open: inout Set<String>) -> Int? {
        var sum = 1
        for child in node.children {
            guard let cost = cost(child, &known, &open) else { return nil }
            sum += cost
        }
        for (name, value) in node.attributes {
            for id in name == "href" ? [String(value.dropFirst())] : SVGRules.references(value) {
                guard let cost = cost(of: id, &known, &open) else { return nil }
                sum += cost
            }
        }
        return min(sum, Self.most + 1)
    }

    private func cost(of id: String, _ known: inout [String: Int], _ open: inout Set<String>) -> Int? {
        if let cost = known[id] { return cost }
        guard let part = parts[id] else { return 0 }
        guard open.count < Self.mostDepth, open.insert(id).inserted else { return nil }
        defer { open.remove(id) }
        let cost = cost(part, &known, &open)
        known[id] = cost
        return cost
    }
}
