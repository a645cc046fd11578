-- Copied by 094, which has to be able to run again until it is done.

drop table if exists analysis_event_moved;
drop table if exists analysis_report_moved;
drop table if exists research_event_moved;
drop table if exists research_moved;
