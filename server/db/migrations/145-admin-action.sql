-- What operators changed with the command line, and who. Rows are added only by those commands and kept for years.
create table if not exists admin_action (
  id uuid primary key,
  action text not null,
  -- The account, payment, job or app concerned.
  subject text,
  detail jsonb not null,
  -- Name of the operating system's account.
  actor text not null,
  created_at timestamptz not null default now()
);

create index if not exists admin_action_by_time on admin_action (created_at desc, id desc);
create index if not exists admin_action_by_subject on admin_action (subject, created_at desc) where subject is not null;
