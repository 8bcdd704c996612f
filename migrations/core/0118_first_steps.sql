-- When somebody was let in for the first time: nobody is alarmed about the browser of that sign-in. Whoever has chosen a password is
-- taken to have been in: of a new browser they are told once too often rather than never.
alter table admins add column signed_in_at timestamptz;
update admins set signed_in_at = admins.created_at where admins.password_hash is not null;

-- Since when an operator, who belongs to no tenant, doesn't want the tour any more.
alter table admins add column tour_ended_at timestamptz;
