import Console
import Core
import Postgres

/// All SQL on food, on the recommendations that a recipient confirms and on what a recipient answers. Row-level security adds the tenant
/// to every statement.
enum FoodQueries {
    /// Number of a day, 0 is 1970-01-01.
    private static let columns: SQL = """
        foods.id, (foods.day - date '1970-01-01')::bigint as day, foods.meal, foods.text, foods.ticked_at, foods.version
        """

    private static func date(_ day: Int?) -> SQL { "(date '1970-01-01' + \(day)::integer)" }

    /// Sorts by day and meal; advice without a day comes first.
    private static let order: SQL = """
        foods.day nulls first, array_position(array['breakfast', 'lunch', 'dinner', 'snack', 'any'], foods.meal), foods.id
        """

    static func all(of goal: ID) -> SQL {
        "select \(columns) from fitness_foods as foods where foods.goal_id = \(goal) order by \(order)"
    }

    /// Returns the advice of some days and the advice without a day.
    static func days(of goal: ID, _ from: Int, _ until: Int) -> SQL {
        """
        select \(columns) from fitness_foods as foods
        where foods.goal_id = \(goal) and (foods.day is null or foods.day between \(date(from)) and \(date(until)))
        order by \(order)
        """
    }

    static func one(_ id: ID, of goal: ID) -> SQL {
        "select \(columns) from fitness_foods as foods where foods.id = \(id) and foods.goal_id = \(goal)"
    }

    static func count(of goal: ID) -> SQL {
        "select count(*) as n from fitness_foods as foods where foods.goal_id = \(goal)"
    }

    static func add(
        _ id: ID, tenant: ID, goal: ID, user: ID, day: Int?, _ meal: Food.Meal, _ text: String, now: Timestamp
    ) -> SQL {
        """
        insert into fitness_foods (tenant_id, id, goal_id, user_id, day, meal, text, created_at)
        values (\(tenant), \(id), \(goal), \(user), \(date(day)), \(meal.rawValue), \(text), \(now))
        """
    }

    static func edit(_ id: ID, day: Int?, _ meal: Food.Meal, _ text: String) -> SQL {
        """
        update fitness_foods set day = \(date(day)), meal = \(meal.rawValue), text = \(text), version = fitness_foods.version + 1
        where fitness_foods.id = \(id)
        """
    }

    static func delete(_ id: ID) -> SQL { "delete from fitness_foods where fitness_foods.id = \(id)" }

    static func tick(_ id: ID, at now: Timestamp?) -> SQL {
        """
        update fitness_foods set ticked_at = \(now), version = fitness_foods.version + 1
        where fitness_foods.id = \(id) and (fitness_foods.ticked_at is null) = (\(now)::timestamptz is not null)
        """
    }

    // MARK: Recommendations

    private static func advice(of goal: ID) -> SQL {
        """
        select entry.id, entry.key, live.number, live.content, confirmed.ticked_at
        from \(CatalogueQueries.all)
        left join fitness_confirmations as confirmed on confirmed.entry_id = entry.id and confirmed.goal_id = \(goal)
        where entry.catalogue = \(Recommendations.catalogue.path) and entry.retired_at is null and live.number is not null
        """
    }

    /// Returns all published recommendations, in the catalogue's order; the content of each says for whom it is meant.
    static func recommendations(of goal: ID) -> SQL {
        "\(advice(of: goal)) order by entry.position, entry.key limit 500"
    }

    static func recommendation(_ id: ID, of goal: ID) -> SQL { "\(advice(of: goal)) and entry.id = \(id)" }

    static func confirm(_ entry: ID, of goal: ID, by user: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into fitness_confirmations (tenant_id, goal_id, entry_id, user_id, ticked_at)
        values (\(tenant), \(goal), \(entry), \(user), \(now)) on conflict (tenant_id, goal_id, entry_id) do nothing
        """
    }

    static func takeBack(_ entry: ID, of goal: ID) -> SQL {
        """
        delete from fitness_confirmations
        where fitness_confirmations.goal_id = \(goal) and fitness_confirmations.entry_id = \(entry)
        """
    }

    // MARK: Questionnaires

    /// Those that apps get now, with what a user answered last, under the version to which it was an answer. In the user's own calls
    /// row-level security hides what anybody else answered.
    static func questionnaires(of user: ID, zone: String) -> SQL {
        """
        select entry.id, entry.key, live.number, live.content, given.id as given_id, given.version as given_version,
            given.answers::text as answers, given.given_at, given.given_at at time zone \(zone) as given, asked.content as asked
        from \(CatalogueQueries.all)
        left join submissions as given on given.entry_id = entry.id and given.user_id = \(user) and given.replaced_at is null
        left join catalogue_versions as asked on asked.entry_id = given.entry_id and asked.number = given.version
        where entry.catalogue = \(Questionnaires.catalogue.path) and entry.retired_at is null and live.number is not null
        order by entry.position, entry.key limit 100
        """
    }
}
