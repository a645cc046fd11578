-- What was made of the kept facts of a token, so that the next analysis reads only later transactions. One of another
-- version of the engine is of no use. A later one is written under another id, and then the earlier one is deleted.
create table if not exists analysis_window (
  mint text not null references analysis_token (mint) on delete cascade,
  id uuid not null,
  part int not null,
  parts int not null,
  engine_version text not null,
  -- The last segment whose facts are in it.
  segment_id uuid,
  body bytea not null,
  primary key (mint, id, part)
);
