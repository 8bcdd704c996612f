import Console
import Postgres

/// Believable items for `roost demo`: one for each tenth user, some of them done.
enum ItemDemo: DemoRows {
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            """
            insert into sprout_items (tenant_id, id, user_id, name, state, note, created_at, changed_at)
            select \(load.tenant.id), gen_random_uuid(), chosen.id, 'Item ' || chosen.number,
                case when chosen.number % 3 = 0 then 'done' else 'open' end, '', chosen.created_at, chosen.created_at
            from (
                select users.id, users.created_at, row_number() over (order by users.id) as number
                from users where users.tenant_id = \(load.tenant.id) order by users.id limit \(max(1, load.size / 10))
            ) as chosen
            """)
    }
}
