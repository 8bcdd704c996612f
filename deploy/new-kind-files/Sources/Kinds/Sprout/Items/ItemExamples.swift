import Console
import Postgres

/// How the tests that walk all routes and tables call the feature.
extension ItemsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("sprout-items") { [("name", "Item \($0.word)"), ("state", "open"), ("note", "")] },
                .post("sprout-items/closing"),
                .post("sprout-items/:item") {
                    [("name", "Item \($0.word)"), ("state", "done"), ("note", "Changed"), ("version", "1")]
                },
                .post("sprout-items/:item/deletion"),
                .post("sprout-items/import") { [("pasted", "name;state\nItem \($0.word);open\n")] },
            ],
            objects: [
                ObjectExample("item") { tx, values in
                    let id = ID.make()
                    let item = Item(
                        name: "Item \(values.word) \(id)", note: "Note \(values.word)", owner: values.user)
                    try tx.execute(ItemQueries.add(id, tenant: tx.tenant, item, now: .now))
                    return id
                }
            ])
    }
}
