-- Accounts, the wallets that sign in to them, sessions, and what guards the way in.

create table if not exists app_user (
  id uuid primary key,
  username text not null,
  -- Case-folded and normalised by the application; two accounts never differ by case alone.
  username_key text not null,
  -- argon2id in PHC form; null for an account that only wallets open.
  password_hash text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint app_user_username_once unique (username_key),
  constraint app_user_username_length check (length(username) between 1 and 64)
);

-- One wallet opens one account.
create table if not exists user_wallet (
  address text primary key,
  user_id uuid not null references app_user (id),
  linked_at timestamptz not null default now()
);

create index if not exists user_wallet_by_user on user_wallet (user_id, linked_at);

-- A challenge is deleted by its first use. `message` is the exact text the wallet was asked to sign.
create table if not exists sign_in_challenge (
  nonce text primary key,
  address text not null,
  purpose text not null,
  message text not null,
  expires_at timestamptz not null,
  constraint sign_in_challenge_purpose check (purpose in ('sign-in', 'link'))
);

create index if not exists sign_in_challenge_by_expiry on sign_in_challenge (expires_at);

-- A session is a family of refresh tokens; revoking it ends every descendant at once.
create table if not exists user_session (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create index if not exists user_session_by_user on user_session (user_id, last_used_at desc);
create index if not exists user_session_by_expiry on user_session (expires_at);

-- SHA-256 of the token, base64url; the token itself is never stored.
create table if not exists refresh_token (
  token_hash text primary key,
  session_id uuid not null references user_session (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index if not exists refresh_token_by_session on refresh_token (session_id, created_at);

-- Counters of fixed windows; `key` is a digest of what is counted.
create table if not exists rate_limit (
  key text primary key,
  hits int not null,
  ends_at timestamptz not null
);

create index if not exists rate_limit_by_end on rate_limit (ends_at);

-- The first answer to an idempotent call, given again to whoever repeats it. `body` is null while the first runs.
create table if not exists idempotent_answer (
  user_id uuid not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  body text,
  claimed_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);

create index if not exists idempotent_answer_by_age on idempotent_answer (claimed_at);
