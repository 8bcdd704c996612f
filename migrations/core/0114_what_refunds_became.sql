alter table refunds
    -- What stood among the payments as given back of this one by then by its provider, reversals not taken off: it was not this
    -- refund. Refunds from before this column were the first of their payments.
    add column refunded_before bigint not null default 0 check (refunded_before >= 0),
    -- Where the provider is asked apart from the refund to end the subscription; none: it isn't, or the refund failed.
    add column ending text not null default 'none' check (ending in ('none', 'sending', 'done', 'failed', 'unknown')),
    -- Why the provider does not end it.
    add column ending_answer text not null default '' check (length(ending_answer) <= 200);
alter table refunds
    alter column refunded_before drop default,
    drop constraint refunds_state_check,
    -- unknown: it is asked no more and nobody knows what it did, so the money counts as on its way. Of those that were given up
    -- before, nobody knows either, but a person has looked at them since.
    add constraint refunds_state_check check (state in ('recorded', 'sending', 'sent', 'confirmed', 'failed', 'unknown'));
grant update (ending, ending_answer) on refunds to roost_app;

-- Churn asks which subscriptions went, and whether they were there on a day.
drop index subscription_moves_sums;
create index subscription_moves_sums on subscription_moves (tenant_id, currency, day, kind)
    include (plan, yearly, counts, price, subscription_id);
