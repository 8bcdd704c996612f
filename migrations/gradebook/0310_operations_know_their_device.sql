-- What a phone has written itself is what the same sign-in has: a user with two phones is told of a conflict between them. Null for operations of
-- earlier versions, which are nobody's own any more.
alter table gradebook_person_operations add column session_id uuid;
