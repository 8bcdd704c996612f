import Console
import Core
import JSON
import Postgres

/// A goal type as an app has it, and answers that its form takes.
struct SimulatedGoalType: Sendable {
    /// The demo's type whose percent follows from the weight.
    static let weightLoss = "weight_loss"

    let key: String
    private let fields: [FormField]

    /// Those that recipients can choose now, and whose forms want no file: a simulated phone has none.
    static func all(in simulation: Simulation) throws -> [SimulatedGoalType] {
        let languages = simulation.tenant.languages
        return try simulation.inTenant { tx in
            try tx.rows(
                """
                select entry.key, live.content from \(CatalogueQueries.all)
                where entry.catalogue = \(Goals.catalogue.path) and entry.retired_at is null and live.content is not null
                order by entry.position, entry.key limit 100
                """
            ).map { row in
                try SimulatedGoalType(
                    key: try row.text("key"),
                    fields: FormField.all(
                        of: Content(json: try row.text("content")), languages.first ?? "en", languages))
            }.filter { type in !type.fields.contains { $0.isRequired && $0.kind == .file } }
        }
    }

    /// Answers to what must be answered.
    func answers(_ chance: inout SimulatedChance) -> JSONText {
        .object(
            fields.filter(\.isRequired).map { field in
                let value: JSONText =
                    switch field.kind {
                    case .number: .int(field.some)
                    case .choice: .string(field.values.first ?? "")
                    case .several: .array(field.values.prefix(1).map { .string($0) })
                    case .day: "2027-05-01"
                    case .yes: .bool(chance.happens(50))
                    case .text, .file: .string(chance.one(of: SimulatedFitnessWords.goals) ?? "Бегать")
                    }
                return (field.key, value)
            })
    }
}
