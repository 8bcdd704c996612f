-- Who wrote a draft: where the tenant wants it, none of them publishes it alone. Drafts of before have nobody who is known.
alter table catalogue_versions add column authors uuid[] not null default '{}';
