-- Whole wallets of a report, some in one block: much smaller together, and a page of rows is read without them.
create table if not exists ca_report_block (
  report_id uuid not null references ca_report (id) on delete cascade,
  -- The place of its first wallet; the others follow.
  place int not null,
  -- One line of JSON per wallet, byte for byte as in the export, compressed.
  body bytea not null,
  primary key (report_id, place)
);
alter table ca_report_wallet drop column if exists packed;
