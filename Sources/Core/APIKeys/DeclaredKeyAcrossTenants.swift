import Console
import HTML
import Postgres
import Secrets

/// An API key as a script declares it.
package struct DeclaredKey: Sendable {
    package var name: String
    package var scopes: [Scope]
    /// Networks in CIDR form; if empty, calls may come from anywhere.
    package var addresses: [String]
    package var requestsPerMinute: Int
    /// The days from now after which the key expires, when it is created.
    package var days: Int

    package static let usualDays = 90
    package static let usualRequests = 600

    package init(
        name: String, scopes: [Scope], addresses: [String] = [], requestsPerMinute: Int = usualRequests,
        days: Int = usualDays
    ) {
        self.name = name
        self.scopes = scopes
        self.addresses = addresses
        self.requestsPerMinute = requestsPerMinute
        self.days = days
    }

    var form: KeyForm {
        var form = KeyForm()
        (form.name, form.scopes, form.rate) = (
            name, Scope.all.filter { scopes.contains($0) }, String(requestsPerMinute)
        )
        form.addresses = addresses.joined(separator: " ")
        return form
    }

    /// Returns the error that the console would show for this key; nil if it is valid.
    package var wrong: String? {
        var form = form
        form.checkFields()
        guard (1...KeyForm.mostDays).contains(days) else { return "“days” is a number from 1 to \(KeyForm.mostDays)" }
        return form.errors.values.first?.resolve(in: .en)
    }
}

extension BootstrapAcrossTenants {
    /// Returns the new key's text, which no stored value could show again; nil if the tenant has a key of that name.
    package func declare(_ key: DeclaredKey, in tenant: Tenant, in tx: borrowing TenantTransaction) throws -> String? {
        let inside = try enter(tenant, tx)
        var text: String?
        if try inside.first(KeyQueries.named(key.name)) == nil {
            let expires = actor.now.adding(seconds: Int64(key.days) * 86400)
            let made = try KeySecret.add(key.form, expires: expires, in: inside, by: actor, keys)
            try trail.append(made.event, by: actor, in: inside)
            text = made.text
        }
        try leave(tx)
        return text
    }

    /// Lists how the keys of the entered tenant differ from the declaration.
    func drift(of keys: [DeclaredKey], _ slug: String, in inside: borrowing TenantTransaction) throws -> [String] {
        var lines: [String] = []
        let stored = try inside.rows(KeyQueries.all)
        let names = Set(keys.map(\.name))
        for row in stored {
            let name = try row.text("name")
            guard let key = keys.first(where: { $0.name == name }) else {
                lines.append("key “\(name)” of \(slug) is not in the file")
                continue
            }
            if try row.bool("is_disabled") { lines.append("key “\(name)” of \(slug) is disabled") }
            if try row.time("expires_at") <= actor.now {
                lines.append("key “\(name)” of \(slug) has expired: rotating does not prolong it, delete it first")
            }
            for (what, here, said) in [
                ("scopes", try row.texts("scopes").sorted(), key.scopes.map(\.id).sorted()),
                ("addresses", try row.texts("addresses").sorted(), key.form.ranges.map(\.description).sorted()),
                ("requests a minute", [String(try row.int("requests_per_minute"))], [String(key.requestsPerMinute)]),
            ] where here != said {
                lines.append(
                    "key “\(name)” of \(slug): \(what) “\(here.joined(separator: " "))”, in the file “\(said.joined(separator: " "))”"
                )
            }
        }
        return lines
            + names.subtracting(try stored.map { try $0.text("name") }).sorted().map {
                "key “\($0)” of \(slug) is not there"
            }
    }
}
