import Console
import Postgres
import Secrets

/// The last four digits of the card of a charge. Several tenants may sell through one account of the provider, so the
/// event with the digits may be about another's customer, and it often comes before the one that books the charge.
/// Until then the digits are masked with the charge's name, which is stored nowhere here: only the event that books the
/// charge has it.
struct CardKeeping {
    let provider: Provider
    let keys: InstallationKeys

    /// The charge's name, and the digits, as they are stored with the event.
    func masked(_ card: ChargeCard, of tenant: ID) -> (charge: String, card: String) {
        (mark(card.charge, of: tenant), shifted(card.last4, by: pad(card.charge, of: tenant)))
    }

    /// Keeps the digits with the payment that has that name, if it is booked here and they have come.
    func keep(_ charge: String, in tx: borrowing TenantTransaction) throws {
        guard let owner = try tx.first(PaymentQueries.charge(named: charge, by: provider.rawValue)) else { return }
        let reference = try owner.text("reference")
        let (tenant, payment, user) = (tx.tenant, try owner.id("id"), try owner.id("user_id"))
        let names = try tx.rows(ProviderEventQueries.names(of: reference, provider)).map { try $0.text("name") }
        let marks = Dictionary(([reference] + names).map { (mark($0, of: tenant), $0) }) { first, _ in first }
        for row in try tx.rows(ProviderEventQueries.cards(marks.keys.sorted(), provider)) {
            guard let name = try marks[row.text("charge")] else { continue }
            let digits = shifted(try row.text("card"), by: Self.range - pad(name, of: tenant))
            try tx.execute(PaymentQueries.addCard(digits, of: payment, user: user, tenant: tenant))
            try tx.execute(ProviderEventQueries.forgetCard(try row.id("id")))
        }
    }

    private static let range = 10_000

    private func mark(_ charge: String, of tenant: ID) -> String { Hex.encode(hash("charge \(charge)", of: tenant)) }

    private func pad(_ charge: String, of tenant: ID) -> Int {
        hash("card \(charge)", of: tenant).prefix(6).reduce(0) { $0 << 8 | Int($1) } % Self.range
    }

    private func hash(_ words: String, of tenant: ID) -> [UInt8] {
        MAC.hmac(tenant.bytes + Array("\(provider.rawValue) \(words)".utf8), key: keys.payers)
    }

    private func shifted(_ digits: String, by pad: Int) -> String {
        String(String(Self.range + ((Int(digits) ?? 0) + pad) % Self.range).dropFirst())
    }
}
