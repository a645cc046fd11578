-- Conversations. Messages form a tree by parent; an answer's parts are made of its events, which are kept in batches so
-- that a reader on any server can go on after the last one it saw.

create table if not exists chat (
  id uuid primary key,
  user_id uuid not null,
  -- null: global.
  app_id text,
  title text not null default 'New Chat',
  -- False until its first message, or its owner, has given it a title.
  is_titled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index if not exists chat_by_user on chat (user_id, updated_at desc, id desc);

create table if not exists chat_message (
  id uuid primary key,
  chat_id uuid not null references chat (id) on delete cascade,
  parent_id uuid,
  role text not null,
  status text not null,
  parts jsonb not null default '[]',
  -- The words of the parts, for the search.
  words text not null default '',
  engine text,
  failure jsonb,
  last_seq int not null default 0,
  created_at timestamptz not null default now(),
  constraint chat_message_role check (role in ('user', 'assistant')),
  constraint chat_message_status check (status in ('streaming', 'complete', 'stopped', 'failed'))
);

create index if not exists chat_message_by_chat on chat_message (chat_id, created_at, id);

-- One run of an engine. It outlives its chat, because its charge has to be settled whatever becomes of the chat.
create table if not exists chat_turn (
  id uuid primary key,
  chat_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  -- The caller's Idempotency-Key and what it was sent with.
  request_key text,
  request_hash text not null,
  status text not null default 'running',
  points int not null default 0,
  transfer_id uuid,
  is_refunded boolean not null default false,
  -- The process that runs it, which says so every few seconds.
  owner uuid not null,
  heartbeat_at timestamptz not null default now(),
  stop_requested_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint chat_turn_status check (status in ('running', 'complete', 'stopped', 'failed')),
  constraint chat_turn_ended check ((status = 'running') = (ended_at is null)),
  constraint chat_turn_paid check ((points > 0) = (transfer_id is not null))
);

-- A chat answers one thing at a time.
create unique index if not exists chat_turn_running on chat_turn (chat_id) where status = 'running';
create unique index if not exists chat_turn_request on chat_turn (chat_id, request_key) where request_key is not null;
create index if not exists chat_turn_heartbeat on chat_turn (heartbeat_at) where status = 'running';
create index if not exists chat_turn_owner on chat_turn (owner) where status = 'running';
create index if not exists chat_turn_by_age on chat_turn (created_at);

create table if not exists chat_events (
  message_id uuid not null references chat_message (id) on delete cascade,
  first_seq int not null,
  last_seq int not null,
  events jsonb not null,
  created_at timestamptz not null default now(),
  primary key (message_id, first_seq)
);

create index if not exists chat_events_by_age on chat_events (created_at);

-- Results that were shown cut off, whole.
create table if not exists chat_tool_result (
  call_id uuid primary key,
  chat_id uuid not null references chat (id) on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);

create index if not exists chat_tool_result_by_chat on chat_tool_result (chat_id);
