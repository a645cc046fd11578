-- The store's catalogue, who installed what, and how the apps' servers were last met. `tools` is the set that was
-- reviewed, whole, as its server defined it; `pin` is its hash. Only an approved app has calls made to it.

create table if not exists store_app (
  id text primary key,
  name text not null,
  description text not null default '',
  icon text,
  category text not null,
  publisher text not null,
  publisher_url text,
  detail_url text,
  licence text,
  -- {"kind": "http", "url": …}, {"kind": "stdio", "command": …, "args": […]} or {"kind": "builtin", "name": …}
  transport jsonb not null,
  -- null, or {"header": …, "prefix": …, "label": …, "required": …}: what each user may give for themselves
  auth jsonb,
  audit_status text not null default 'pending',
  -- What its publisher says it can do; shown while nothing has been reviewed.
  announced_tools jsonb not null default '[]',
  tools jsonb,
  pin text,
  -- Names of the tools that change something, by the review and never by the server's word.
  writing_tools jsonb not null default '[]',
  suggested_questions jsonb,
  -- Accounts that ever installed it.
  downloads bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint store_app_status check (audit_status in ('approved', 'pending', 'rejected')),
  constraint store_app_reviewed check (audit_status <> 'approved' or (tools is not null and pin is not null))
);

-- Append-only: what was decided about an app, by whom and on what findings.
create table if not exists store_app_audit (
  id uuid primary key,
  app_id text not null references store_app (id),
  event text not null,
  status text not null,
  actor text not null,
  note text not null default '',
  pin text,
  findings jsonb not null default '[]',
  changes jsonb not null default '[]',
  created_at timestamptz not null default now(),
  constraint store_app_audit_event
    check (event in ('added', 'audited', 'approved', 'rejected', 'suspended', 'changed'))
);

create index if not exists store_app_audit_by_app on store_app_audit (app_id, id desc);

create table if not exists installed_app (
  user_id uuid not null,
  app_id text not null references store_app (id),
  -- Null once uninstalled; the row stays, so that an account counts once among the downloads.
  installed_at timestamptz,
  -- The set that stood when it was installed.
  pin text not null,
  primary key (user_id, app_id)
);

create index if not exists installed_app_by_app on installed_app (app_id) where installed_at is not null;

-- What users gave for an app to be let in; sealed, and never given out again.
create table if not exists app_secret (
  user_id uuid not null,
  app_id text not null references store_app (id),
  sealed text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, app_id)
);

create table if not exists app_server (
  app_id text primary key references store_app (id),
  status text not null,
  protocol text,
  server_name text,
  server_version text,
  latency_ms int,
  last_error text,
  checked_at timestamptz not null default now(),
  constraint app_server_status check (status in ('connected', 'failed', 'changed'))
);

create table if not exists user_agent (
  id uuid primary key,
  user_id uuid not null,
  name text not null,
  logo text not null default '',
  description text not null default '',
  instructions text not null default '',
  suggested_questions jsonb not null default '[]',
  tools jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index if not exists user_agent_by_user on user_agent (user_id, id);
