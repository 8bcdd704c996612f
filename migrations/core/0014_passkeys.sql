-- Passkeys: a second step beside the six digits. They belong to admins, so to the installation.

create table passkeys (
    id uuid primary key,
    admin_id uuid not null references admins (id),
    -- The host name it was made for: browsers offer it at no other.
    party text not null check (length(party) between 1 and 253),
    credential_id bytea not null check (length(credential_id) between 1 and 1023),
    -- The public key, as the authenticator wrote it (COSE).
    public_key bytea not null check (length(public_key) between 1 and 512),
    -- Of its last use; 0 for ever with those that don't count.
    counter bigint not null check (counter between 0 and 4294967295),
    may_be_backed_up boolean not null,
    is_backed_up boolean not null,
    was_user_verified boolean not null,
    -- How browsers reach it, as they said when it was made: usb, nfc, internal …
    transports text[] not null,
    name text not null check (length(name) between 1 and 60),
    created_at timestamptz not null,
    last_used_at timestamptz,
    -- Its counter went back, so there may be a copy: it opens nothing any more.
    suspected_at timestamptz
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_admin on passkeys (admin_id, created_at);

-- What an authenticator is asked to sign, bound to the session by standing in its row and taken out of it by its first use.
alter table sessions
    add column challenge bytea,
    add column challenge_until timestamptz;

grant select, insert, update, delete on passkeys to roost_app;
