-- A link that was mailed to an address opens nothing once the user has another one, whoever changed it: neither the links of an account
-- nor the one that opens an archive of all that is known of the person. A new one is made for the new address.
create or replace function doubt_mailbox() returns trigger language plpgsql
as $$
begin
    update accounts set confirmed_at = null where accounts.tenant_id = new.tenant_id and accounts.user_id = new.id;
    delete from account_links where account_links.tenant_id = new.tenant_id
        and (account_links.user_id = new.id or lower(account_links.email) = lower(old.email));
    update privacy_requests set link_hash = null, link_until = null
        where privacy_requests.tenant_id = new.tenant_id and privacy_requests.user_id = new.id
            and privacy_requests.link_hash is not null;
    return null;
end $$;
