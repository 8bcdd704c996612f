-- People ask for a copy of their data on a page of the workspace's, too. Stored rows are of the sources before, so there is nothing to
-- validate.
alter table privacy_requests
    drop constraint privacy_requests_source_check,
    add constraint privacy_requests_source_check check (source in ('app', 'page', 'admin', 'replay')) not valid;
