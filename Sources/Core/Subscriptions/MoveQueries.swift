import Console
import Postgres

/// All SQL on moves of subscribers. Row-level security adds the tenant.
enum MoveQueries {
    private static func select(zone: String) -> SQL {
        """
        select plan_moves.id, plan_moves.plan_id, plan_moves.from_version::bigint as from_version,
            plan_moves.to_version::bigint as to_version, plan_moves.state, plan_moves.position, plan_moves.total, plan_moves.moved,
            plan_moves.kept, plan_moves.asked_by, plan_moves.asked_name, plan_moves.asked_address, plan_moves.asked_request,
            plan_moves.created_at at time zone \(zone) as begun
        from plan_moves
        """
    }

    static func one(_ id: ID, of plan: ID, zone: String) -> SQL {
        "\(select(zone: zone)) where plan_moves.id = \(id) and plan_moves.plan_id = \(plan)"
    }

    static func find(_ id: ID) -> SQL { "\(select(zone: "UTC")) where plan_moves.id = \(id)" }

    static func lock(_ id: ID) -> SQL { "\(select(zone: "UTC")) where plan_moves.id = \(id) for update" }

    static func latest(of plan: ID, zone: String) -> SQL {
        "\(select(zone: zone)) where plan_moves.plan_id = \(plan) order by plan_moves.created_at desc limit 20"
    }

    static func add(_ id: ID, tenant: ID, plan: ID, from: Int, to: Int, total: Int, by actor: Actor) -> SQL {
        """
        insert into plan_moves (tenant_id, id, plan_id, from_version, to_version, state, total, asked_by, asked_name, asked_address,
            asked_request, created_at)
        values (\(tenant), \(id), \(plan), \(from), \(to), 'running', \(total), \(actor.id), \(actor.name), \(actor.address),
            \(actor.requestID), \(actor.now))
        """
    }

    /// The plan's subscribers, by version and price.
    static func holders(of plan: ID) -> SQL {
        """
        select subscriptions.version::bigint as version, subscriptions.currency, subscriptions.period, subscriptions.provider,
            subscriptions.price, subscriptions.paid_from is not null as is_paying, count(*) as n
        from subscriptions where subscriptions.plan_id = \(plan) and subscriptions.ended_at is null
        group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
        """
    }

    /// The next subscribers to be moved, locked.
    static func next(_ move: PlanMove, limit: Int) -> SQL {
        """
        select subscriptions.id, subscriptions.user_id, subscriptions.version::bigint as version, subscriptions.currency, subscriptions.period,
            subscriptions.price, subscriptions.provider
        from subscriptions
        where subscriptions.plan_id = \(move.plan) and subscriptions.ended_at is null and subscriptions.id > \(move.position)
            and subscriptions.version <> \(move.to) and (\(move.from) = 0 or subscriptions.version = \(move.from))
        order by subscriptions.id limit \(limit) for update
        """
    }

    static func move(_ ids: [ID], to version: Int, prices: [Int64], now: Timestamp) -> SQL {
        """
        update subscriptions set version = \(version), price = moved.price, changed_at = \(now)
        from unnest(\(ids), \(prices)) as moved (id, price) where subscriptions.id = moved.id
        """
    }

    static func pass(_ id: ID, to position: ID, moved: Int, kept: Int) -> SQL {
        """
        update plan_moves set position = \(position), moved = plan_moves.moved + \(moved), kept = plan_moves.kept + \(kept)
        where plan_moves.id = \(id)
        """
    }

    static func end(_ id: ID, _ state: PlanMove.State) -> SQL {
        "update plan_moves set state = \(state.rawValue), finished_at = clock_timestamp() where plan_moves.id = \(id)"
    }
}
