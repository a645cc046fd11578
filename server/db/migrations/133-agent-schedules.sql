-- Schedules of users' agents, at most one for each agent. The service limits how many are on for each user.
create table if not exists agent_schedule (
  agent_id uuid primary key references user_agent (id) on delete cascade,
  user_id uuid not null,
  prompt text not null,
  -- Minutes after midnight in the time zone.
  minutes int not null,
  -- 0 is Sunday; null: every day.
  weekday int,
  time_zone text not null,
  -- How many POINTS it may spend in a month, and how many it has spent in `spent_month`, such as 2026-11.
  points_limit int not null,
  points_spent int not null default 0,
  spent_month text not null default '',
  -- Null while it is off.
  next_at timestamptz,
  -- Until then, one server starts the due run.
  claimed_until timestamptz,
  -- Why it stopped or waits, for people.
  stopped_because text,
  chat_id uuid,
  last_message_id uuid,
  last_at timestamptz
);

create index if not exists agent_schedule_due on agent_schedule (next_at) where next_at is not null;
create index if not exists agent_schedule_by_user on agent_schedule (user_id);
