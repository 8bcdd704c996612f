-- A tenant's data can leave for another installation, which has other keys. So the schema says of every column of bytes in a
-- tenant's table what its bytes are; `roost tenant export` goes by that, and refuses a table that does not say it.
--
--   open                                   as they are, in any installation
--   sealed by the installation, for PLACE  under its data key; PLACE is what of the row the seal holds, columns and numbers
--   wrapped by the master key, for PLACE   a key
--   sealed by the subject                  under a key that travels along

comment on column audit_heads.hash is 'open';
comment on column audit_events.sealed is 'sealed by the subject';
comment on column audit_events.previous is 'open';
comment on column audit_events.hash is 'open';
comment on column audit_archives.previous is 'open';
comment on column audit_archives.hash is 'open';
comment on column audit_archives.digest is 'open';
comment on column subject_keys.wrapped is 'wrapped by the master key, for subject_id';
-- Under a key of the installation that made it: it opens nothing elsewhere, and can't be made anew without the API key itself.
comment on column api_key_secrets.hash is 'open';
comment on column service_answers.mark is 'open';
comment on column service_answers.request is 'open';
comment on column service_answers.body is 'open';
comment on column jobs.payload is 'sealed by the installation, for id';
comment on column approvals.request is 'sealed by the installation, for id';
comment on column images.sha256 is 'open';
comment on column images.content is 'open';
comment on column imports.head is 'sealed by the installation, for id 0';
comment on column import_chunks.content is 'sealed by the installation, for import_id number';
comment on column import_rows.object_mark is 'open';
comment on column import_rows.name_mark is 'open';
comment on column import_rows.content is 'sealed by the installation, for import_id number';
comment on column bulk_actions.filter is 'sealed by the installation, for id';
comment on column exports.query is 'sealed by the installation, for id';
comment on column export_chunks.content is 'sealed by the installation, for export_id attempt number';
comment on column payment_providers.secrets is 'sealed by the installation, for provider';
