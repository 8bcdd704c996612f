-- A user's page reads what waits for approval about them, the home page what became of one's own requests, and the
-- access review what admins requested and decided.
create index approvals_object on approvals (tenant_id, object_id, id) where object_id is not null;
create index approvals_requester on approvals (tenant_id, requested_by, id);
create index approvals_decider on approvals (tenant_id, decided_by) where decided_by is not null;
