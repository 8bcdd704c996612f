import Console
import Postgres

/// Example requests and rows for the tests that walk all routes and tables.
extension CycleFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("cycle-bundles/:rules") { [("note", "Note \($0.word)")] },
                .post("cycle-simulator") { _ in [("today", "2026-11-20"), ("periods", "2026-11-01 5")] },
            ],
            objects: [
                ObjectExample("bundle") { tx, values in try Self.publish(in: tx, values) },
                ObjectExample("rules") { tx, values in
                    try Self.disclaim(in: tx, values)
                    return try Self.add(
                        RuleSets.catalogue, AppRules().content.values.merging(["name": "Rules \(values.word)"]) { $1 },
                        in: tx, values)
                },
                // A release can only be published if the disclaimers are.
                ObjectExample("entry") { tx, values in try Self.disclaim(in: tx, values) },
            ],
            entries: [
                Articles.catalogue.path: ["topic": "fertility"],
                Disclaimers.catalogue.path: ["about": Disclaimers.Subject.other.rawValue],
                RuleSets.catalogue.path: AppRules().content.values.merging(["name": "Rules of the table"]) { $1 },
                Releases.catalogue.path: ["platform": "ios", "app_version": "1.0.0"],
            ])
    }

    /// Publishes all required disclaimers, in English; returns the id of the last.
    @discardableResult
    private static func disclaim(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        var last = ID.make()
        for subject in Disclaimers.Subject.required {
            last = try add(
                Disclaimers.catalogue, ["about": subject.rawValue, "text.en": "Disclaimer \(values.word)"], in: tx,
                values)
        }
        return last
    }

    /// Adds a published entry.
    private static func add(
        _ catalogue: CatalogueDeclaration, _ fields: [String: String], in tx: borrowing TenantTransaction,
        _ values: ExampleValues
    ) throws -> ID {
        var content = Content()
        for (name, value) in fields { content[name] = value }
        var actor = Actor.script("example")
        actor.name = "Admin \(values.word)"
        let id = ID.make()
        try tx.execute(
            CatalogueQueries.add(
                id, tenant: tx.tenant, catalogue: catalogue.path, key: "k\(String(id.description.suffix(12)))",
                now: .now))
        try tx.execute(
            CatalogueQueries.addDraft(
                id, tenant: tx.tenant, number: 1, content, name: catalogue.entryName(content, ["en"]),
                languages: ["en"],
                by: actor))
        try tx.execute(CatalogueQueries.publish(id, from: nil, by: actor))
        return id
    }

    /// Adds a bundle, and one day of downloads.
    private static func publish(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        let id = ID.make()
        let number = (try tx.first(BundleQueries.newest)?.int("number") ?? 0) + 1
        try tx.execute(
            """
            insert into cycle_bundles (tenant_id, id, number, published_at, published_by, note, contents, languages)
            values (\(tx.tenant), \(id), \(number), now(), \("Admin \(values.word)"), \("Note \(values.word)"), '{}', '{en}')
            """)
        try tx.execute(BundleQueries.addFile(id, tenant: tx.tenant, language: "en", file: "File \(values.word)\n"))
        try tx.execute(DownloadQueries.add(["en"], downloads: [1], checks: [1]))
        return id
    }
}
