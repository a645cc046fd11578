-- Pairs of name and address (as a digest) that signed in with a password: they keep places for the check when strangers
-- take all others.
create table if not exists known_sign_in (
  pair text primary key,
  last_at timestamptz not null default now()
);

create index if not exists known_sign_in_by_age on known_sign_in (last_at);

-- What the readiness check writes, because a database with a full disk still reads.
create table if not exists readiness (
  id int primary key,
  checked_at timestamptz not null
);
