import Postgres

/// Tells people what was recorded, as features declare it.
package enum TriggeredMessages {
    /// In the transaction that records the events, before they are appended: messages are on their way when it commits, and not before.
    ///
    /// - Parameter user: who did it in an app. Users are strangers, and some of what they do can be repeated without end: whom they have
    ///   told often gets no more mails by them for a while, and reads it in the app.
    package static func send(
        _ events: [AuditEvent], in tx: borrowing TenantTransaction, by actor: Actor, user: ID? = nil,
        _ services: Services
    ) throws {
        guard services.mail != nil else { return }
        let attempts = AttemptsAcrossTenants(key: services.keys.attempts)
        for event in events {
            for trigger in services.declarations.messageTriggers(on: event.action, in: actor.tenant) {
                guard trigger.ways.contains(.mail), let object = event.objectID, let users = trigger.audience.users,
                    trigger.isMeant(event)
                else { continue }
                // One event may tell thousands.
                var mails: [TriggeredMail] = []
                for row in try tx.rows(MessageQueries.told(users(event))) {
                    let told = try row.id("id")
                    if let user {
                        let pair = "\(tx.tenant) \(user) \(told)"
                        guard try attempts.reserve(.told, pair, now: actor.now, in: tx) else { continue }
                    }
                    mails.append(
                        TriggeredMail(
                            tenant: tx.tenant, user: told, text: trigger.text, object: object,
                            detail: trigger.detail(event)))
                }
                try Jobs.add(mails, in: tx, by: actor, services)
            }
        }
    }
}

/// All SQL on what people are told. Row-level security adds the tenant to every statement.
enum MessageQueries {
    /// Without the user on whose behalf the call is made; always in the same order, so that two that count them can't deadlock.
    static func told(_ users: SQL) -> SQL {
        "select distinct told.id from (\(users)) as told where told.id is distinct from current_person() order by told.id"
    }

    static func user(_ id: ID) -> SQL {
        """
        select users.email, users.name, users.language from users where users.id = \(id) and users.status = 'active'
        """
    }

    /// What apps get now.
    static func text(_ key: String) -> SQL {
        """
        select live.content from \(CatalogueQueries.all)
        where entry.catalogue = \(MessageTrigger.catalogue) and entry.key = \(key) and entry.retired_at is null
            and live.content is not null
        """
    }
}
