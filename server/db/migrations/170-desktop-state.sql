-- The desktop that a user keeps the same in every browser: at most one row each, limited to 64 kB by the app.
create table if not exists desktop_state (
  user_id uuid primary key,
  -- Counts the changes, so that a browser notices those of another one.
  version bigint not null,
  -- Null after the user turned it off; the version goes on counting.
  parts jsonb,
  updated_at timestamptz not null default now()
);
