-- Every thousandth row of a long list of a user, counted from the oldest, so that a deep page starts near its first row.
-- Only for lists whose rows stay; see server/db/list-places.ts. About one row for a thousand of the list.
create table if not exists list_place (
  user_id uuid not null,
  list text not null,
  position bigint not null,
  at timestamptz not null,
  id uuid not null,
  primary key (user_id, list, position)
);
