-- Text files that an agent can quote, in passages that the search reads.

create table if not exists agent_file (
  id uuid primary key,
  user_id uuid not null,
  agent_id uuid not null references user_agent (id) on delete cascade,
  name text not null,
  characters int not null,
  created_at timestamptz not null default now(),
  unique (agent_id, name)
);

create index if not exists agent_file_user on agent_file (user_id);

create table if not exists agent_file_passage (
  file_id uuid not null references agent_file (id) on delete cascade,
  position int not null,
  body text not null,
  -- Stems of its words and those of the name of the file, each once.
  terms text[] not null,
  primary key (file_id, position)
);

-- A preview of a saved agent quotes the files of that agent.
alter table user_agent add column if not exists preview_of uuid references user_agent (id) on delete cascade;

create index if not exists user_agent_preview_of on user_agent (preview_of) where preview_of is not null;
