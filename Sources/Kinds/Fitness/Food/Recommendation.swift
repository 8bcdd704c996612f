import Console
import Core
import HTML
import Postgres

/// A recommendation of the catalogue as it stands for one goal.
struct Recommendation: Sendable {
    /// The entry's id.
    let id: ID
    let key: String
    let version: Int
    /// The recipient confirms by a tick that it was followed.
    let isConfirmed: Bool
    let tickedAt: Timestamp?
    private let content: Content

    /// How much of a text the feed repeats.
    private static let shortest = 200

    init(_ row: Row) throws {
        id = try row.id("id")
        key = try row.text("key")
        version = try row.int("number")
        content = Content(json: try row.text("content"))
        isConfirmed = content["confirm"] == "yes"
        tickedAt = try row.timeOrNil("ticked_at")
    }

    func text(_ language: String, _ languages: [String]) -> String { content.text("text", language, languages) }

    func inFeed(_ languages: [String]) -> String {
        text(languages.first ?? "en", languages).columnPrefix(Self.shortest)
    }

    /// True if it is meant for the goal's type, for a segment that the recipient is in, and for that day.
    private func isMeant(for goal: Goal, in segments: Set<String>, on day: String) -> Bool {
        let (types, segment) = (content[list: "goals"], content["segment"])
        let (from, until) = (content["from"], content["until"])
        return (types.isEmpty || types.contains(goal.key)) && (segment.isEmpty || segments.contains(segment))
            && (from.isEmpty || from <= day) && (until.isEmpty || day <= until)
    }

    /// Returns the recommendations that are meant for a goal today.
    static func all(of goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [Recommendation]
    {
        try meant(FoodQueries.recommendations(of: goal.id), for: goal, in: tx, by: actor, services)
    }

    /// The one of that id, when it is meant for the goal today.
    static func one(
        _ id: ID, of goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Recommendation? {
        try meant(FoodQueries.recommendation(id, of: goal.id), for: goal, in: tx, by: actor, services).first
    }

    private static func meant(
        _ sql: SQL, for goal: Goal, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [Recommendation] {
        let all = try tx.rows(sql).map { try Recommendation($0) }
        guard !all.isEmpty else { return [] }
        let today = Session.iso(try tx.first(PlanQueries.today(zone: actor.tenant.zone))?.int("day") ?? 0)
        // Row-level security hides the recipient from a sponsor, so a sponsor gets what is meant for everybody.
        let segments =
            all.contains { !$0.content["segment"].isEmpty }
            ? try services.segments(of: goal.user, for: actor, in: tx) ?? [] : []
        return all.filter { $0.isMeant(for: goal, in: segments, on: today) }
    }
}
