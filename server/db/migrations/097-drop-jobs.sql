-- Copied by 096, which has to be able to run again until it is done.

drop table if exists job_former;
