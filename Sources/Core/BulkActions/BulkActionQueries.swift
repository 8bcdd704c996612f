import Console
import Postgres

/// All SQL on bulk actions and their users. Row-level security adds the tenant.
enum BulkActionQueries {
    private static let columns: SQL = """
        bulk_actions.id, bulk_actions.act, bulk_actions.value, bulk_actions.reason, bulk_actions.state, bulk_actions.filter,
        bulk_actions.gathered_to, bulk_actions.position, bulk_actions.total, bulk_actions.due, bulk_actions.already,
        bulk_actions.unfit, bulk_actions.done, bulk_actions.changed, bulk_actions.undone, bulk_actions.kept,
        bulk_actions.created_name, bulk_actions.created_at, bulk_actions.asked_by, bulk_actions.asked_name,
        bulk_actions.asked_address, bulk_actions.asked_request, bulk_actions.undo_until
        """

    static func one(_ id: ID) -> SQL { "select \(columns) from bulk_actions where bulk_actions.id = \(id)" }

    static func lock(_ id: ID) -> SQL { "select \(columns) from bulk_actions where bulk_actions.id = \(id) for update" }

    static func latest(_ limit: Int) -> SQL {
        "select \(columns) from bulk_actions order by bulk_actions.created_at desc limit \(limit)"
    }

    static func add(
        _ id: ID, tenant: ID, _ act: BulkAct, value: String, filter: [UInt8]?, by actor: Actor, expiresAt: Timestamp
    ) -> SQL {
        """
        insert into bulk_actions (tenant_id, id, act, value, state, filter, created_by, created_name, created_at, asked_by,
            asked_name, asked_address, asked_request, expires_at)
        values (\(tenant), \(id), \(act.rawValue), \(value), 'gathering', \(filter), \(actor.id), \(actor.name), \(actor.now),
            \(actor.id), \(actor.name), \(actor.address), \(actor.requestID), \(expiresAt))
        """
    }

    // MARK: Gathering

    /// The state that a user would have in it.
    private static func verdict(_ act: BulkAct, _ value: String) -> SQL {
        switch act {
        case .suspension:
            "case users.status when 'suspended' then 'already' when 'deleted' then 'unfit' else 'due' end"
        case .reinstatement:
            "case users.status when 'suspended' then 'due' when 'deleted' then 'unfit' else 'already' end"
        case .deletion: "case users.status when 'deleted' then 'already' else 'due' end"
        case .restoration:
            "case when users.erased_at is not null then 'unfit' when users.status = 'deleted' then 'due' else 'already' end"
        case .plan:
            // A user with a subscription keeps it: the action neither replaces it nor gives a second one.
            """
            case when users.status = 'deleted' then 'unfit' when users.plan = \(value) then 'already'
                when exists (select from subscriptions where subscriptions.user_id = users.id and subscriptions.ended_at is null)
                then 'unfit' else 'due' end
            """
        case .role:
            "case when users.status = 'deleted' then 'unfit' when users.role = \(value) then 'already' else 'due' end"
        }
    }

    /// Adds the next users that match and were not erased, by id, with numbers that continue from `total`. Returns
    /// their states, counted, and the last id.
    static func gather(_ bulk: BulkAction, tenant: ID, _ conditions: [SQL], limit: Int) -> SQL {
        let beyond: SQL = bulk.gatheredTo.map { "users.id > \($0)" } ?? "true"
        return """
            with found as (
                select users.id, users.version, \(verdict(bulk.act, bulk.value)) as state from users
                where \(SQL.joined(conditions + [beyond, "users.erased_at is null"], by: " and ")) order by users.id limit \(limit)
            ), added as (
                insert into bulk_members (tenant_id, bulk_id, number, user_id, version, state)
                select \(tenant), \(bulk.id), \(bulk.total) + row_number() over (order by found.id), found.id, found.version, found.state
                from found
                returning bulk_members.number, bulk_members.user_id, bulk_members.state
            )
            select count(*) as total, count(*) filter (where added.state = 'due') as due,
                count(*) filter (where added.state = 'already') as already, count(*) filter (where added.state = 'unfit') as unfit,
                (array_agg(added.user_id order by added.number desc))[1] as last
            from added
            """
    }

    static func gathered(_ id: ID, to last: ID, total: Int, due: Int, already: Int, unfit: Int) -> SQL {
        """
        update bulk_actions set gathered_to = \(last), total = bulk_actions.total + \(total), due = bulk_actions.due + \(due),
            already = bulk_actions.already + \(already), unfit = bulk_actions.unfit + \(unfit)
        where bulk_actions.id = \(id)
        """
    }

    // MARK: Working

    /// Changes to a state in which a job works, in the name of the admin who requests it.
    static func transition(_ id: ID, _ state: UndoableState, reason: String, by actor: Actor) -> SQL {
        """
        update bulk_actions set state = \(state.rawValue), position = 0, reason = \(reason), asked_by = \(actor.id),
            asked_name = \(actor.name), asked_address = \(actor.address), asked_request = \(actor.requestID)
        where bulk_actions.id = \(id)
        """
    }

    static func end(_ id: ID, _ state: UndoableState, undoHours: Int) -> SQL {
        """
        update bulk_actions set state = \(state.rawValue), finished_at = clock_timestamp(),
            undo_until = coalesce(bulk_actions.undo_until, clock_timestamp() + make_interval(hours => \(undoHours)::int))
        where bulk_actions.id = \(id)
        """
    }

    static func isReady(_ id: ID) -> SQL { "update bulk_actions set state = 'ready' where bulk_actions.id = \(id)" }

    /// The users in that state, after that number.
    static func next(_ state: UndoableMember, of id: ID, after: Int, limit: Int) -> SQL {
        """
        select bulk_members.number, bulk_members.user_id, bulk_members.version, bulk_members.old, bulk_members.old_reason
        from bulk_members
        where bulk_members.bulk_id = \(id) and bulk_members.state = \(state.rawValue) and bulk_members.number > \(after)
        order by bulk_members.number limit \(limit)
        """
    }

    /// A user whose state changes.
    struct Settled {
        var number: Int
        var state: UndoableMember
        var version: Int
        var old: String
        var oldReason: String
    }

    static func settle(_ members: [Settled], of id: ID) -> SQL {
        """
        update bulk_members set state = settled.state, version = settled.version, old = settled.old, old_reason = settled.old_reason
        from unnest(\(members.map { Int64($0.number) }), \(members.map(\.state.rawValue)), \(members.map { Int64($0.version) }),
            \(members.map(\.old)), \(members.map(\.oldReason))) as settled (number, state, version, old, old_reason)
        where bulk_members.bulk_id = \(id) and bulk_members.number = settled.number
        """
    }

    /// Updates the position and the counts for the settled users.
    static func moveRun(_ id: ID, to position: Int, done: Int, changed: Int) -> SQL {
        """
        update bulk_actions set position = \(position), due = bulk_actions.due - \(done + changed),
            done = bulk_actions.done + \(done), changed = bulk_actions.changed + \(changed)
        where bulk_actions.id = \(id)
        """
    }

    static func moveUndo(_ id: ID, to position: Int, undone: Int, kept: Int) -> SQL {
        """
        update bulk_actions set position = \(position), done = bulk_actions.done - \(undone + kept),
            undone = bulk_actions.undone + \(undone), kept = bulk_actions.kept + \(kept)
        where bulk_actions.id = \(id)
        """
    }

    // MARK: Showing

    private static let shown: SQL = """
        bulk_members.number, bulk_members.user_id, bulk_members.old, users.name, users.email, users.status, users.suspended_from,
        users.deleted_from, users.deleted_from_reason, users.plan, users.role
        """

    /// The same as `next`, with the users' own columns.
    static func users(_ state: UndoableMember, of id: ID, _ keyset: Keyset<Int>) -> SQL {
        let order = KeysetOrder(by: "bulk_members.number")
        let those: [SQL] =
            ["bulk_members.bulk_id = \(id)", "bulk_members.state = \(state.rawValue)"] + order.beyond(keyset)
        return """
            select \(shown) from bulk_members join users on users.id = bulk_members.user_id
            where \(SQL.joined(those, by: " and ")) order by \(order.sql(keyset)) limit \(keyset.limit)
            """
    }

    /// Deletes expired bulk actions of all tenants.
    static let deleteOld: SQL = "select forget_bulk_actions() as forgotten"
}
