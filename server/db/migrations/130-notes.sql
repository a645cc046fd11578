-- Private notes of the Notes app. The app limits their number and size for each user.
create table if not exists user_note (
  user_id uuid not null,
  -- The title in lower case: a title is used once.
  title_key text not null,
  title text not null,
  body text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, title_key)
);
