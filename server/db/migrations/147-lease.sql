-- Work that one process at a time does for all. A row that its holder does not renew can be taken over.
create table if not exists service_lease (
  name text primary key,
  holder uuid not null,
  expires_at timestamptz not null
);
