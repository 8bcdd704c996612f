import Postgres

/// Objects in the form that Stripe sends, for one release of its API, with the nulls that it writes. Source: the types
/// of stripe-python 5.5, 6.7, 8.11, 9.12, 10.12, 11.6, 12.5, 13.2, 14.4, 15.6 and 16.1, and Stripe's changelog. Monthly
/// versions of one name (acacia and later) only add members; here each has its first and its newest form.
package struct StripeFixtures: Sendable {
    package enum Version: String, CaseIterable, Sendable {
        case november2022 = "2022-11-15"
        case august2023 = "2023-08-16"
        case october2023 = "2023-10-16"
        case april2024 = "2024-04-10"
        case june2024 = "2024-06-20"
        case firstAcacia = "2024-09-30.acacia"
        case acacia = "2025-02-24.acacia"
        case firstBasil = "2025-03-31.basil"
        case basil = "2025-08-27.basil"
        case firstClover = "2025-09-30.clover"
        case clover = "2026-02-25.clover"
        case dahlia = "2026-08-26.dahlia"
        case endive = "2026-10-28.endive"

        /// True if the items have the period, an invoice names no payment, and taxes are a list.
        package var isSplit: Bool {
            switch self {
            case .november2022, .august2023, .october2023, .april2024, .june2024, .firstAcacia, .acacia: false
            case .firstBasil, .basil, .firstClover, .clover, .dahlia, .endive: true
            }
        }
    }

    package var version: Version
    package var tenant: ID
    package var user: ID
    /// Distinguishes the names of one test's objects from those of another.
    package var word: String
    package var start: Int64
    package var plan = "premium"
    package var isLive = true

    package init(_ version: Version, tenant: ID, user: ID, word: String, start: Int64) {
        (self.version, self.tenant, self.user, self.word, self.start) = (version, tenant, user, word, start)
    }

    package func time(_ hours: Int64) -> Int64 { start + hours * 3600 }

    package func event(_ name: String, _ kind: String, at hours: Int64, _ object: String, before: String? = nil)
        -> String
    {
        let previous = before.map { ",\"previous_attributes\":\($0)" } ?? ""
        return """
            {"id":"evt_\(name)_\(word)","object":"event","api_version":"\(version.rawValue)","created":\(time(hours)),"livemode":\(isLive),\
            "pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"type":"\(kind)","data":{"object":\(object)\(previous)}}
            """
    }

    private func metadata(_ period: String = "month") -> String {
        """
        {"roost_tenant":"\(tenant)","roost_user":"\(user)","roost_plan":"\(plan)","roost_version":"1","roost_period":"\(period)",\
        "roost_checkout":"\(user)"}
        """
    }

    /// `until` is in hours.
    package func subscription(
        _ status: String = "active", until: Int64, cancelAt: Int64? = nil, cancelAtEnd: Bool = false,
        ended: Int64? = nil,
        price: Int = 999, more: [String] = []
    ) -> String {
        let period = "\"current_period_start\":\(start),\"current_period_end\":\(time(until))"
        return """
            {"id":"sub_\(word)","object":"subscription","status":"\(status)","cancel_at":\(cancelAt.map { String(time($0)) } ?? "null"),\
            "cancel_at_period_end":\(cancelAtEnd),"canceled_at":\(ended.map { String(time($0)) } ?? "null"),"currency":"eur",\
            \(version.isSplit ? "" : period + ",")"created":\(start),"start_date":\(start),"customer":"cus_\(word)",\
            "ended_at":\(ended.map { String(time($0)) } ?? "null"),"latest_invoice":null,"pause_collection":null,"metadata":\(metadata()),\
            "items":{"object":"list","data":[\((more + [item("", product: "prod_1", price: price, until: until)]).joined(separator: ","))]}}
            """
    }

    private func si(_ name: String) -> String { name.isEmpty ? "si_\(word)" : "si_\(name)_\(word)" }

    /// An item of a subscription; the one with the name "" was there first.
    package func item(_ name: String, product: String, price: Int, until: Int64) -> String {
        let period = "\"current_period_start\":\(start),\"current_period_end\":\(time(until)),"
        return """
            {"id":"\(si(name))","object":"subscription_item","created":\(start + (name.isEmpty ? 0 : 60)),\
            \(version.isSplit ? period : "")"quantity":1,"metadata":{},"subscription":"sub_\(word)",\
            "price":{"id":"price_\(name)","type":"recurring","unit_amount":\(price),"unit_amount_decimal":"\(price)","currency":"eur",\
            "product":"\(product)","recurring":{"interval":"month","interval_count":1}}}
            """
    }

    /// A line of an invoice about an item of the subscription.
    package func line(_ name: String, amount: Int, until: Int64) -> String {
        let parent =
            version.isSplit
            ? """
            "parent":{"type":"subscription_item_details","invoice_item_details":null,"subscription_item_details":{"proration":false,\
            "subscription":"sub_\(word)","subscription_item":"\(si(name))"}},"pricing":{"type":"price_details","price_details":\
            {"price":"price_\(name)","product":"prod_of_\(name)"}}
            """
            : """
            "type":"subscription","proration":false,"subscription":"sub_\(word)","subscription_item":"\(si(name))",\
            "price":{"id":"price_\(name)","product":"prod_of_\(name)"}
            """
        return """
            {"id":"il_\(name)","object":"line_item","amount":\(amount),"currency":"eur","discount_amounts":[],"discounts":[],"metadata":{},\
            "period":{"start":\(start),"end":\(time(until))},\(parent)}
            """
    }

    /// A line of an invoice about a product that is sold once.
    package func extra(_ product: String, amount: Int) -> String {
        let parent =
            version.isSplit
            ? """
            "parent":{"type":"invoice_item_details","subscription_item_details":null,"invoice_item_details":{"invoice_item":"ii_1",\
            "proration":false,"subscription":"sub_\(word)"}},"pricing":{"type":"price_details","price_details":\
            {"price":"price_once","product":"\(product)"}}
            """
            : """
            "type":"invoiceitem","proration":false,"subscription":"sub_\(word)","invoice_item":"ii_1",\
            "price":{"id":"price_once","type":"one_time","product":"\(product)"}
            """
        return """
            {"id":"il_once","object":"line_item","amount":\(amount),"currency":"eur","discount_amounts":[],"discounts":[],"metadata":{},\
            "period":{"start":\(start),"end":\(start)},\(parent)}
            """
    }

    package func invoice(_ number: Int, paid: Int = 999, tax: Int = 160, until: Int64, lines: [String] = []) -> String {
        let one =
            "{\"id\":\"il_1\",\"amount\":\(paid),\"period\":{\"start\":\(start),\"end\":\(time(until))},\"metadata\":{}}"
        let details = "\"subscription_details\":{\"subscription\":\"sub_\(word)\",\"metadata\":\(metadata())}"
        let own =
            version.isSplit
            ? """
            "parent":{"type":"subscription_details",\(details),"quote_details":null},"total_taxes":[{"amount":\(tax),"tax_behavior":"inclusive"}],\
            "subscription_details":null
            """
            : """
            "subscription":"sub_\(word)","subscription_details":{"metadata":\(metadata())},"payment_intent":"pi_\(number)_\(word)",\
            "charge":"ch_\(number)_\(word)","tax":\(tax),"total_tax_amounts":[{"amount":\(tax),"inclusive":true}],"parent":null
            """
        return """
            {"id":"in_\(number)_\(word)","object":"invoice","amount_paid":\(paid),"amount_due":\(paid),"currency":"eur","billing_reason":"subscription_cycle",\
            "customer":"cus_\(word)","customer_address":{"city":null,"country":"ES","line1":null},\(own),\
            "lines":{"object":"list","data":[\((lines.isEmpty ? [one] : lines).joined(separator: ","))],"has_more":false}}
            """
    }

    /// The payment that settled an invoice; nil if the invoice itself names it.
    package func invoicePayment(_ number: Int) -> String? {
        version.isSplit
            ? """
            {"id":"inpay_\(number)_\(word)","object":"invoice_payment","invoice":"in_\(number)_\(word)","amount_paid":999,"currency":"eur",\
            "payment":{"type":"payment_intent","payment_intent":"pi_\(number)_\(word)"},"status":"paid"}
            """ : nil
    }

    /// The card with which the customer pays from now on.
    package func card(_ fingerprint: String) -> String {
        """
        {"id":"pm_\(word)","object":"payment_method","billing_details":{"email":null},"card":{"brand":"visa","country":"ES",\
        "exp_month":4,"exp_year":2031,"fingerprint":"\(fingerprint)","funding":"credit","last4":"4242","wallet":null},\
        "created":\(start),"customer":"cus_\(word)","livemode":\(isLive),"metadata":{},"type":"card"}
        """
    }

    /// A charge of that card.
    package func charged(_ number: Int, card fingerprint: String) -> String {
        """
        {"id":"ch_\(number)_\(word)","object":"charge","amount":999,"amount_refunded":0,"currency":"eur","customer":"cus_\(word)",\
        "payment_intent":"pi_\(number)_\(word)","payment_method_details":{"card":{"brand":"visa","fingerprint":"\(fingerprint)",\
        "last4":"4242"},"type":"card"},"refunded":false,"status":"succeeded"}
        """
    }

    package func charge(_ number: Int, refunded: Int) -> String {
        let invoice = version.isSplit ? "" : ",\"invoice\":\"in_\(number)_\(word)\""
        return """
            {"id":"ch_\(number)_\(word)","object":"charge","amount":999,"amount_refunded":\(refunded),"currency":"eur",\
            "payment_intent":"pi_\(number)_\(word)","refunded":\(refunded == 999)\(invoice)}
            """
    }

    /// The dispute of a charge; `moved` are the sums of its balance transactions, in the account's own currency.
    package func dispute(
        _ number: Int, _ status: String, _ name: String = "", amount: Int = 999, opened: Int64, moved: [Int] = []
    ) -> String {
        let transactions = moved.map {
            """
            {"id":"txn_\($0)","object":"balance_transaction","amount":\($0),"currency":"usd","fee":\($0 < 0 ? 1500 : 0),\
            "net":\($0 < 0 ? $0 - 1500 : $0),"reporting_category":"\($0 < 0 ? "dispute" : "dispute_reversal")","type":"adjustment"}
            """
        }
        return """
            {"id":"du_\(number)\(name)_\(word)","object":"dispute","amount":\(amount),"balance_transactions":[\(transactions.joined(separator: ","))],\
            "charge":"ch_\(number)_\(word)","created":\(time(opened)),"currency":"eur","enhanced_eligibility_types":[],\
            "evidence":{"access_activity_log":null,"customer_email_address":null,"product_description":null,"uncategorized_text":null},\
            "evidence_details":{"due_by":\(time(opened + 216)),"has_evidence":false,"past_due":false,"submission_count":0},\
            "is_charge_refundable":\(status.hasPrefix("warning")),"livemode":\(isLive),"metadata":{},"payment_intent":"pi_\(number)_\(word)",\
            "payment_method_details":{"card":{"brand":"visa","case_type":"chargeback","network_reason_code":"10.4"},"type":"card"},\
            "reason":"fraudulent","status":"\(status)"}
            """
    }

    package func refund(_ number: Int, _ name: String, amount: Int, status: String) -> String {
        """
        {"id":"re_\(name)_\(word)","object":"refund","amount":\(amount),"currency":"eur","charge":"ch_\(number)_\(word)",\
        "payment_intent":"pi_\(number)_\(word)","status":"\(status)","failure_reason":null}
        """
    }

    /// An item that is sold once.
    package func session(_ number: Int, total: Int = 999) -> String {
        """
        {"id":"cs_\(number)_\(word)","object":"checkout.session","mode":"payment","payment_status":"paid","amount_total":\(total),"currency":"eur",\
        "payment_intent":"pi_\(number)_\(word)","subscription":null,"invoice":null,"metadata":\(metadata("once")),\
        "total_details":{"amount_tax":160,"amount_discount":0},"customer_details":{"address":{"country":"ES"},"email":null}}
        """
    }
}
