-- What other users of an app see of somebody; who has not chosen is shown to nobody.
alter table users add column privacy_level text not null default 'nobody'
    check (privacy_level in ('nobody', 'groups', 'everybody', 'link'));

-- The last word on each purpose.
create index user_consents_last on user_consents (tenant_id, user_id, purpose, at desc, id desc);
