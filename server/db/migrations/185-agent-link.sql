-- Links by which anyone signed in may read an agent and copy it. A user has at most a fixed number of them.
create table if not exists agent_link (
  -- SHA-256 of the token, so that the database does not hold the link itself.
  token_hash text primary key,
  user_id uuid not null,
  agent_id uuid not null references user_agent (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, agent_id)
);
