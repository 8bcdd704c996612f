-- The last four digits of the card that paid: whoever calls reads them from their statement. Payments stay as the law wants them,
-- so the digits have a table of their own, and go with their person.

create table payment_cards (
    tenant_id uuid not null,
    payment_id uuid not null,
    user_id uuid not null,
    last4 text not null check (last4 ~ '^[0-9]{4}$'),
    primary key (tenant_id, payment_id),
    foreign key (tenant_id, payment_id) references payments (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index payment_cards_last4 on payment_cards (tenant_id, last4);
create index payment_cards_user on payment_cards (tenant_id, user_id);
create trigger payment_cards_people before insert on payment_cards for each statement execute function refuse_people();
create trigger payment_cards_erased after insert on payment_cards referencing new table as added for each statement
    execute function refuse_erased('user_id');

alter table payment_cards enable row level security, force row level security;
create policy payment_cards_wall on payment_cards using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy payment_cards_person on payment_cards as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy payment_cards_erasure on payment_cards as restrictive for delete to roost_app using (may_erase(user_id));
grant select, insert, delete on payment_cards to roost_app;

-- Several tenants may sell through one account of the provider, so a charge may be of another's customer. Until it is booked here,
-- nobody can read its digits: they are masked with the charge's own name at the provider, of which only a keyed hash is here. The
-- event that books it brings the name. No stored row has either, so there is nothing to validate.
alter table provider_events
    add column charge text not null default '',
    add column card text not null default '',
    add constraint provider_events_charge_check check (length(charge) <= 64) not valid,
    add constraint provider_events_card_check check (length(card) <= 4) not valid;
grant update (card) on provider_events to roost_app;
