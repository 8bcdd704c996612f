-- Fitbit is a source of activities. All that is stored has one of the earlier sources, so nothing is checked anew.
alter table fitness_activities drop constraint fitness_activities_source_check,
    add constraint fitness_activities_source_check
        check (source in ('gpx', 'tcx', 'strava', 'fitbit', 'apple_health', 'apple_export')) not valid;
alter table fitness_sessions drop constraint fitness_sessions_tracker_check,
    add constraint fitness_sessions_tracker_check
        check (tracker in ('gpx', 'tcx', 'strava', 'fitbit', 'apple_health', 'apple_export')) not valid;
alter table fitness_posts drop constraint fitness_posts_tracker_check,
    add constraint fitness_posts_tracker_check
        check (tracker in ('gpx', 'tcx', 'strava', 'fitbit', 'apple_health', 'apple_export')) not valid;
