import Console
import Postgres
import Secrets

/// All SQL on passkeys, and on the challenges in sessions. Both belong to the installation, like admins.
enum PasskeyQueriesAcrossTenants {
    static func all(of admin: ID) -> SQL {
        """
        select passkeys.id, passkeys.name, passkeys.party, passkeys.credential_id, passkeys.transports, passkeys.created_at,
            passkeys.last_used_at, passkeys.suspected_at is not null as is_suspected
        from passkeys where passkeys.admin_id = \(admin) order by passkeys.created_at, passkeys.id
        """
    }

    static func name(_ id: ID, of admin: ID) -> SQL {
        "select passkeys.name from passkeys where passkeys.id = \(id) and passkeys.admin_id = \(admin)"
    }

    /// Returns a usable passkey, locked until the transaction ends: so its counter is compared and set by one request
    /// after another.
    static func lock(_ credential: [UInt8], of admin: ID, party: String) -> SQL {
        """
        select passkeys.id, passkeys.name, passkeys.credential_id, passkeys.public_key, passkeys.counter,
            passkeys.may_be_backed_up, passkeys.is_backed_up, passkeys.was_user_verified
        from passkeys
        where passkeys.credential_id = \(credential) and passkeys.admin_id = \(admin) and passkeys.party = \(party)
            and passkeys.suspected_at is null
        for update
        """
    }

    /// Returns one row, unless that credential exists already.
    static func add(
        _ passkey: Passkey, id: ID, of admin: ID, party: String, name: String, transports: [String], now: Timestamp
    ) -> SQL {
        """
        insert into passkeys (id, admin_id, party, credential_id, public_key, counter, may_be_backed_up, is_backed_up,
            was_user_verified, transports, name, created_at)
        values (\(id), \(admin), \(party), \(passkey.credentialID), \(passkey.key.stored), \(Int64(passkey.counter)),
            \(passkey.mayBeBackedUp), \(passkey.isBackedUp), \(passkey.wasUserVerified), \(transports), \(name), \(now))
        on conflict (credential_id) do nothing
        """
    }

    static func use(_ id: ID, _ passkey: Passkey, now: Timestamp) -> SQL {
        """
        update passkeys set counter = \(Int64(passkey.counter)), is_backed_up = \(passkey.isBackedUp),
            was_user_verified = \(passkey.wasUserVerified), last_used_at = \(now)
        where passkeys.id = \(id)
        """
    }

    static func suspect(_ id: ID, now: Timestamp) -> SQL {
        "update passkeys set suspected_at = \(now) where passkeys.id = \(id)"
    }

    static func remove(_ id: ID, of admin: ID) -> SQL {
        "delete from passkeys where passkeys.id = \(id) and passkeys.admin_id = \(admin)"
    }

    static func removeAll(of admin: ID) -> SQL { "delete from passkeys where passkeys.admin_id = \(admin)" }

    /// Stores the new challenge in the session, unless the present one is still valid. Returns the valid one.
    static func keepChallenge(_ new: [UInt8], of session: ID, now: Timestamp, until: Timestamp) -> SQL {
        """
        update sessions set
            challenge = case when sessions.challenge_until > \(now) then sessions.challenge else \(new) end,
            challenge_until = case when sessions.challenge_until > \(now) then sessions.challenge_until else \(until) end
        where sessions.id = \(session) and sessions.ended_at is null
        returning sessions.challenge
        """
    }

    static func setChallenge(_ new: [UInt8], of session: ID, until: Timestamp) -> SQL {
        """
        update sessions set challenge = \(new), challenge_until = \(until)
        where sessions.id = \(session) and sessions.ended_at is null
        """
    }

    /// Removes the challenge from the session: returns one row for the first request only, on whichever process.
    static func takeChallenge(of session: ID, now: Timestamp) -> SQL {
        """
        update sessions set challenge = null, challenge_until = null
        from (select held.token_hash, held.challenge, held.challenge_until from sessions as held
            where held.id = \(session) for update) as held
        where sessions.token_hash = held.token_hash and held.challenge is not null and held.challenge_until > \(now)
        returning held.challenge
        """
    }
}
