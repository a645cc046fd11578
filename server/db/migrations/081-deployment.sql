-- What this database belongs to, written by the first server: one row. Null: not known yet.
create table if not exists deployment (
  id int primary key,
  network text not null,
  genesis_hash text,
  receiver text not null,
  -- Mint and price of the product token; 'none' or 'demo' where no token is configured.
  token text not null,
  -- Slow hashes of the access token keys; the first one signs.
  jwt_fingerprints text[] not null,
  updated_at timestamptz not null default now(),
  constraint deployment_one_row check (id = 1)
);

-- Servers that run now. A row whose server died goes stale within seconds.
create table if not exists running_server (
  id uuid primary key,
  receiver text not null,
  token text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
