-- Signing in at the service behind an app (OAuth). True once its server has answered that somebody must sign in.
alter table store_app add column if not exists asks_sign_in boolean not null default false;

-- 'key': what the user typed. 'grant': what the service gave for a sign-in, which has to be renewed now and then.
alter table app_secret add column if not exists kind text not null default 'key';
-- While somebody renews it, nobody else does: a service that rotates its tokens takes each only once.
alter table app_secret add column if not exists renewing_until timestamptz;

-- A sign-in on its way through the user's browser; its first return ends it. Both hashes are SHA-256, base64url: of
-- what the service gives back, and of what only the browser holds that began.
create table if not exists app_sign_in (
  state_hash text primary key,
  browser_hash text not null,
  user_id uuid not null,
  session_id uuid not null,
  app_id text not null references store_app (id),
  sealed text not null,
  expires_at timestamptz not null
);

create index if not exists app_sign_in_by_user on app_sign_in (user_id, app_id);
create index if not exists app_sign_in_by_expiry on app_sign_in (expires_at);

-- What the product is called at a service, one for each app: no app meets the name that another's service gave.
create table if not exists app_oauth_client (
  app_id text not null references store_app (id),
  issuer text not null,
  redirect_uri text not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  primary key (app_id, issuer, redirect_uri)
);
