-- An event has some 250 keys in this index, and looking up the place of each took longer than all else that its writing does: four
-- fifths of an import. Now what waits for the index is put into it some 50 events at a time, when most keys are met once for all
-- of them; that takes 3 ms of one write in 50, and a search looks at 256 kB more. With the usual 4 MB it would be 60 ms of one write
-- in 800.
alter index audit_events_found set (fastupdate = on, gin_pending_list_limit = 256);
