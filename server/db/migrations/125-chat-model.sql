-- The model that a user connected to their chats: at most one each.
create table if not exists chat_model (
  user_id uuid primary key,
  base_url text not null,
  model text not null,
  -- The key, encrypted; null for an endpoint without one.
  sealed text,
  updated_at timestamptz not null default now()
);
