-- An admin whom limits keep out of a browser that the account does not know, because others guess at it, lets that browser in by a
-- mailed link. It lifts the account's pause in that browser, and replaces neither password nor code.
create table browser_links (
    -- SHA-256.
    token_hash bytea primary key check (length(token_hash) = 32),
    admin_id uuid not null references admins (id),
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index browser_links_admin on browser_links (admin_id);
grant select, insert, delete on browser_links to roost_app;

-- Let in by mail, and not signed in yet: it is known for a day, and the first sign-in is one from a new browser.
alter table known_devices add column is_let_in boolean not null default false;
