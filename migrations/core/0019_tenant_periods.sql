-- What else a tenant sets: how long its trail stays in the table, when nobody is to be disturbed, how long its users'
-- passwords are at least.
alter table tenants
    -- Days before events move to the archive.
    add column audit_days integer not null default 400 check (audit_days between 90 and 3650),
    -- In the user's own zone; from the evening to the morning when it begins later than it ends. NULL: none.
    add column quiet_from time,
    add column quiet_until time,
    add column password_least integer not null default 8 check (password_least between 8 and 64),
    add constraint tenants_quiet check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until
        or quiet_from is null and quiet_until is null);
