-- What one user may see of another, in one place: every statement that says something about a user to another user asks this. `shares`
-- says whether the two share a group; what a group is, the features say (Feature.sharedGroups). A user always sees themselves.
create function shown_to(subject uuid, viewer uuid, level text, status text, shares boolean) returns boolean
language sql immutable parallel safe
as $$
    select subject = viewer or status = 'active' and (level = 'everybody' or level in ('groups', 'link') and shares)
$$;
