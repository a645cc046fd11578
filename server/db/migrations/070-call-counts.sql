-- Counters of the fixed windows of call limits, in the form that rate-limiter-flexible asks for. `key` is the name of
-- the limit and what is counted; `expire` is in milliseconds since 1970.
create table if not exists call_count (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

create index if not exists call_count_by_end on call_count (expire);

drop table if exists rate_limit;
