import Console

/// The items of a subscription at a card provider. The one that was added first stands for the subscription as a whole, as
/// the only one does; each of the others is a subscription of its own here, named `sub_…/si_…`.
struct CardItems {
    let all: [ProviderObject]

    init(_ subscription: ProviderObject) {
        all = (subscription["items"]?["data"]?.elements ?? []).sorted {
            ($0["created"]?.int ?? 0, $0["id"]?.text ?? "") < ($1["created"]?.int ?? 0, $1["id"]?.text ?? "")
        }
    }

    var main: ProviderObject? { all.first }

    var others: [(name: String, item: ProviderObject)] {
        all.dropFirst().compactMap { item in item["id"]?.text.map { ($0, item) } }
    }
}

/// The lines of an invoice, by what they are for: an item of the subscription, or a product that is sold once.
struct CardInvoice {
    enum Key: Hashable {
        /// The subscription as a whole.
        case whole
        case item(String)
        case once(String)

        var isItem: Bool { if case .item = self { true } else { false } }
        var isOnce: Bool { if case .once = self { true } else { false } }
    }

    struct Part {
        var name: String
        var key: Key
        var charge: ChargeFacts
    }

    let lines: [ProviderObject]

    init(_ invoice: ProviderObject) { lines = invoice["lines"]?["data"]?.elements ?? [] }

    /// Divides the charge among what it was for, in proportion to the lines, to the last minor unit: discounts and tax, which
    /// may be of the invoice as a whole, fall on each. The first part is the subscription's. Empty if all is for one.
    func parts(of whole: ChargeFacts) -> [Part] {
        let weights = weights()
        guard weights.count > 1, whole.amount.minor > 0 else { return [] }
        let total = weights.reduce(0) { $0 + $1.weight }
        let tax = Money(min(whole.tax, whole.amount.minor), whole.amount.currency)
        var (until, parts) = (0, [Part]())
        for (key, weight) in weights {
            let from = until
            until += weight
            let start = whole.amount.share(from, of: total).minor
            let amount = whole.amount.share(until, of: total).minor - start
            guard amount > 0 else { continue }
            var charge = whole
            charge.amount.minor = amount
            charge.tax = min(tax.share(until, of: total).minor - tax.share(from, of: total).minor, amount)
            charge.part = .init(charge: whole.reference, from: start, whole: whole.amount.minor)
            charge.base = whole.subscription
            var name = ""
            switch key {
            case .whole: break
            case .item(let item): (name, charge.subscription) = (item, "\(whole.subscription)/\(item)")
            case .once(let product): (name, charge.subscription) = (product, "\(whole.reference)/\(product)")
            }
            if !parts.isEmpty { charge.reference = "\(whole.reference)/\(name)" }
            parts.append(Part(name: name, key: key, charge: charge))
        }
        return parts.count > 1 ? parts : []
    }

    /// What the lines of each key come to, the subscription's first; nothing if no line is the subscription's.
    private func weights() -> [(key: Key, weight: Int)] {
        var (weights, order) = ([Key: Int](), [Key]())
        for line in lines {
            let key = Self.key(line)
            if weights[key] == nil { order.append(key) }
            weights[key, default: 0] += Self.weight(line)
        }
        // A line that names no item is of the first one.
        if let loose = weights[.whole], let first = order.first(where: \.isItem) {
            weights[first, default: 0] += loose
            weights[.whole] = nil
        }
        order.removeAll { weights[$0, default: 0] <= 0 }
        guard let first = order.firstIndex(where: { !$0.isOnce }) else { return [] }
        order.insert(order.remove(at: first), at: 0)
        return order.map { ($0, weights[$0, default: 0]) }
    }

    /// Before 2025-03-31 a line names the item itself, since then in its parent. In later versions, the proration of a plan
    /// names only the product.
    private static func key(_ line: ProviderObject) -> Key {
        let parent = line["parent"]
        let item = line["subscription_item"] ?? parent?["subscription_item_details"]?["subscription_item"]
        if let item = item?.id { return .item(item) }
        let extra = parent?["invoice_item_details"]
        let isProration = line["proration"]?.isTrue ?? extra?["proration"]?.isTrue ?? false
        guard line["type"]?.text == "invoiceitem" || extra != nil, !isProration,
            let product = (line["price"]?["product"] ?? line["pricing"]?["price_details"]?["product"])?.id
        else { return .whole }
        return .once(product)
    }

    private static func weight(_ line: ProviderObject) -> Int {
        func bounded(_ sum: Int) -> Int { min(max(sum, -Money.most), Money.most) }
        let off = line["discount_amounts"]?.elements ?? []
        return off.reduce(bounded(line["amount"]?.int ?? 0)) { $0 - bounded($1["amount"]?.int ?? 0) }
    }
}
