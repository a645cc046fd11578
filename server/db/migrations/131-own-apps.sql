-- MCP servers that users add for themselves. Only the owner sees such an app.
alter table store_app add column if not exists owner_id uuid;
create unique index if not exists store_app_by_owner
  on store_app (owner_id, (transport ->> 'url')) where owner_id is not null;

-- What the user chose for single tools: {"name": "ask" | "always" | "block"}.
alter table installed_app add column if not exists tool_choices jsonb not null default '{}';

-- As store_app_audit, for own apps: it goes with its app, and only the newest rows are kept.
create table if not exists own_app_audit (
  id uuid primary key,
  app_id text not null references store_app (id) on delete cascade,
  event text not null,
  status text not null,
  actor text not null,
  note text not null default '',
  pin text,
  findings jsonb not null default '[]',
  changes jsonb not null default '[]',
  created_at timestamptz not null default now()
);

create index if not exists own_app_audit_by_app on own_app_audit (app_id, id desc);
