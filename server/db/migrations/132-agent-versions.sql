-- Earlier versions of users' agents. Only the newest of each agent are kept.
create table if not exists user_agent_version (
  id uuid primary key,
  agent_id uuid not null references user_agent (id) on delete cascade,
  definition jsonb not null,
  created_at timestamptz not null default now()
);

create index if not exists user_agent_version_by_agent on user_agent_version (agent_id, id desc);
