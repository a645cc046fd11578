-- Counts the changes of a user's calendar, so that browsers can ask for what is new.
create table if not exists calendar (
  user_id uuid primary key,
  version bigint not null,
  -- Deletions up to this version are forgotten. A browser that knows less reads all events.
  forgotten bigint not null default 0
);

create table if not exists calendar_event (
  user_id uuid not null,
  -- Made by the browser.
  id text not null,
  version bigint not null,
  -- By the clock of the database.
  changed_at timestamptz not null,
  -- Null after the event was deleted.
  event jsonb,
  primary key (user_id, id)
);
create index if not exists calendar_event_by_version on calendar_event (user_id, version);
