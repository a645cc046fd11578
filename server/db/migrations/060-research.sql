-- Research: questions that were paid for, what the sources said and the digest made of it. The body is kept as text:
-- it is written whole and only read whole. It is there as soon as the extractive digest is made, before a model writes,
-- and also where nothing was found, because it says what was asked.

create table if not exists research_topic (
  id uuid primary key,
  user_id uuid not null,
  title text not null,
  query text not null,
  -- The research it was saved from.
  origin_id uuid not null,
  created_at timestamptz not null default now(),
  hidden_at timestamptz,
  constraint research_topic_once unique (user_id, origin_id)
);

create index if not exists research_topic_by_user
  on research_topic (user_id, created_at desc, id desc) where hidden_at is null;

create table if not exists research (
  id uuid primary key,
  user_id uuid not null,
  query text not null,
  status text not null default 'queued',
  stage text not null default 'queued',
  -- An earlier research whose subjects a short question goes on about.
  follow_up_to uuid,
  topic_id uuid,
  -- The charge; a refund names the same one.
  transfer_id uuid not null unique,
  is_demo boolean not null default false,
  sources jsonb,
  counts jsonb,
  body text,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Taken out of the history by its owner.
  hidden_at timestamptz,
  constraint research_status
    check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  constraint research_body check (status <> 'done' or body is not null)
);

create index if not exists research_by_user
  on research (user_id, created_at desc, id desc) where hidden_at is null;

create index if not exists research_by_topic on research (topic_id, created_at desc, id desc);

-- What a reader of the live view is told, numbered from 1 without gaps within a research.
create table if not exists research_event (
  research_id uuid not null references research (id) on delete cascade,
  seq int not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (research_id, seq)
);
