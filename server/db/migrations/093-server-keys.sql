-- The access token keys that a running server knows, the one it signs with first. Empty: an older version's row.
alter table running_server add column if not exists jwt_fingerprints text[] not null default '{}';
