-- Links by which anyone may read a digest. A user has at most a fixed number of them.
create table if not exists research_link (
  -- SHA-256 of the token, so that the database does not hold the link itself.
  token_hash text primary key,
  user_id uuid not null,
  research_id uuid not null,
  created_at timestamptz not null default now(),
  unique (user_id, research_id)
);
