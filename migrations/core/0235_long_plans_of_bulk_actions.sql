-- The key of a plan has up to 80 characters, and so has what many users are given at once.
alter table bulk_actions drop constraint bulk_actions_value_check,
    add constraint bulk_actions_value_check check (length(value) <= 80);
