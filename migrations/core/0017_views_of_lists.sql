-- Views can be saved of every list, not of the users' alone.
alter table saved_views
    drop constraint saved_views_list_check,
    add constraint saved_views_list_check check (list ~ '^[a-z][a-z-]{0,39}$');
